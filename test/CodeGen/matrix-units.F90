! Sums of products on matrix units: each lane hands over its elements of the
! factors, and gets its sums. On other targets, lanes add them up by themselves.
! RUN: %loopyc %s --target=cuda,opencl -o %t
! RUN: FileCheck %s < %t.cu
! RUN: FileCheck %s --check-prefix=OPENCL < %t.cl
! RUN: %loopyc %s --target=cuda --print-after=matrix-units -o %t 2>&1 | FileCheck %s --check-prefix=TREE
! RUN: %loopyc %s --set SHAPE=m16n8k4 --set PRECISION=3xtf32 -DRK=4 --target=cuda -o %t.three
! RUN: FileCheck %s --check-prefix=THREE < %t.three.cu
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --set CASE=uneven --target=opencl,c -o %t.uneven
! RUN: not %loopyc %s --set CASE=uneven --target=cuda -o %t.uneven 2>&1 | FileCheck %s --check-prefix=UNEVEN
! RUN: not %loopyc %s --set CASE=read --target=cuda -o %t.read 2>&1 | FileCheck %s --check-prefix=READ
! RUN: not %loopyc %s --set CASE=own --target=cuda -o %t.own 2>&1 | FileCheck %s --check-prefix=OWN
! RUN: not %loopyc %s --set CASE=warp --target=cuda -o %t.warp 2>&1 | FileCheck %s --check-prefix=WARP
! RUN: not %loopyc %s --set CASE=branch --target=cuda -o %t.branch 2>&1 | FileCheck %s --check-prefix=BRANCH
! RUN: not %loopyc %s --set CASE=renamed --target=cuda -o %t.renamed 2>&1 | FileCheck %s --check-prefix=RENAMED

! RUN: not %loopyc %s --set CASE=ranged --target=cuda -o %t.ranged 2>&1 | FileCheck %s --check-prefix=RANGED
! RUN: %loopyc %s --set CASE=one --target=cuda -o %t.one
! RUN: FileCheck %s --check-prefix=ONE < %t.one.cu

! IR: i_inner_lane: l.1
! IR: j_inner_lane: l.0
! IR: s = s + a_fetch[16*i_inner_block + i_inner_lane + 8*i_inner_part, 8*k_inner_block + k_inner_term]*b_fetch[{{.*}}, 8*j_inner_block + 2*j_inner_lane + j_inner_part]

