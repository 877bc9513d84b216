! Arrays of subscripts get values in the range of what they index, through
! scalars too.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! CHECK: check: gather: c: ok
subroutine gather(n, m, idx, a, b)
  integer, intent(in) :: n, m
  integer, intent(in) :: idx(n)
  real(8), intent(in) :: a(m)
  real(8), intent(out) :: b(n)
  integer :: i, k
  do i = 1, n
    k = idx(i)
    b(i) = a(k) + a(m + 1 - idx(i))
  end do
end subroutine
