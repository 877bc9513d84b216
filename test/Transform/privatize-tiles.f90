! Work-items of a tile have elements of their own of an array that others of
! their group read: as many as the tile has iterations, which is one number for
! all sizes, so that the array may be local. What lacks them is told of it.
! RUN: %loopyc %s --target=opencl -o - --emit=device | FileCheck %s
! RUN: %loopyc %s --verify | FileCheck %s --check-prefix=VERIFY
! RUN: not %loopyc %s --set SHARED=1 --emit=schedule -o - 2>&1 | FileCheck %s --check-prefix=SHARED
! CHECK: __local float p[24];
! VERIFY: verify: mirror: ok
! SHARED: the anti dependence on 'p'
! SHARED-SAME: each iteration of 'i_inner' has values of its own in 'p': give it elements of its own, privatize_temporaries_with_inames(knl, "i_inner", "p")
subroutine mirror(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(8, n)
  real(4), intent(out) :: y(8, n)
  real(4) :: p(8)
  integer :: i, k
  do i = 1, n
    do k = 1, 8
      p(k) = 2*x(k, i)
    end do
    do k = 1, 8
      y(k, i) = p(9 - k) + p(k)
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.set_temporary_address_space(knl, "p", "local")
! knl = lp.tag_inames(knl, {"k": "l.0", "k_1": "l.0"})
! knl = lp.split_iname(knl, "i", 3, outer_tag="g.0", inner_tag="l.1")
! if "SHARED" not in globals():
!     knl = lp.privatize_temporaries_with_inames(knl, "i_inner", "p")
! RESULT = knl
!$loopy end
