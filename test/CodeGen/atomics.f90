! An atomic update is the language's own where it has one, else a loop of
! compare and swap; in C, OpenMP's.
! RUN: %loopyc %s --target=opencl,cuda,c -o %t
! RUN: FileCheck %s --check-prefix=CL < %t.cl
! RUN: FileCheck %s --check-prefix=CUDA < %t.cu
! RUN: FileCheck %s --check-prefix=C < %t.c
! RUN: FileCheck %s --check-prefix=HOST < %t_host.c
! Where nobody else may come, in private memory and in a loop of one thread, it
! is a plain one.
! RUN: %loopyc %s --set SERIAL=True --target=c --emit=device -o - | FileCheck %s --check-prefix=PLAIN
!
! CL: #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
! CL-NEXT: #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
! CL: static inline void atomic_add_f64(volatile __global double *element, double value) {
! CL-NEXT: volatile __global ulong *bits = (volatile __global ulong *) element;
! CL-NEXT: ulong seen, next, old = atom_add(bits, 0);
! CL-NEXT: do {
! CL-NEXT: seen = old;
! CL-NEXT: next = as_ulong(as_double(seen) + value);
! CL-NEXT: old = atom_cmpxchg(bits, seen, next);
! CL-NEXT: } while (old != seen);
! CL: static inline void atomic_min_f32(volatile __global float *element, float value) {
! CL: next = as_uint(fmin(as_float(seen), value));
! CL-NEXT: if (next == seen)
! CL-NEXT: return;
! CL-NEXT: old = atomic_cmpxchg(bits, seen, next);
! CL: static inline void atomic_add_cfloat(__global loopyc_cfloat *element, loopyc_cfloat value) {
! CL-NEXT: atomic_add_f32(&element->re, value.re);
! CL-NEXT: atomic_add_f32(&element->im, value.im);
! CL: make_atomic: the updates of 'd' are atomic: they come in any order
! CL: atomic_add(&k[ix[{{.*}}] - 1], -(128 * gid(0)) - lid(0) + 1);
! CL: atom_max(&l[ix[{{.*}}] - 1], (long) (
! CL: atom_add(&m[
! CL: atomic_add_f64(&d[ix[{{.*}}] - 1], -x[
! CL: atomic_min_f32(&f[
! CL: atomic_add_cfloat(&z[
!
! CUDA: static __device__ inline void atomic_max_i64(int64_t *element, int64_t value) {
! CUDA-NEXT: atomicMax((long long *) element, (long long) value);
! CUDA: static __device__ inline void atomic_add_i64(int64_t *element, int64_t value) {
! CUDA-NEXT: atomicAdd((unsigned long long *) element, (unsigned long long) value);
! CUDA: static __device__ inline void atomic_min_f32(float *element, float value) {
! CUDA: old = *(volatile unsigned int *) bits;
! CUDA: next = __float_as_uint(fminf(__uint_as_float(seen), value));
! CUDA: old = atomicCAS(bits, seen, next);
! CUDA: atomicAdd(&element->re, value.re);
! CUDA: atomicAdd(&k[ix[
! CUDA: atomicAdd(&d[ix[
!
! C: #pragma omp atomic
! C-NEXT: *element = *element + value;
! C: #pragma omp critical (atomic_max_i64)
! C-NEXT: *element = *element > value ? *element : value;
! C: atomic_add_i32(&k[ix[
!
! HOST: needed_extensions[] = {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", NULL};
! HOST: if (!has_extension(device, *extension))
! HOST-NEXT: return LOOPYC_ERROR_DEVICE;
!
! PLAIN: make_atomic:
! PLAIN-NOT: {{atomic_|omp}}
! PLAIN: k[ix[i] - 1] = k[ix[i] - 1] - i + 1;
! PLAIN-NOT: {{atomic_|omp}}
subroutine all(n, ix, x, z0, k, l, m, d, f, z)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  complex, intent(in) :: z0(n)
  integer, intent(inout) :: k(9)
  integer(8), intent(inout) :: l(9), m(9)
  real(8), intent(inout) :: d(9)
  real, intent(inout) :: f(9)
  complex, intent(inout) :: z(9)
  integer :: i
  do i = 1, n
    k(ix(i)) = k(ix(i)) + 2 - i
    l(ix(i)) = max(l(ix(i)), int(i, 8))
    m(ix(i)) = m(ix(i)) + i
    d(ix(i)) = d(ix(i)) - x(i)
    f(ix(i)) = min(f(ix(i)), real(x(i)))
    z(ix(i)) = z(ix(i)) + z0(i)
  end do
end subroutine
!$loopy begin
! knl = lp.parse_fortran(SOURCE, FILENAME)["all"]
! for name in "klmdfz":
!     knl = lp.make_atomic(knl, name)
! if not globals().get("SERIAL"):
!     knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
