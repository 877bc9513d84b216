! Loops whose step is a local: a loop that runs has a step other than zero, so
! that its iterations are apart, and one that is assigned a constant once is
! this constant.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial --param n=130 --param m=7 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial --param n=1 --param m=3 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial --param n=37 --param m=40 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 --verify --target=opencl,c -Werror=serial -o %t | FileCheck %s --check-prefix=VERIFY
! CHECK-NOT: FAILED
! CHECK-DAG: check: computed: opencl: ok
! CHECK-DAG: check: computed: c: ok
! CHECK-DAG: check: constant: opencl: ok
! CHECK-DAG: check: constant: c: ok
! CHECK-DAG: check: columns: opencl: ok
! CHECK-DAG: check: columns: c: ok
! CHECK-NOT: FAILED
! VERIFY-DAG: verify: computed: ok
! VERIFY-DAG: verify: constant: ok
! VERIFY-DAG: verify: columns: ok
! RUN: %loopyc %s -DRK=8 -DOVERTAKEN --target=opencl --emit=ir -o - 2>%t.err | FileCheck %s --check-prefix=IR
! RUN: FileCheck %s --check-prefix=SERIAL < %t.err

! IR-LABEL: KERNEL: computed
! IR-DAG: i_inner: l.0
! IR-DAG: i_1_inner: l.0
subroutine computed(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n)
  integer :: i, s
  s = max(1, n/m)
  do i = 1, n, s
    a(i) = a(i)*2
  end do
  s = 2
  do i = n, 1, -s
    a(i) = a(i)*3
  end do
end subroutine

! No number of iterations is computed.
! IR-LABEL: KERNEL: constant
! IR-NOT: trips
! IR: l.0
subroutine constant(n, a)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n)
  integer :: i, s
  s = 3
  do i = 2, n, s
    a(i) = a(i) + a(i - 1)
  end do
end subroutine

! A step of each column: columns run in parallel, and so do the iterations
! inside.
! IR-LABEL: KERNEL: columns
! IR: l.0
subroutine columns(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n, m)
  integer :: i, j, s
  do j = 1, m
    s = max(1, mod(j, 4))
    do i = 1, n, s
      a(i, j) = a(i, j)*2 + s
    end do
  end do
end subroutine

! Steps of different iterations may lead to one element.
! SERIAL: kernel 'overtaken': the loop over 'i' stays on one work-item
#ifdef OVERTAKEN
subroutine overtaken(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n)
  integer :: i, j, s
  do j = 1, m
    s = max(1, mod(j, 4))
    do i = 1, n, s
      a(i) = a(i)/(1 + a(i)) + s
    end do
  end do
end subroutine
#endif
