// Stencils and the transpose by hand, for any size, as far as we got:
//
// - Rows go to local memory 16 bytes at a time, asynchronously, wherever they
//   begin: a row of the tile begins where its address modulo 16 says, so that
//   its element x is at x plus a shift of 0 to 3 (or 1), one for every fourth
//   (second) row. `cp.async.ca` and not `.cg`: a warp's copies then reach L2 as
//   whole lines.
// - Planes lie in a ring of as many as are read at once and some more, copied
//   ahead; one barrier a plane. A work-item's own column is in registers.
// - What is stored in the transpose begins, row by row, at a sector of 32 bytes.
#ifndef LOOPYC_BENCH_STREAMS_PEERS_CUH
#define LOOPYC_BENCH_STREAMS_PEERS_CUH

#include <cstdint>
#include <type_traits>
#include <utility>

namespace peers {

__device__ __forceinline__ void copy16(void *to, const void *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(
                   (uint32_t)__cvta_generic_to_shared(to)),
               "l"(from)
               : "memory");
}
__device__ __forceinline__ void commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
// Until all but the last `Pending` groups are there.
template <int Pending> __device__ __forceinline__ void awaitCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
  __syncthreads();
}

// Elements of 16 bytes, and how far a row begins into its first 16.
template <typename T> constexpr int perChunk = 16/(int)sizeof(T);
template <typename T> __device__ __forceinline__ int shiftOf(const T *row) {
  return (int)((uintptr_t)row/sizeof(T)) & (perChunk<T> - 1);
}

// Rows of `width` elements from `first` on, of which a work-item copies its
// chunks, plane by plane.
template <typename T, int Rows, int Width, int Items> struct Copier {
  static constexpr int E = perChunk<T>;
  static constexpr int pitch = (Width + 2*(E - 1) + E - 1)/E*E;
  static constexpr int chunks = (Width + E - 1 + E - 1)/E;
  static constexpr int share = (Rows*chunks + Items - 1)/Items;
  static constexpr int elements = Rows*pitch; // of a plane

  const T *row[share];
  int to[share], at[share];

  // `rows` and `width`: as many as are there.
  __device__ Copier(const T *first, int n, int rows) {
#pragma unroll
    for (int s = 0; s < share; ++s) {
      const int id = threadIdx.x + s*Items, r = id/chunks;
      row[s] = first + (int64_t)r*n;
      to[s] = r*pitch;
      at[s] = id < Rows*chunks && r < rows ? id%chunks*E : 1 << 20;
    }
  }
  __device__ void copy(T *plane, int width, int64_t also = 0) const {
#pragma unroll
    for (int s = 0; s < share; ++s) {
      const int shift = shiftOf(row[s]), x = at[s] - shift;
      if (x > -E && x < width)
        copy16(plane + to[s] + at[s], row[s] + also + x);
    }
  }
  __device__ void next(int64_t plane) {
#pragma unroll
    for (int s = 0; s < share; ++s)
      row[s] += plane;
  }
};

// A stencil of `H` neighbours along each axis. `Own`: v and speed go through
// local memory, too. A work-item has R rows; Ahead planes are being copied.
template <typename T, int H, int TX, int NY, int R, int Ahead, bool Own,
          typename Value>
