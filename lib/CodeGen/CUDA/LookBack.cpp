// How work-groups hand a value on, in the order in which they begin.
#include "CUDA/CUDADialect.h"
#include "CUDA/Kernels.h"

#include "CFamily/LookBack.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const text =
    R"(/* Decoupled look-back (Merrill and Garland, 2016): in its cell, a group leaves
   what its piece does as soon as it knows, and then the value behind it. */
enum { nothing_yet, has_piece, has_value };

/* A status, and what it stands for, behind a fence; */
template <typename F, bool fits> struct look_back_cell {
  typedef typename F::value value;
  unsigned long long status;
  value piece[F::width], s;

  __device__ void leave(unsigned what, const value *values) {
    value *to = what == has_value ? &s : piece;
    for (int i = 0; i < (what == has_value ? 1 : F::width); ++i)
      to[i] = values[i];
    __threadfence();
    *(volatile unsigned long long *) &status = what;
  }
  /* Waits until there is something. */
  __device__ unsigned take(value *values) {
    unsigned what;
    while (!(what = (unsigned) *(volatile unsigned long long *) &status))
      ;
    __threadfence();
    const value *from = what == has_value ? &s : piece;
    for (int i = 0; i < (what == has_value ? 1 : F::width); ++i)
      values[i] = from[i];
    return what;
  }
};

/* or both in one word. */
template <typename F> struct look_back_cell<F, true> {
  typedef typename F::value value;
  union bits {
    value s;
    unsigned word;
  };
  unsigned long long word;

  __device__ void leave(unsigned what, const value *values) {
    bits low;
    low.word = 0;
    low.s = *values;
    *(volatile unsigned long long *) &word =
        (unsigned long long) what << 32 | low.word;
  }
  __device__ unsigned take(value *values) {
    unsigned long long seen;
    while (!(seen = *(volatile unsigned long long *) &word))
      ;
    bits low;
    low.word = (unsigned) seen;
    *values = low.s;
    return (unsigned) (seen >> 32);
  }
};

/* The group that begins after so many others. */
static __device__ inline uint3 group_at(unsigned long long turn) {
  uint3 group;
  group.x = (unsigned) (turn % gridDim.x);
  group.y = (unsigned) (turn / gridDim.x % gridDim.y);
  group.z = (unsigned) (turn / gridDim.x / gridDim.y);
  return group;
}

/* The lane's value, in a warp of which the lanes of the mask are here. */
template <typename T>
static __device__ inline T from_lane(unsigned mask, T own, int lane) {
  union {
    T value;
    unsigned words[(sizeof(T) + 3) / 4];
  } bits;
  bits.words[sizeof bits.words / sizeof *bits.words - 1] = 0;
  bits.value = own;
  for (unsigned i = 0; i < sizeof bits.words / sizeof *bits.words; ++i)
    bits.words[i] = __shfl_sync(mask, bits.words[i], lane);
  return bits.value;
}

/* By the first lanes of a warp, for group place - 1: *start is the value that
   the group before leaves, *first for the first, *next what the piece makes of
   it. A window of as many groups as there are lanes goes back to one that has a
   value. */
template <typename F, int lanes>
static __device__ inline void
look_back(unsigned long long *cell_of_group, int place, int lane,
          const typename F::value *first, const typename F::value *piece,
          typename F::value *start, typename F::value *next) {
  typedef typename F::value value;
  typedef look_back_cell<F, F::width == 1 && sizeof(value) <= 4> cell;
  const unsigned all = (unsigned) ((1ULL << lanes) - 1);
  cell *own = (cell *) cell_of_group;
  value s, between[F::width], seen[F::width];
  if (place == 1) {
    s = *first;
  } else {
    if (lane == 0)
      own->leave(has_piece, piece);
    bool is_next = true; /* is nothing in between? */
    for (int last = place - 1;; last -= lanes) {
      for (int i = 0; i < F::width; ++i)
        seen[i] = piece[i];
      const unsigned what =
          last - lane >= 1 ? (own - (place - last + lane))->take(seen) : has_value;
      const unsigned values = __ballot_sync(all, what == has_value);
      const int pieces = values ? __ffs(values) - 1 : lanes; /* behind it */
      s = from_lane(all, seen[0], values ? pieces : 0);
      for (int distance = 1; distance < lanes; distance *= 2) {
        value earlier[F::width];
        for (int i = 0; i < F::width; ++i)
          earlier[i] = from_lane(all, seen[i], lane + distance);
        if (lane + distance < pieces)
          F::compose(earlier, seen);
      }
      for (int i = 0; i < F::width; ++i)
        seen[i] = from_lane(all, seen[i], 0);
      if (pieces > 0 && is_next) {
        for (int i = 0; i < F::width; ++i)
          between[i] = seen[i];
        is_next = false;
      } else if (pieces > 0) {
        F::compose(seen, between);
      }
      if (values)
        break;
    }
    if (!is_next)
      s = F::apply(between, s);
  }
  const value behind = F::apply(piece, s);
  if (lane == 0)
    own->leave(has_value, &behind);
  *start = s;
  *next = behind;
}
)";

std::string CUDADialect::lookBackText() const { return text; }

static const ArrayRef *cellsOf(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->looksBack())
      return &lookBackCell(*insn);
  return nullptr;
}

// Groups get numbers as they begin, whatever the hardware calls them; so those
// before a group are running or done.
void codegen::numberGroups(KernelData &data, TextBuilder &out) {
  const ArrayRef *cells = cellsOf(data.scheduled.kernel);
  if (!cells)
    return;
  std::string turn = data.identifiers().fresh("turn");
  out.line("__shared__ unsigned long long " + turn + ";");
  out.line("if (threadIdx.x + threadIdx.y + threadIdx.z == 0)");
  out.line("  " + turn + " = atomicAdd((unsigned long long *) " +
           data.find(cells->name)->identifiers.front() + ", 1ULL);");
  out.line("__syncthreads();");
  out.line("const uint3 blockIdx = group_at(" + turn + ");");
}
