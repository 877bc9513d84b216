! What comes next in a linked list stands before it, so that lists end, inside of
! the arrays.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-serial %s | FileCheck %s
! RUN: %loopyc --check --target=c -Wno-serial --param n=57 --param m=9 %s | FileCheck %s
! CHECK: check: linked: c: ok
! CHECK: check: buckets: c: ok
! CHECK: check: columns: c: ok
subroutine linked(n, nxt, head, v, s)
  integer, intent(in) :: n, nxt(n), head
  real(8), intent(in) :: v(n)
  real(8), intent(out) :: s
  integer :: p
  s = 0
  p = head
  do while (p > 0)
    s = s + v(p)
    p = nxt(p)
  end do
end subroutine
subroutine buckets(n, m, nxt, head, v, s)
  integer, intent(in) :: n, m, nxt(n), head(m)
  real(8), intent(in) :: v(n)
  real(8), intent(inout) :: s(m)
  integer :: p, c
  do c = 1, m
    p = head(c)
    do while (p /= 0)
      s(c) = s(c) + v(p)
      p = nxt(p)
    end do
  end do
end subroutine
! From 0 on, -1 is the end; of two lists.
subroutine columns(n, m, nxt, head, v, s)
  integer, intent(in) :: n, m, nxt(2, 0:n - 1), head(m)
  real(8), intent(in) :: v(0:n - 1)
  real(8), intent(inout) :: s(m)
  integer :: p, c
  do c = 1, m
    p = head(c)
    do
      if (p == -1) exit
      s(c) = s(c) + v(p)
      p = nxt(2, p)
    end do
  end do
end subroutine
!$loopy begin
!$loopy end
