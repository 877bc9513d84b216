/* What the parts of the driver share: the arrays of the flux kernels, in
 * Fortran's order, and the kernels' own layouts of them.
 *
 * NQ, the number of points along an element's edge, is given by -DNQ=8. */
#ifndef FLUX_H
#define FLUX_H

#include "device.h"

/* The arrays: geo(Nq,Nq,Nq,11,Ne), D(Nq,Nq), q(Nq,Nq,Nq,8,Ne), rhsq likewise.
 */
enum array { GEO, DIFF, Q, RHSQ, ARRAYS };
enum { FIELDS = 8, FACTORS = 11, POINTS = NQ * NQ * NQ };

/* Where a kernel expects the elements of one array. */
struct layout {
  long (*size)(long Ne); /* of its buffer, in elements */
  void (*move)(long Ne, const long extent[5], float *buffer, float *declared,
               int back);
};

/* One generated kernel. `launch` returns what its launcher returns. */
struct variant {
  const char *name;
  int (*launch)(struct device *device, int Ne, void *const buffers[ARRAYS]);
  const char *(*error_text)(int status);
  struct layout layouts[ARRAYS];
};
extern const struct variant variants[];
extern const int variant_count;

static inline long largest(const long *numbers, size_t count) {
  long result = numbers[0];
  for (size_t n = 1; n < count; ++n)
    if (numbers[n] > result)
      result = numbers[n];
  return result;
}

/* Defines a layout: a buffer which holds the declared, zero-based element
 * [i0, i1, i2, i3, i4] at PLACE. Then, for each axis, what it spans: its
 * stride times its extent. */
#define LAYOUT(NAME, PLACE, ...)                                               \
  static long NAME##_size(long Ne) {                                           \
    const long spans[] = {__VA_ARGS__};                                        \
    (void)Ne;                                                                  \
    return largest(spans, sizeof spans / sizeof *spans);                       \
  }                                                                            \
  static void NAME##_move(long Ne, const long extent[5], float *buffer,        \
                          float *declared, int back) {                         \
    (void)Ne;                                                                  \
    _Pragma("omp parallel for") for (long i4 = 0; i4 < extent[4]; ++i4) for (  \
        long i3 = 0; i3 < extent[3];                                           \
        ++i3) for (long i2 = 0; i2 < extent[2];                                \
                   ++i2) for (long i1 = 0; i1 < extent[1];                     \
                              ++i1) for (long i0 = 0; i0 < extent[0]; ++i0) {  \
      long at = i0 + extent[0] *                                               \
                         (i1 + extent[1] *                                     \
                                   (i2 + extent[2] * (i3 + extent[3] * i4)));  \
      if (back)                                                                \
        declared[at] = buffer[PLACE];                                          \
      else                                                                     \
        buffer[PLACE] = declared[at];                                          \
    }                                                                          \
  }

/* Elements of an array along its five axes (1 where it has fewer). */
void array_extent(enum array array, long Ne, long extent[5]);
long array_size(enum array array, long Ne);

/* Random data in which every term of the fluxes counts. */
void random_inputs(long Ne, unsigned seed, float *const arrays[ARRAYS]);
/* What the two subroutines add to rhsq, in double precision. */
void reference_increment(long Ne, float *const arrays[ARRAYS],
                         double *increment);
/* The largest relative error of a field of rhsq's increment, by norm. */
double increment_error(long Ne, const float *before, const float *after,
                       const double *increment);

#endif