! CHECK: void multiply_add_m8n8k4(
! CHECK: #if __CUDA_ARCH__ >= 800
! CHECK: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
! CHECK-NEXT: "{%0, %1}, {%2}, {%3}, {%0, %1};"
! CHECK: __shfl_sync(0xffffffffu, a0, 4 * g + term);
! CHECK: void multiply_add_m16n8k8(
! CHECK: #if __CUDA_ARCH__ >= 900
! CHECK: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
! CHECK: #else
! CHECK-NEXT: multiply_add_m8n8k4(c0, c1, a0, b0);
! CHECK-NEXT: multiply_add_m8n8k4(c2, c3, a1, b0);
! CHECK-NEXT: multiply_add_m8n8k4(c0, c1, a2, b1);
! CHECK-NEXT: multiply_add_m8n8k4(c2, c3, a3, b1);

! Whole steps ask for nothing, and neither does any step for rows and columns.
! CHECK: use_matrix_units: CUDA's matrix units (m16n8k8) add up the products of 's_1', in an order of their own
! CHECK: product(int m
! CHECK: for (int k_outer = 0;
! CHECK-NOT: ?
! CHECK: multiply_add_m16n8k8(s[0], s[
! CHECK: b_fetch[8 * k_inner_block + lid(0) + 16 * lid(1)],
! CHECK-NOT: ?
! CHECK: __syncthreads
! Of terms behind the last, a product that no sum feels.
! CHECK: multiply_add_m16n8k8(s[0], s[2], s[4], s[6], 8 * k_inner_block + 16 * k_outer +
! CHECK-NEXT: lid(0) < l ? a_fetch[128 * k_inner_block + 16 * lid(0) + lid(1)] : -0.0, 8 *
! CHECK: b_fetch[8 * k_inner_block + lid(0) + 16 * lid(1)] : 0.0,

! TREE: for k_inner_block = 0 while k_inner_block < 2
! TREE-NEXT: for j_inner_block = 0 while j_inner_block < 2 [ilp]
! TREE-NEXT: for i_inner_block = 0 [ilp]
! TREE-NEXT: s[{{.*}}] = s[{{.*}}] + a_fetch[{{.*}}]*b_fetch[{{.*}}]  {id=s_1}  by m16n8k8{{$}}

! OPENCL-NOT: multiply_add
! OPENCL: use_matrix_units: CUDA's matrix units {{.*}}; other targets do it by ordinary operations
! OPENCL-NOT: multiply_add
! OPENCL: for (int k_inner_term = 0; k_inner_term < 8; ++k_inner_term)
! OPENCL-NEXT: s[0] = s[0] + a_fetch[

! THREE: void multiply_add_m16n8k4_bits(
! THREE: mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
! THREE: void multiply_add_m16n8k4_3xtf32(
! THREE-COUNT-3: multiply_add_m16n8k4_bits(c0, c1, c2, c3
! THREE: multiply_add_m16n8k4_3xtf32(s[0]
! THREE: : -0.0f

! UNEVEN: matrix-units.F90:[[#]]:9: error: kernel 'triangle', cuda: use_matrix_units cannot put 's_1' on matrix units: its rows, columns and terms do not run each for itself: which terms there are depends on the row or column
! READ: error: kernel 'part', cuda: use_matrix_units cannot put 's_1' on matrix units: of rows or columns that are not computed, somebody reads the sums; let them be of a scalar that only the tile itself reads
! OWN: error: kernel 'weighted', cuda: use_matrix_units cannot put 's_1' on matrix units: its factor w[{{.*}}]*b[{{.*}} reads 'w', of which each work-item has its own; put it into local memory, or write what it is computed from
! WARP: error: kernel 'weighted', cuda: use_matrix_units cannot put 's_1' on matrix units: its group has 8 by 8 work-items along l.0 and l.1, but warps are 4 by 8 of them; leave these axes to use_matrix_units, and tag others' inames l.auto
! BRANCH: error: kernel 'chosen', cuda: use_matrix_units cannot put 's_1' on matrix units: whether it runs is not known to be the same for all work-items of a warp: v[{{.*}}] > 0.0d0; what it depends on may be sizes, groups, and loops with such bounds
! RANGED: error: kernel 'ranged': the loop over 'k_inner_term' is bounded by 'k_hi', of which each iteration of 'j_inner_block' has a value of its own, so 'j_inner_block' cannot be tagged ilp
! Where one row alone reads, the warp waits for who writes.
! CHECK-NOT: __syncwarp
! ONE: __syncwarp();
! ONE-NEXT: multiply_add_m16n8k8(s[0]
! RENAMED: error: kernel 'weighted', cuda: use_matrix_units cannot put 's_1' on matrix units: its loop 'k_inner_term' is not there any more; call use_matrix_units after what changes loops
#ifndef RK
#define RK 8
#endif
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(out) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine triangle(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, n), b(n, n)
  real(RK), intent(out) :: c(n, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, n
      s = 0
      do k = 1, i
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

! Rows that have no product keep what they began with, whatever b is.
subroutine part(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(inout) :: c(n, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, n
      s = c(i, j)
      do k = 1, l
        if (i <= m) s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine weighted(m, n, l, v, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: v(n), a(m, l), b(l, n)
  real(RK), intent(out) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s, w
  do j = 1, n
    do i = 1, m
      s = 0
      w = v(j)**2
      do k = 1, l
        s = s + a(i, k)*(w*b(k, j))
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine one(n, l, e, a, b, c)
  implicit none
  integer, intent(in) :: n, l
  real(RK), intent(in) :: a(1, l), b(l, n)
  real(RK), intent(inout) :: e(8)
  real(RK), intent(out) :: c(1, n)
  integer :: i, j, k, p
  real(RK) :: s
  do p = 1, 8
    e(p) = 2*e(p)
  end do
  do j = 1, n
    do i = 1, 1
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine ranged(m, n, l, len, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l, len(n)
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(out) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, len(j)
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine chosen(m, n, l, v, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: v(n), a(m, l), b(l, n)
  real(RK), intent(out) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        if (v(j) > 0) s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

!$loopy begin
! CASE = globals().get("CASE")
! SHAPE, PRECISION = globals().get("SHAPE", "m16n8k8"), globals().get("PRECISION")
! t = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl, fetched):
!     knl = lp.split_iname(knl, "i", 16, outer_tag="g.0")
!     knl = lp.split_iname(knl, "j", 16, outer_tag="g.1")
!     knl = lp.split_iname(knl, "k", 16, slabs=(0, 1))
!     if fetched:
!         knl = lp.add_prefetch(knl, "a", ["i_inner", "k_inner"], default_tag="l.auto")
!         knl = lp.add_prefetch(knl, "b", ["j_inner", "k_inner"], default_tag="l.auto")
!     return lp.use_matrix_units(knl, "id:s_1", "i_inner", "j_inner", "k_inner", shape=SHAPE, precision=PRECISION)
! if CASE in (None, "uneven", "read", "branch", "ranged"):
!     knl = t[{None: "product", "uneven": "triangle", "read": "part", "branch": "chosen", "ranged": "ranged"}[CASE]]
!     RESULT = [tiled(knl, CASE is None)]
! elif CASE == "one":
!     RESULT = [tiled(lp.tag_inames(t["one"], "p:l.1"), True)]
! else:
!     knl = t["weighted"]
!     if CASE == "warp":
!         knl = lp.assignment_to_subst(knl, "w")
!         knl = tiled(knl, False)
!         knl = lp.tag_inames(lp.split_iname(knl, "k_inner_block", 8), "k_inner_block_inner:unr")
!         knl = lp.add_prefetch(knl, "v", "j_inner_part, j_inner_block, j_inner_lane", default_tag=None)
!         knl = lp.tag_inames(lp.split_iname(knl, "v_dim_0", 8), "v_dim_0_inner:l.0")
!     elif CASE == "renamed":
!         knl = lp.assignment_to_subst(knl, "w")
!         knl = lp.rename_iname(tiled(knl, False), "k_inner_term", "k_other")
!     else:
!         knl = tiled(knl, False)
!     RESULT = [knl]
!$loopy end
