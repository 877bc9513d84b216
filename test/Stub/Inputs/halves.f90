subroutine upper(n, k, x, s)
  integer, intent(in) :: n, k
  real, intent(inout) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    x(i) = x(i) + k
  end do
  s = s + k
end subroutine
subroutine lower(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(0:n-1)
  integer :: i
  do i = 1, n
    y(i-1) = 2*x(i)
  end do
end subroutine
!$loopy begin
! a, b = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.fuse_kernels([a, b], suffixes=["_a", "_b"])
! RESULT = lp.fix_parameters(knl, k=3)
!$loopy end
