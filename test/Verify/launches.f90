! Kernels of several launches run as the host runs them: a loop around two, a
! scalar that one computes for all, and a cut that groups make necessary.
! RUN: %loopyc %s --verify | FileCheck %s
! CHECK: verify: mirrored: ok: {{[1-9].*}} dependences
! CHECK: verify: steps: ok: {{[1-9].*}} dependences
! CHECK: verify: scaled: ok: {{[1-9].*}} dependences
! CHECK-NOT: not proved
subroutine mirrored(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n), c(n)
  integer :: i
  do i = 1, n
    b(i) = 2*a(i)
  end do
  do i = 1, n
    c(i) = b(n + 1 - i) + 1
  end do
end subroutine

subroutine steps(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, t
  do t = 1, m
    do i = 1, n
      b(i) = a(i-1) + 0.5d0*a(i+1) + t
    end do
    do i = 1, n
      a(i) = 0.25d0*b(i) + b(i-1)
    end do
  end do
end subroutine

subroutine scaled(n, a, b, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s
  real(8) :: r
  integer :: i, k
  r = 0
  do k = 1, n
    r = r + a(k)
  end do
  s = 2*r
  do i = 1, n
    b(i) = b(i)/(1 + r*r) + s
  end do
end subroutine

!$loopy begin
! RESULT = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     for name in sorted(knl.all_inames()):
!         if name not in ("t", "k"):
!             knl = lp.split_iname(knl, name, 16, outer_tag="g.0",
!                                  inner_tag="l.0")
!     RESULT.append(lp.insert_global_barriers(knl))
!$loopy end
