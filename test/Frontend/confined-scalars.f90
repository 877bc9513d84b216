! Scalars of modules and of hosts that each procedure assigns before it reads
! them are the kernel's own, also where loops are left from inside; protected
! variables may be read.
! RUN: %loopyc %s --target=opencl --emit=ir -o - 2>&1 | FileCheck %s --implicit-check-not=warning
! REQUIRES: opencl
! CHECK-LABEL: KERNEL: sweep
! CHECK-NOT: {{^}}j: type
! CHECK: TEMPORARIES:
! CHECK: j: type: int32, shape: ()
! CHECK-LABEL: KERNEL: reader
! CHECK: top: ValueArg
module scratch
  implicit none
  integer, private :: j
  real(8), protected :: top = 225d0
contains
  subroutine sweep(n, m, col, val, x, y)
    integer, intent(in) :: n, m, col(m, n)
    real(8), intent(in) :: val(m, n), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, l
    real(8) :: acc
    do i = 1, n
      acc = 0
      do l = 1, m
        j = col(l, i)
        if (j > n) exit
        acc = acc - val(l, i)*x(j)
      end do
      y(i) = acc
    end do
  end subroutine
  pure real(8) function above(p)
    real(8), intent(in) :: p
    above = p - top
  end function
end module
subroutine reader(n, p)
  use scratch, only: above
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: p(n)
  integer :: i
  do i = 1, n
    p(i) = above(p(i))
  end do
end subroutine
