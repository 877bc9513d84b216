/* What do the last digits of the inputs make of each element? Asked where
 * results differ: of a*d - b*c nearly nothing may be left, and 1/(a*d - b*c)
 * then shows how products were rounded. A part of harness.c. */
#ifndef CHANGES_H
#define CHANGES_H

/* Digits that change together may leave an element what it was: as many ways
 * to change them are tried. */
enum { NUDGES = 8 };

/* Of results that all change, more would be hidden than shown. */
static const long few = 16;

static void add_changes(struct object *o) {
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0};
  for (long e = 0; o->changes && e < o->count; ++e, next_element(o, i)) {
    double scale = limit_of(o, i, largest, input).scale;
    double change = element_error(o, o->oracle + e * o->bytes,
                                  o->target + e * o->bytes, scale);
    if (isfinite(change))
      o->changes[e] = fmax(o->changes[e], change);
  }
}

/* INFINITY where it is more than what rounding could make. */
static double absolute_difference(const struct object *o, long element) {
  const unsigned char *want = o->oracle + element * o->bytes;
  const unsigned char *got = o->target + element * o->bytes;
  int part = part_size(o->class, o->bytes);
  double error = 0;
  if (same_bytes(want, got, o->bytes))
    return 0;
  if (is_poison(o, want) || is_poison(o, got))
    return INFINITY;
  for (int at = 0; at < o->bytes; at += part)
    error = hypot(error, get_real(want + at, part) - get_real(got + at, part));
  return isnan(error) ? INFINITY : error;
}

/* Of a sum and a product that become one operation, rounding leaves something
 * else; a root or a quotient may make much of that. */
static void add_fused(struct object *o) {
  for (long e = 0; o->fused && e < o->count; ++e) {
    double change = absolute_difference(o, e);
    o->fused[e] = isfinite(change) ? change : 0;
  }
}

#include "noise.h"

static void keep_few(struct object *o) {
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0}, count = 0;
  for (long e = 0; o->changes && e < o->count; ++e, next_element(o, i))
    count += accepted_change(o, e) > limit_of(o, i, largest, input).allowed;
  if (count > o->count / few) {
    free(o->changes);
    o->changes = NULL;
  }
}

static int is_number_object(const struct object *o) {
  return (o->class == REAL || o->class == COMPLEX) && !o->undefined;
}

static void measure_changes(int run, struct trial trial, long seed) {
  double *changes[object_count], *fused[object_count];
  for (int k = 0; k < object_count; ++k) {
    const struct object *o = &objects[k];
    size_t cells = is_number_object(o) ? o->count + 1 : 0;
    changes[k] = cells ? calloc(cells, sizeof(double)) : NULL;
    fused[k] = cells ? calloc(cells, sizeof(double)) : NULL;
  }
  for (int nudge = 1; nudge <= NUDGES; ++nudge) {
    if (run_other_oracle(run, trial, seed, nudge, ZEROS))
      continue;
    for (int k = 0; k < object_count; ++k) {
      objects[k].changes = changes[k];
      add_changes(&objects[k]);
      objects[k].changes = NULL;
    }
  }
  int fuses = run_fused_oracle &&
              !run_other_oracle(run, trial, seed, FUSED, ZEROS);
  for (int k = 0; k < object_count; ++k) {
    objects[k].fused = fused[k];
    if (fuses)
      add_fused(&objects[k]);
    objects[k].changes = changes[k];
  }
}

/* A part of each value may be what a root makes of rounding: what fusing makes
 * of it is accepted as what the last digits make. */
static void accept_fused(struct object *o) {
  double input = largest_input(), worst = 0;
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0};
  for (long e = 0; o->fused && e < o->count; ++e, next_element(o, i)) {
    double scale = fmax(magnitude(o, o->oracle + e * o->bytes),
                        limit_of(o, i, largest, input).scale);
    if (o->fused[e] > 0)
      worst = fmax(worst, o->fused[e] / scale);
  }
  if (worst <= o->sensitivity || worst > most_sensitive ||
      sensitivity_factor * worst <= tolerance)
    return;
  o->sensitivity = worst;
  o->fuses = 1;
}

/* The same results again. Behind it, the inputs are those of the last nudge. */
static struct difference compare_by_changes(int run, struct trial trial,
                                            long seed) {
  unsigned char *results[object_count];
  long written = written_by_oracle, elements = elements_to_write;
  for (int k = 0; k < object_count; ++k) {
    results[k] = objects[k].target;
    objects[k].target = NULL;
  }
  measure_changes(run, trial, seed);
  struct difference d = {0, 1, "", NULL, 0};
  for (int k = 0; k < object_count; ++k) {
    struct object *o = &objects[k];
    release(o->target);
    o->target = results[k];
    accept_fused(o);
    o->noise = is_noise(o);
    keep_few(o);
    compare(o, &d);
  }
  written_by_oracle = written, elements_to_write = elements;
  return d;
}

#endif
