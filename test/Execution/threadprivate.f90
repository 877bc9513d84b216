! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial -Wno-untranslated -o %t | FileCheck %s
! RUN: %loopyc %s --target=opencl --emit=ir -o - -Wno-serial -Wno-untranslated | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --target=c --emit=device -o - -Wno-serial -Wno-untranslated | FileCheck %s --check-prefix=TEXT
! Of what each thread has its own, each iteration of a loop that threads share
! out has, too, where it writes it before it reads it.
! CHECK-DAG: check: columns: opencl: ok
! CHECK-DAG: check: columns: c: ok
! IR-LABEL: KERNEL: columns
! IR-NOT: INSTRUCTIONS
! IR: TEMPORARIES:
! IR-DAG: {{^}}work: type: float64, shape: (20)
! IR-DAG: {{^}}top: type: float64
! IR: INSTRUCTIONS:
! RUN: %loopyc %s --target=opencl -Wno-untranslated -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL --implicit-check-not="'columns'"
! SERIAL: kernel 'kept': the loop over 'i' stays on one work-item
! TEXT: assumes that nothing reads behind the loop what an iteration leaves in 'work' (threadprivate)
module scratch
  implicit none
  real(8) :: work(20), top, given(3) = [1d0, 2d0, 3d0]
  !$omp threadprivate(work, top, given)
contains
  subroutine fill(x)
    real(8), intent(in) :: x
    integer :: k
    do k = 1, 20
      work(k) = x*k
    end do
    top = x + 1
  end subroutine
end module
subroutine run(n, x, y)
  use scratch
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  !$loopy begin kernel: columns
  !$omp parallel do
  do i = 1, n
    call fill(x(i))
    y(i) = sum(work) + top + given(2)
  end do
  !$loopy end kernel: columns
end subroutine
! What an iteration reads before it writes it, or one thread does, stays.
! IR-LABEL: KERNEL: kept
! IR: {{^}}given: type: float64, shape: (3), {{.*}} inout
! IR-LABEL: KERNEL: one
! IR: {{^}}top: type: float64, {{.*}} inout
subroutine others(n, x, y)
  use scratch
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  !$loopy begin kernel: kept
  !$omp parallel do
  do i = 1, n
    given(1) = x(i)
    y(i) = sum(given)
    given(2) = x(i)
  end do
  !$loopy end kernel: kept
  !$loopy begin kernel: one
  do i = 1, n
    top = 2*x(i)
    y(i) = y(i) + top
  end do
  !$loopy end kernel: one
end subroutine
