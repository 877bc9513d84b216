subroutine s(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine s
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! deep = "("*100000 + "n >= 1" + ")"*100000
! RESULT = k
! if what == "assumption":
!     lp.assume(k, deep)
! if what == "template":
!     lp.extract_subst(k, "r", deep)
! if what == "query":
!     lp.tag_instructions(k, "t", within="("*5000 + "id:*" + ")"*5000)
! if what == "signs":
!     lp.assume(k, "n >= " + "- "*10000 + "1")
! if what == "nots":
!     lp.tag_instructions(k, "t", within="not "*10000 + "id:*")
! if what == "cyclic":
!     RESULT = [k]
!     RESULT.append(RESULT)
! if what == "list":
!     for _ in range(100000): RESULT = [RESULT]
!$loopy end
