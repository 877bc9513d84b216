! Solves L*x = b by forward substitution for many right-hand sides at once:
! the columns are independent, the rows are not.
subroutine trisolve(n, nrhs, l, b)
  implicit none
  integer, intent(in) :: n, nrhs
  double precision, intent(in) :: l(n,n)
  double precision, intent(inout) :: b(n,nrhs)
  integer :: i, j, r

  do r = 1, nrhs
    do i = 1, n
      do j = 1, i-1
        b(i,r) = b(i,r) - l(i,j)*b(j,r)
      end do
      b(i,r) = b(i,r)/l(i,i)
    end do
  end do
end subroutine trisolve

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "r", 32, outer_tag="g.0", inner_tag="l.0")
!
! RESULT = knl
!
!$loopy end
