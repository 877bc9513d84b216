! What helps where loops cannot be put in order depends on what holds them.
! RUN: not %loopyc %s --set CASE=later --emit=schedule -o - 2>&1 | FileCheck %s --check-prefix=LATER
! RUN: not %loopyc %s --set CASE=fused --emit=schedule -o - 2>&1 | FileCheck %s --check-prefix=FUSED
! RUN: not %loopyc %s --set CASE=items --emit=schedule -o - 2>&1 | FileCheck %s --check-prefix=ITEMS
! LATER: the anti dependence on 't'
! LATER-SAME: 't' has one value at a time, but 'y_0' reads those of all iterations of 'i' in a loop of its own: before they are parted, give each an element, privatize_temporaries_with_inames(knl, "i", "t")
! FUSED: 'y_0_b' shares the loops over 'i' with 'y_0': give it loops of its own with duplicate_inames(knl, "i", within="id:y_0_b")
! ITEMS: the loop over 'i_outer' would run against a dependence: the output dependence on 'w'
! ITEMS-SAME: each iteration of 'j_inner, i_inner' has values of its own in 'w': give it elements of its own, privatize_temporaries_with_inames(knl, "j_inner, i_inner", "w")
subroutine later(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    y(i) = t*t
  end do
end subroutine

subroutine fused(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
  do i = 1, n
    y(i) = 2*y(n + 1 - i)
  end do
end subroutine

subroutine items(n, m, f, g)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n, m)
  real(8), intent(out) :: g(n, m)
  real(8) :: w(2)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      w(1) = f(i, j)
      w(2) = 2*w(1)
      g(i, j) = w(1)*w(2)
    end do
  end do
end subroutine

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! if CASE == "later":
!     RESULT = lp.duplicate_inames(t["later"], "i", "writes:y")
! elif CASE == "fused":
!     RESULT = lp.fuse_kernels([t["fused"], t["fused"]], ["_a", "_b"])
! else:
!     knl = lp.split_iname(t["items"], "j", 2, inner_tag="l.1", outer_tag="g.0")
!     knl = lp.split_iname(knl, "i", 4, inner_tag="l.0")
!     RESULT = lp.set_temporary_address_space(knl, "w", "local")
!$loopy end
