! Under "if (present(b))" a kernel has `b` as any other argument.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-cut | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Wno-cut | FileCheck %s %}
! RUN: %loopyc %s --target=c -Wno-cut -o %t
! RUN: FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! RUN: rm -rf %t.mod && mkdir %t.mod && gfortran -c %t_stub.f90 -J %t.mod -o %t.o
! CHECK-DAG: check: either_1: {{.*}}: ok
! CHECK-DAG: check: either_2: {{.*}}: ok
! CHECK-DAG: check: both: {{.*}}: ok
! CHECK-DAG: check: nested: {{.*}}: ok
! CHECK-DAG: check: early: {{.*}}: ok
! CHECK-DAG: check: scaled: {{.*}}: ok

! STUB: {{^}}subroutine either(n, a, b)
! STUB: {{^}}  if (present(b)) then
! STUB: call either_either_1_offload(loopyc_call, {{.*}}b, size(b, kind=8)
! STUB: {{^}}  else
! STUB: call either_either_2_offload(loopyc_call, n, a, size(a, kind=8))
subroutine either(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  if (present(b)) then
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  else
    do i = 1, n
      a(i) = 2*a(i)
    end do
  end if
end subroutine
module options
  implicit none
contains
  subroutine plus(n, a, b, c)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(in), optional :: b(:)
    real, intent(inout), optional, allocatable :: c(:)
    integer :: i
    if (.not. present(b)) then
      a(1) = 0
    else if (n > 0 .and. (present(c))) then
      ! What is asked again is known.
      !$loopy begin kernel: both
      do i = 1, n
        if (present(b)) a(i) = a(i) + b(i)
        c(i) = a(i)
      end do
      !$loopy end kernel: both
    end if
  end subroutine
  subroutine nested(n, a, b, c)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(in), optional :: b(n), c
    integer :: i
    if (present(c)) then
      print *, c
      if (present(b)) then
        do i = 1, n
          a(i) = a(i) + c*b(i)
        end do
      end if
    end if
  end subroutine
  subroutine early(n, a, b)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(in), optional :: b(n)
    integer :: i
    if (.not. present(b) .or. n < 2) return
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end subroutine
  subroutine scaled(n, a, s)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real, intent(inout), optional :: s
    integer :: i
    if (present(s)) then
      do i = 1, n
        a(i) = s*a(i)
      end do
      s = 1
    end if
  end subroutine
end module
