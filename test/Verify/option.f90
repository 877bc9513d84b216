! --verify prints a line for each kernel and writes nothing unless asked to.
!
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %loopyc --verify %s | FileCheck %s
! RUN: %loopyc --verify --param n=6 %s | FileCheck %s --check-prefix=ONE
! RUN: not ls %t/option.cl
! RUN: %loopyc --verify --emit=device -o out %s && ls %t/out.cl
!
! CHECK:      verify: window: ok: {{[0-9]+}} sizes, {{[0-9]+}} instances, {{[0-9]+}} dependences
! CHECK-NEXT: verify: ragged: ok:
! CHECK-NEXT: verify: far: not verified: too large: more than 200000 instances{{$}}
!
! ONE: verify: window: ok: 1 size,
subroutine window(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n + 2)
  real(8), intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(i) + a(i + 1) + a(i + 2)
  end do
end subroutine window

! Bounds that the kernel computes, and an index array.
subroutine ragged(n, first, at, x, y)
  integer, intent(in) :: n, first(n + 1), at(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j, stop_at
  do i = 1, n
    stop_at = first(i + 1)
    do j = 1, stop_at
      y(i) = y(i) + x(at(i))
    end do
  end do
end subroutine ragged

subroutine far(a)
  real(8), intent(inout) :: a(250000)
  integer :: i
  do i = 1, 250000
    a(i) = 2*a(i)
  end do
end subroutine far

!$loopy begin
! window, ragged, far = lp.parse_fortran(SOURCE, FILENAME)
! window = lp.split_iname(window, "i", 8, outer_tag="g.0", inner_tag="l.0")
! window = lp.add_prefetch(window, "a", ["i_inner"], default_tag="l.auto",
!                          fetch_bounding_box=True)
! RESULT = [window, ragged, far]
!$loopy end
