! A loop over pieces that no single bound limits ends where they end, whatever
! the loops in it; its bounds and guards mention nothing that is computed
! inside of it.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
! RUN: %loopyc %s --check --target=c --init 'ia=i0-2' | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --check --target=c --init 'ia=i0-2' --param n=0 | FileCheck %s --check-prefix=OK
! OK: check: pieces: c: ok
! CHECK-LABEL: pieces_groups
! CHECK: for (int j = 0; j <= (n <= -2 ? 0 : (n + 1) / 3); ++j) {
! CHECK-NEXT: if (j == 0 || n + 1 >= 3 * j) {
! CHECK: int i_hi = ia[
! CHECK-NEXT: for (int i = 0; 2 * i + i_hi <= n; ++i) {
! CHECK-NEXT: /*
! CHECK-NEXT: a[
subroutine pieces(n, a, ia)
  implicit none
  integer, intent(in) :: n, ia(-2:n+1)
  real(8), intent(inout) :: a(-2:n+1)
  integer :: i, j
  do j = min(-1, n), n, 3
    do i = n, ia(j), -2
      a(i) = a(i) + 1
    end do
  end do
end subroutine
