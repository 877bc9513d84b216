! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! A loop that stays on the host, when a subroutine is cut, names what to write
! instead.
! CHECK: cut-advice.f90:[[#@LINE+11]]:12: warning: a loop of 'pick' stays on the host: not supported: intrinsic 'pack'; write a loop: if (mask(i)) then; n = n + 1; b(n) = a(i); end if [-Wuntranslated]
subroutine pick(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: b(n)
  integer :: i, m
  do i = 1, n
    a(i) = 2*a(i)
  end do
  m = count(a > 1)
  b(1:m) = pack(a, a > 1)
end subroutine