__global__ void __launch_bounds__(TX*NY)
    stencil(int n, const T *__restrict__ u, T *__restrict__ v,
            const T *__restrict__ speed, const T *__restrict__ coefficients,
            int chunk, Value value) {
  constexpr int TY = NY*R, E = perChunk<T>, W = 2*H + 1;
  constexpr int slots = H + 1 + Ahead, ownSlots = Ahead + 1;
  using Halo = Copier<T, TY + 2*H, TX + 2*H, TX*NY>;
  using Inside = Copier<T, TY, TX, TX*NY>;
  extern __shared__ __align__(128) char memory[];
  T *ring = (T *)memory, *ringV = ring + slots*Halo::elements,
    *ringS = ringV + (Own ? ownSlots*Inside::elements : 0);
  const int64_t q = (int64_t)n*n;
  const int x0 = blockIdx.x*TX, y0 = H + blockIdx.y*TY;
  const int xa = max(x0 - H, 0), width = min(x0 + TX + H, n) - xa;
  const int k0 = H + blockIdx.z*chunk, k1 = min(k0 + chunk, n - H);
  const T *firstU = u + k0*q + (int64_t)(y0 - H)*n + xa;
  const T *firstV = v + k0*q + (int64_t)y0*n + x0;
  Halo halo(firstU, n, n - y0 + H);
  Inside inside(firstV, n, n - H - y0);

  int toCopy = k0, slot = 0, ownSlot = 0;
  auto copyOwn = [&](int plane) {
    if (!Own)
      return;
    if (plane < k1) {
      const int own = min(x0 + TX, n) - x0;
      inside.copy(ringV + ownSlot*Inside::elements, own);
      inside.copy(ringS + ownSlot*Inside::elements, own, speed - v);
    }
    inside.next(q);
    ownSlot = ownSlot + 1 == ownSlots ? 0 : ownSlot + 1;
  };
  auto copyPlane = [&] {
    if (toCopy < k1 + H)
      halo.copy(ring + slot*Halo::elements, width);
    halo.next(q);
    ++toCopy;
    slot = slot + 1 == slots ? 0 : slot + 1;
  };
#pragma unroll 1
  for (int p = 0; p <= H; ++p)
    copyPlane();
  copyOwn(k0);
  commit();
#pragma unroll 1
  for (int p = 1; p < Ahead; ++p) {
    copyPlane();
    copyOwn(k0 + p);
    commit();
  }

  const int tx = threadIdx.x%TX, row0 = threadIdx.x/TX*R, x = x0 + tx;
  bool isInside[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
    isInside[r] = x >= H && x < n - H && y0 + row0 + r < n - H;
  // The column: planes k - H to k + H, which change places by turns.
  T column[W][R];
#pragma unroll
  for (int d = 0; d < H; ++d)
#pragma unroll
    for (int r = 0; r < R; ++r)
      column[d][r] =
          isInside[r]
              ? u[(k0 - H + d)*q + (int64_t)(y0 + row0 + r)*n + x] : T(0);
  // Of rows of a plane, by their number modulo E.
  const uint32_t n4 = n, q4 = (uint32_t)q;
  uint32_t baseU = (uint32_t)((uintptr_t)(firstU + (int64_t)row0*n)/sizeof(T)),
           baseV = (uint32_t)((uintptr_t)(firstV + (int64_t)row0*n)/sizeof(T));
  const T *mine = ring + row0*Halo::pitch + (x - xa);
  const T *mineV = ringV + row0*Inside::pitch + tx,
          *mineS = ringS + row0*Inside::pitch + tx;
  T c[H + 1]; // what is stored could be they, as far as a compiler knows
#pragma unroll
  for (int h = 0; h <= H; ++h)
    c[h] = coefficients[h];
  T *out[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
    out[r] = v + k0*q + (int64_t)(y0 + row0 + r)*n + x;
  awaitCopies<Ahead - 1>();
#pragma unroll
  for (int d = 0; d < H; ++d)
#pragma unroll
    for (int r = 0; r < R; ++r)
      column[H + d][r] =
          mine[d*Halo::elements + (r + H)*Halo::pitch +
               ((baseU + d*q4 + (r + H)*n4) & (E - 1))];

  int k = k0, here = 0, newest = H, own = 0;
  auto step = [&](auto turn) {
    constexpr int s = decltype(turn)::value;
    if (k >= k1)
      return false;
    awaitCopies<Ahead - 1>();
    copyPlane();
    copyOwn(k + Ahead);
    commit();
    const T *there = mine + newest*Halo::elements;
#pragma unroll
    for (int r = 0; r < R; ++r)
      column[(s + 2*H)%W][r] = there[(r + H)*Halo::pitch +
                                     ((baseU + H*q4 + (r + H)*n4) & (E - 1))];
    int shift[E], shiftV[E];
#pragma unroll
    for (int e = 0; e < E; ++e) {
      shift[e] = (baseU + e*n4) & (E - 1);
      shiftV[e] = (baseV + e*n4) & (E - 1);
    }
    const T *plane = mine + here*Halo::elements;
    T rows[R + 2*H]; // along y
#pragma unroll
    for (int r = 0; r < R + 2*H; ++r)
      rows[r] = r >= H && r < R + H
                    ? column[(s + H)%W][r >= H && r < R + H ? r - H : 0]
                    : (plane + shift[r%E])[r*Halo::pitch];
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const T *row = plane + shift[(r + H)%E] + (r + H)*Halo::pitch;
      T sums[H + 1];
      sums[0] = rows[r + H];
#pragma unroll
      for (int h = 1; h <= H; ++h)
        sums[h] = row[-h] + row[h] + rows[r + H - h] + rows[r + H + h] +
                  column[(s + H - h + W)%W][r] + column[(s + H + h)%W][r];
      const int at = own*Inside::elements + r*Inside::pitch + shiftV[r%E];
      const T result =
          value(sums, c, Own ? mineV[at] : T(0), Own ? mineS[at] : T(0));
      if (isInside[r])
        *out[r] = result;
      out[r] += q;
    }
    newest = newest + 1 == slots ? 0 : newest + 1;
    here = here + 1 == slots ? 0 : here + 1;
    own = own + 1 == ownSlots ? 0 : own + 1;
    baseU += q4;
    baseV += q4;
    ++k;
    return true;
  };
  auto turns = [&]<int... S>(std::integer_sequence<int, S...>) {
    while ((step(std::integral_constant<int, S>()) && ...))
      ;
  };
  turns(std::make_integer_sequence<int, W>());
}

template <typename T, int H, int TX, int NY, int R, int Ahead, bool Own,
          typename Value>
void launchStencil(cudaStream_t stream, int n, const T *u, T *v, const T *speed,
                   const T *coefficients, int chunk, Value value) {
  constexpr int TY = NY*R;
  constexpr int bytes =
      (int)sizeof(T)*
      ((H + 1 + Ahead)*Copier<T, TY + 2*H, TX + 2*H, TX*NY>::elements +
       (Own ? 2*(Ahead + 1)*Copier<T, TY, TX, TX*NY>::elements : 0));
  auto *kernel = stencil<T, H, TX, NY, R, Ahead, Own, Value>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  auto parts = [](int count, int size) { return (count + size - 1)/size; };
  kernel<<<dim3(parts(n - H, TX), parts(n - 2*H, TY), parts(n - 2*H, chunk)),
           TX*NY, bytes, stream>>>(n, u, v, speed, coefficients, chunk, value);
}

inline void wave(cudaStream_t stream, int n, const float *c, const float *u,
                 float *v, const float *speed) {
  launchStencil<float, 4, 128, 4, 4, 2, true>(
      stream, n, u, v, speed, c, 126,
      [=] __device__(const float *sums, const float *c, float old,
                     float faster) {
        float s = 3*c[0]*sums[0];
#pragma unroll
        for (int h = 1; h <= 4; ++h)
          s = s + c[h]*sums[h];
        return 2*sums[0] - old + faster*s;
      });
}

// c[0] for the point, c[1] for its neighbours.
inline void laplacian(cudaStream_t stream, int n, const double *c,
                      const double *u, double *v) {
  launchStencil<double, 1, 128, 2, 4, 4, false>(
      stream, n, u, v, u, c, 5,
      [=] __device__(const double *sums, const double *c, double, double) {
        return c[0]*sums[0] + c[1]*sums[1];
      });
}

// Tiles of TI by TJ elements of `a`. Rows of `b` begin at sectors, each up to 7
// elements before the tile.
template <int TI, int TJ, int Warps>
__global__ void __launch_bounds__(Warps*32)
    transpose(int n, int m, const float *__restrict__ a, float *__restrict__ b,
              int pitch) {
  constexpr int before = 7, rows = TJ + before, E = 4, line = 32;
  constexpr int chunks = ((TI + line - 1 + E - 1)/E + 7)/8*8;
  extern __shared__ __align__(16) float tileMemory[];
  const int parts = (m + before + TJ - 1)/TJ;
  const int i0 = (int)blockIdx.x/parts*TI, j0 = (int)blockIdx.x%parts*TJ;
  const float *first = a + (int64_t)(j0 - before)*n + i0;
  float *tile = tileMemory + shiftOf(first); // its rows are as far from 16 bytes
  const int low = max(before - j0, 0), high = min(rows, m - j0 + before);
  for (int g = threadIdx.x; g < rows*chunks; g += Warps*32) {
    const int r = g/chunks;
    const float *row = first + (int64_t)r*n;
    // Eight work-items copy a line.
    const int x = g%chunks*E - ((int)((uintptr_t)row/sizeof(float)) & (line - 1));
    if (r >= low && r < high && x > -E && x < min(TI, n - i0))
      copy16(tile + r*pitch + x, row + x);
  }
  commit();
  awaitCopies<0>();
  const int lane = threadIdx.x%32;
#pragma unroll 4
  for (int r = threadIdx.x/32; r < TI && i0 + r < n; r += Warps) {
    float *to = b + (int64_t)(i0 + r)*m + j0;
    const int shift = (int)((uintptr_t)to/sizeof(float)) & before;
#pragma unroll
    for (int c = 0; c < TJ/32; ++c) {
      const int x = c*32 + lane - shift;
      if (x >= -j0 && x < m - j0)
        to[x] = tile[(x + before)*pitch + r];
    }
  }
}

inline void transposed(cudaStream_t stream, int n, int m, const float *a,
                       float *b) {
  constexpr int TI = 128, TJ = 96, warps = 12;
  // As far from 16 bytes in each row as in memory, and no columns in one bank.
  int pitch = TI + 6;
  while ((pitch - n)%4)
    ++pitch;
  if (n%4 == 0 && pitch%8 == 0)
    pitch += 4;
  const int bytes = ((TJ + 7)*(TI + 14) + 8)*(int)sizeof(float);
  auto *kernel = transpose<TI, TJ, warps>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  const int parts = (n + TI - 1)/TI*((m + 7 + TJ - 1)/TJ);
  kernel<<<parts, warps*32, bytes, stream>>>(n, m, a, b, pitch);
}

} // namespace peers

#endif
