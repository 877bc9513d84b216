! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check --verify -Wno-serial -o %t | FileCheck %s --check-prefix=RAN
! RUN: FileCheck %s --input-file=%t.c
! RUN: %loopyc %s --set TAG=vec --target=c --check --verify -Wno-serial -o %t.vec | FileCheck %s --check-prefix=RAN
! Elements of a private array that one iteration of an ilp or vec iname sets and
! another reads: one array of all, not one for each. Where each reads its own,
! there are copies as before.
subroutine turned(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(4, n)
  real(8), intent(out) :: y(4, n), z(4, n)
  real(8) :: t(4), own(2), s
  integer :: i, j
  do j = 1, n
    do i = 1, 4
      t(i) = 2*x(i, j)
      own(1) = x(i, j) + 1
      own(2) = own(1)**2
      s = own(1) + own(2)
      z(i, j) = s*own(2)
    end do
    do i = 1, 4
      y(i, j) = t(5 - i) + t(i)
    end do
  end do
end subroutine turned

! RAN: verify: turned: ok
! RAN: check: turned: c: ok
! CHECK: double t[4], own[8], s[4];
! CHECK: t[0] = 2.0 * x[
! CHECK: t[3] = 2.0 * x[
! CHECK: y[4 * j] = t[3] + t[0];

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.rename_iname(knl, "i_1", "i", existing_ok=True)
! RESULT = lp.tag_inames(knl, {"i": globals().get("TAG", "ilp")})
!$loopy end
