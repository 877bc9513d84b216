/* The two subroutines in double precision: fluxes first, then derivatives. */
#include "flux.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { FACTOR_JINV = 9 };

void array_extent(enum array array, long Ne, long extent[5]) {
  int is_matrix = array == DIFF;
  extent[0] = extent[1] = NQ;
  extent[2] = is_matrix ? 1 : NQ;
  extent[3] = is_matrix ? 1 : array == GEO ? FACTORS : FIELDS;
  extent[4] = is_matrix ? 1 : Ne;
}

long array_size(enum array array, long Ne) {
  long extent[5], size = 1;
  array_extent(array, Ne, extent);
  for (int axis = 0; axis < 5; ++axis)
    size *= extent[axis];
  return size;
}

/* A number between 0 and 1 for each counter value (the splitmix64 mixer). */
static float uniform(uint64_t counter) {
  uint64_t x = counter * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return ((x ^ (x >> 31)) >> 40) * 0x1p-24f;
}

void random_inputs(long Ne, unsigned seed, float *const arrays[ARRAYS]) {
  for (enum array array = 0; array < ARRAYS; ++array) {
    long size = array_size(array, Ne);
    uint64_t stream = ((uint64_t)seed * ARRAYS + array) << 40;
#pragma omp parallel for
    for (long n = 0; n < size; ++n) {
      long field = n / POINTS % (array == GEO ? FACTORS : FIELDS);
      /* Density, potential temperature and Jacobian stay away from 0. */
      int positive = (array == Q && (field == 3 || field == 4)) ||
                     (array == GEO && field == FACTOR_JINV);
      float x = uniform(stream + n);
      arrays[array][n] = positive ? 0.5f + x : 2 * x - 1;
    }
  }
}

/* The fluxes of one element in direction 0 (r) or 1 (s). */
static void fluxes(const float *q, const float *geo, int direction,
                   double flux[FIELDS][POINTS]) {
  for (int p = 0; p < POINTS; ++p) {
    double g[3], u[3];
    for (int a = 0; a < 3; ++a) {
      g[a] = geo[(3 * direction + a) * POINTS + p];
      u[a] = q[a * POINTS + p];
    }
    double speed =
        (g[0] * u[0] + g[1] * u[1] + g[2] * u[2]) / q[3 * POINTS + p];
    double pressure = pow(q[4 * POINTS + p], 1.4f);
    for (int f = 0; f < FIELDS; ++f)
      flux[f][p] = q[f * POINTS + p] * speed + (f < 3 ? g[f] * pressure : 0);
  }
}

static void element_increment(const float *q, const float *geo, const float *D,
                              double *increment) {
  double(*r)[POINTS] = malloc(2 * FIELDS * sizeof *r),
  (*s)[POINTS] = r + FIELDS;
  if (!r)
    abort();
  fluxes(q, geo, 0, r);
  fluxes(q, geo, 1, s);
  for (int f = 0; f < FIELDS; ++f)
    for (int k = 0; k < NQ; ++k)
      for (int j = 0; j < NQ; ++j)
        for (int i = 0; i < NQ; ++i) {
          const double *r_line = &r[f][NQ * (j + NQ * k)],
                       *s_line = &s[f][i + NQ * NQ * k];
          int p = i + NQ * (j + NQ * k);
          double sum = 0;
          for (int n = 0; n < NQ; ++n)
            sum += D[i + NQ * n] * r_line[n] + D[j + NQ * n] * s_line[NQ * n];
          increment[f * POINTS + p] = -geo[FACTOR_JINV * POINTS + p] * sum;
        }
  free(r);
}

void reference_increment(long Ne, float *const arrays[ARRAYS],
                         double *increment) {
#pragma omp parallel for
  for (long e = 0; e < Ne; ++e)
    element_increment(arrays[Q] + e * FIELDS * POINTS,
                      arrays[GEO] + e * FACTORS * POINTS, arrays[DIFF],
                      increment + e * FIELDS * POINTS);
}

double increment_error(long Ne, const float *before, const float *after,
                       const double *increment) {
  double worst = 0;
  for (int field = 0; field < FIELDS; ++field) {
    double wrong = 0, norm = 0;
#pragma omp parallel for reduction(+ : wrong, norm)
    for (long e = 0; e < Ne; ++e)
      for (long n = (e * FIELDS + field) * POINTS;
           n < (e * FIELDS + field + 1) * POINTS; ++n) {
        double error = (double)after[n] - before[n] - increment[n];
        wrong += error * error;
        norm += increment[n] * increment[n];
      }
    double relative = sqrt(wrong / norm);
    if (!isnan(worst) && !(relative <= worst))
      worst = relative; /* NaN too, which stays */
  }
  return worst;
}
