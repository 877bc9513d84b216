! Data that flows into another kernel's temporary: the original has no such
! thing, so what depends on it there is not compared, and all the rest is.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! CHECK: check: between: c: ok: max relative error
! CHECK-NEXT: check: between: note: not compared: e, for it depends on 't' of 'show', which has no value in the original: data flows into it only here (fuse_kernels)
! CHECK-NEXT: check: further: c: ok: max relative error
! CHECK-NEXT: check: further: note: not compared: e, f, for it depends on 't' of 'show'
! CHECK-NEXT: check: further: 2 of 2 branches taken
! CHECK-NEXT: check: fused_again: c: ok: max relative error
! CHECK-NEXT: check: fused_again: note: not compared: e, f, for it depends on 't' of 'show'
! CHECK-NEXT: check: fused_again: 2 of 2 branches taken
! CHECK-NEXT: check: written_first: c: ok: max relative error
! CHECK-NOT: note:
! CHECK: check: nothing_left: c: skipped: nothing to compare: all results depend on 't' of 'show', which has no value in the original
! CHECK-NEXT: check: addressed: c: skipped: the original cannot be run: it has a subscript, a loop bound or a divisor that depends on 'at' of 'scatter', which has no value in the original

! Nothing compared is no success:
! RUN: not %loopyc --check --target=c --set only=addressed %s 2>&1 | FileCheck %s --check-prefix=NONE
! NONE: error: no check against the original Fortran could run
subroutine twice(a, d)
  implicit none
  real(8), intent(in) :: a(8)
  real(8), intent(out) :: d(8)
  real(8) :: t(8)
  integer :: i
  do i = 1, 8
    t(i) = 2*a(i)
  end do
  do i = 1, 8
    d(i) = sin(t(i))
  end do
end subroutine twice

subroutine reverse(b, c)
  implicit none
  real(8), intent(in) :: b(8)
  real(8), intent(out) :: c(8)
  real(8) :: t(8)
  integer :: j, k
  do j = 1, 8
    t(j) = b(j)
  end do
  do k = 1, 8
    c(k) = exp(t(9 - k))
  end do
end subroutine reverse

subroutine show(e)
  implicit none
  real(8), intent(out) :: e(8)
  real(8) :: t(8)
  integer :: l
  do l = 1, 8
    e(l) = t(l)
  end do
end subroutine show

subroutine choose(e, f, g)
  implicit none
  real(8), intent(in) :: e(8)
  real(8), intent(out) :: f(8), g(8)
  integer :: m
  do m = 1, 8
    f(m) = 0
    g(m) = 3
    if (e(m) > 0) f(m) = 1
  end do
end subroutine choose

subroutine only_t(a)
  implicit none
  real(8), intent(in) :: a(8)
  real(8) :: t(8)
  integer :: i
  do i = 1, 8
    t(i) = 2*a(i)
  end do
end subroutine only_t

subroutine places(p)
  implicit none
  integer, intent(out) :: p(8)
  integer :: at(8), i
  do i = 1, 8
    at(i) = 9 - i
  end do
  do i = 1, 8
    p(i) = at(i)
  end do
end subroutine places

subroutine scatter(b, c)
  implicit none
  real(8), intent(in) :: b(8)
  real(8), intent(inout) :: c(8)
  integer :: at(8), j
  do j = 1, 8
    c(at(j)) = b(j)
  end do
end subroutine scatter

!$loopy begin
! kernels = {knl.name: knl for knl in lp.parse_fortran(SOURCE, FILENAME)}
!
! def fused(name, data_flow, *parts):
!     parts = [kernels.get(part, part) for part in parts]
!     return lp.fuse_kernels(parts, data_flow=data_flow).copy(name=name)
!
! between = fused("between", [("t", 0, 2)], "twice", "reverse", "show")
! RESULT = [
!     between,
!     fused("further", [("t", 0, 1)], "twice", "show", "choose"),
!     fused("fused_again", None, between, "choose"),
!     fused("written_first", [("t", 0, 1)], "twice", "reverse"),
!     fused("nothing_left", [("t", 0, 1)], "only_t", "show"),
!     fused("addressed", [("at", 0, 1)], "places", "scatter"),
! ]
! if "only" in globals():
!     RESULT = [knl for knl in RESULT if knl.name == only]
!$loopy end
