! What the lanes of a warp tell each other: registers that others read, in
! CUDA; ranges that the kernel reads are dealt to them in strides.
! RUN: %loopyc %s --set LANES=8 --set ROWS=16 --target=cuda --emit=device -o - | FileCheck %s --check-prefixes=CHECK,CU
! RUN: %loopyc %s --set LANES=8 --set ROWS=16 --target=opencl --emit=device -o - | FileCheck %s --check-prefixes=CHECK,CL
! RUN: %loopyc %s --set LANES=8 --set ROWS=16 --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! Rows across warps, and a last warp that is not whole, keep local memory.
! RUN: %loopyc %s --set LANES=12 --set ROWS=8 --target=cuda --emit=device -o - | FileCheck %s --check-prefix=ACROSS
! RUN: %loopyc %s --set LANES=8 --set ROWS=5 --target=cuda --emit=device -o - | FileCheck %s --check-prefix=ACROSS
! RUN: %loopyc %s --set LANES=64 --set ROWS=2 --target=cuda --emit=device -o - | FileCheck %s --check-prefix=ACROSS
! A group of less than a warp.
! RUN: %loopyc %s --set LANES=3 --set ROWS=5 --target=cuda --emit=device -o - | FileCheck %s --check-prefix=FEW
! RUN: %loopyc %s --set LANES=8 --set ROWS=16 --target=cuda --cuda-kernels=loaded -o %t && FileCheck %s --check-prefix=LOADED < %t_cuda.c
! LOADED: __shfl_down_sync(0xffffffffu
! RUN: %loopyc %s --set LANES=8 --set ROWS=16 --target=cuda --print-after=strided-loops --emit=device -o %t 2>&1 | FileCheck %s --check-prefix=TREE

! CU: value.re = __shfl_sync(0xffffffffu, value.re, lane);
! CU-NEXT: value.im = __shfl_sync(0xffffffffu, value.im, lane);
! CU: static __device__ inline float shuffle_down_f32(float value, int lane) {
! CU-NEXT: return __shfl_down_sync(0xffffffffu, value, lane);

! CHECK-LABEL: product(
! CU-NOT: __shared__
! CU-NOT: __syncthreads
! CHECK: float s_partial = -0.0f;
! CHECK-NEXT: for (int k = k_lo + lid(0); k <= k_hi; k += 8) {
! CHECK-NEXT: s_partial = s_partial + a[k - 1] * x[ci[k - 1] - 1];
! CHECK-NEXT: }
! CU-NEXT: s_shared = s_partial;
! CU-NEXT: }
! CU-NEXT: float s_shared_4 = shuffle_down_f32(s_shared, 4);
! CU-NEXT: if (lid(0) <= 3 && 16 * gid(0) + lid(1) < n) {
! CU-NEXT: s_shared = s_shared + s_shared_4;
! CU-NEXT: }
! CU-NEXT: float s_shared_2 = shuffle_down_f32(s_shared, 2);
! CU: float s_shared_1 = shuffle_down_f32(s_shared, 1);
! CU: float s_shared_of = shuffle_f32(s_shared, 8 * lid(1));
! CU-NEXT: if (16 * gid(0) + lid(1) < n) {
! CU-NEXT: s = s + s_shared_of;
! CL: s_shared[lid(0) + 8 * lid(1)] = s_partial;
! CL: barrier(CLK_LOCAL_MEM_FENCE);

! In C, lanes are a loop.
! C: for (int k_outer = 0; k_lo{{.*}} + 8 * k_outer + lid_0 <= k_hi{{.*}}; ++k_outer)

! ACROSS-LABEL: product(
! ACROSS: __shared__ {{.*}}float s_shared[
! ACROSS: __syncthreads();
! ACROSS-NOT: shuffle

! FEW: __shfl_down_sync(0x7fffu, value, lane);
! FEW-LABEL: product(
! FEW: shuffle_down_f32_of_15(s_shared, 2);

! TREE: after strided-loops: product, cuda
! TREE: for k = k_lo + lid(0) while k <= k_hi step 8
subroutine product(n, m, nnz, rp, ci, a, x, y)
  integer, intent(in) :: n, m, nnz, rp(n + 1), ci(nnz)
  real, intent(in) :: a(nnz), x(m)
  real, intent(out) :: y(n)
  integer :: i, k
  real :: s
  do i = 1, n
    s = 0
    do k = rp(i), rp(i + 1) - 1
      s = s + a(k)*x(ci(k))
    end do
    y(i) = s
  end do
end subroutine

! Two bounds are one; the sum stands in the loop's place for all that counts
! from it; elements without a sum of their own stay.
! CHECK-LABEL: bounded(
! CU: for (int k = lid(0) + lo; k <= min_i32(k_hi, nnz); k += 8) {
! CU-NEXT: s_partial = s_partial + (float) (k - lo) * a[k - 1];
subroutine bounded(n, nnz, rp, a, y)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real, intent(in) :: a(nnz)
  real, intent(out) :: y(n)
  integer :: i, k, lo, hi
  real :: s
  do i = 1, n
    lo = rp(i)
    hi = min(rp(i + 1), nnz + 1)
    s = 0
    do k = lo, hi - 1
      s = s + (k - lo)*a(k)
    end do
    y(i) = s
  end do
end subroutine

! Each lane reads what all others have: one shuffle in front of its conditions.
! Its own element is no read of others.
! CHECK-LABEL: means(
! CU-NOT: __syncthreads
! CU: loopyc_cfloat s_shared_of = shuffle_cfloat(s_shared, 8 * lid(1));
! CU: b[k_1 - 1] = cfloat_sub(a[k_1 - 1], s);
subroutine means(n, nnz, rp, a, b)
  integer, intent(in) :: n, nnz, rp(n + 1)
  complex, intent(in) :: a(nnz)
  complex, intent(inout) :: b(nnz)
  integer :: i, k
  complex :: s
  do i = 1, n
    s = 0
    do k = rp(i), rp(i + 1) - 1
      s = s + a(k)
    end do
    do k = rp(i), rp(i + 1) - 1
      b(k) = a(k) - s
    end do
  end do
end subroutine

! Numbers of 64 bits.
! CHECK-LABEL: sums(
! CHECK: for ({{int64_t|long}} k = k_lo + lid(0); k <= k_hi; k += 8) {
! CHECK-NEXT: s_partial = s_partial + a[k - 1{{L+}}];
subroutine sums(n, nnz, rp, a, y)
  integer(8), intent(in) :: n, nnz, rp(n + 1)
  real, intent(in) :: a(nnz)
  real, intent(out) :: y(n)
  integer(8) :: i, k
  real :: s
  do i = 1, n
    s = 0
    do k = rp(i), rp(i + 1) - 1
      s = s + a(k)
    end do
    y(i) = s
  end do
end subroutine

!$loopy begin
! kernels = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     if knl.name == "means":
!         knl = lp.assert_map(knl, "rp", increasing=True)
!     knl = lp.split_iname(knl, "i", ROWS, outer_tag="g.0", inner_tag="l.1")
!     for k in ("k", "k_1"):
!         if k in knl.all_inames():
!             knl = lp.split_iname(knl, k, LANES, inner_tag="l.0")
!     kernels.append(knl)
! RESULT = kernels
!$loopy end
