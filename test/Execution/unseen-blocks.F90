! Sums of a block, in registers, are computed without guards where the block
! sticks out, though the next block has the same registers: it begins with
! values of its own. Not where a block goes on with what another left.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --emit=device --target=c -o - | FileCheck %s --check-prefix=CODE
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --verify --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=8 --param n=29 --param m=23 --param l=17
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param n=31 --param m=1 --param l=5
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param n=3 --param m=7 --param l=0
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param n=24 --param m=12 --param l=10
! RUN: %{check} | FileCheck %s
! CHECK-DAG: check: product: opencl: ok
! CHECK-DAG: check: product: c: ok
! CHECK-DAG: check: running: opencl: ok
! CHECK-DAG: check: running: c: ok
! CHECK-DAG: check: partial: opencl: ok
! CHECK-DAG: check: partial: c: ok
! CODE-LABEL: void product_group(
! CODE: } else {
! CODE: for (int i_block = 0; i_block <= min_i32(
! CODE: for (int k_inner =
! CODE-NEXT: #pragma omp simd
! CODE-NEXT: for (int ir = 0; ir < 4; ++ir) {
! CODE-NEXT: c_buf[ir] = c_buf[ir] +
! CODE-NOT: if (
! CODE: c_buf[ir + 8] = c_buf[ir + 8] +
! CODE-LABEL: int running_groups(
! CODE: for (int [[I:i.*]] = 0; [[I]] < min_i32({{.*}}n
! CODE: t{{.}}[[I]]] = t{{.}}[[I]]] +
! CODE-LABEL: int partial_groups(
! CODE: for (int [[I:i.*]] = 0; [[I]] < min_i32({{.*}}n
! CODE: t{{.}}[[I]]] = t{{.}}[[I]]] +
subroutine product(n, m, l, a, b, c)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n, l), b(l, m)
  real(RK), intent(inout) :: c(n, m)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      do k = 1, l
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

subroutine running(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: y((n + 3)/4)
  real(RK) :: t(4)
  integer :: i, block
  do i = 1, 4
    t(i) = 0
  end do
  do block = 1, (n + 3)/4
    do i = 1, min(4, n - 4*(block - 1))
      t(i) = t(i) + a(4*(block - 1) + i)*0.5
    end do
    y(block) = t(1) + 2*t(2) + 3*t(3) + 4*t(4)
  end do
end subroutine

! Halves of the block begin anew, the others do not.
subroutine partial(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: y((n + 3)/4)
  real(RK) :: t(4)
  integer :: i, block
  t(3) = 0
  t(4) = 0
  do block = 1, (n + 3)/4
    t(1) = 0
    t(2) = 0
    do i = 1, min(4, n - 4*(block - 1))
      t(i) = t(i) + block*0.25
    end do
    y(block) = t(1) + 2*t(2) + 3*t(3) + 4*t(4)
  end do
end subroutine

!$loopy begin
! product, running, partial = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(product, "j", 6, outer_tag="g.0", slabs=(0, 1))
! knl = lp.split_iname(knl, "j_inner", 3, outer_iname="j_block", inner_iname="jr")
! knl = lp.split_iname(knl, "i", 8, outer_tag="g.1", slabs=(0, 1))
! knl = lp.split_iname(knl, "i_inner", 4, outer_iname="i_block", inner_iname="ir")
! knl = lp.split_iname(knl, "k", 5)
! knl = lp.prioritize_loops(knl, "k_outer, j_block, i_block, k_inner, jr, ir")
! knl = lp.buffer_array(knl, "c", ["k_inner", "jr", "ir"], init_expression="0", store_expression="base + buffer",
!                       default_tag=None, temporary_address_space="private")
! knl = lp.add_prefetch(knl, "a", ["i_block", "ir", "k_inner"], default_tag=None, temporary_address_space="private")
! knl = lp.add_prefetch(knl, "b", ["j_block", "jr", "k_inner"], default_tag=None, temporary_address_space="private")
! knl = lp.tag_inames(knl, {"ir": "vec", "jr": "unr", "c_init_0": "vec", "c_init_1": "unr"})
! RESULT = [knl, running, partial]
!$loopy end
