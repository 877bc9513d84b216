! An instruction reads before it writes: two temporaries may share their storage
! where one ends and the other begins in it.
! RUN: %loopyc %s --verify --check -Wno-serial --target=c -o %t | FileCheck %s
! CHECK-DAG: verify: scaled: ok
! CHECK-DAG: check: {{.*}}scaled{{.*}}ok

subroutine scaled(n, c, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(0:1)
  real(8), intent(inout) :: o(0:n)
  real(8) :: first, t
  integer :: i
  first = c(1)
  t = 0.5d0*first
  do i = 0, n
    o(i) = o(i) + t
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.alias_temporaries(k, ["first", "t"])
!$loopy end
