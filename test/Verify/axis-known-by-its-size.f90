! What a slab says of a group axis may follow from the axis's size: here groups
! have 16 columns, all of them or 8, and the slabs of k say that of b's tile. The
! tile of a is each group's all the same.
! RUN: %loopyc %s --verify --check --target=c,opencl -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=0 --param m=3 --param l=9 -o %t | FileCheck %s --check-prefix=NONE
! CHECK-DAG: verify: product: ok
! CHECK-DAG: check: product: c: ok
! CHECK-DAG: check: product: opencl: ok
! NONE: check: product: c: ok

subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real, intent(in) :: a(m, l), b(l, n)
  real, intent(inout) :: c(m, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      do k = 1, l
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
!$loopy begin
! [knl] = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assume(knl, "n mod 8 = 0")
! knl = lp.split_iname(knl, "i", 4, outer_tag="g.1", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 16, outer_tag="g.0", inner_iname="jt")
! knl = lp.split_iname(knl, "jt", 4, outer_tag="ilp", inner_tag="l.1")
! knl = lp.split_iname(knl, "k", 4, slabs=(0, 1))
! knl = lp.add_prefetch(knl, "a", ["i_inner", "k_inner"])
! RESULT = lp.add_prefetch(knl, "b", ["jt_inner", "jt_outer", "k_inner"])
!$loopy end
