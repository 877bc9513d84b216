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

static void measure_changes(int run, struct trial trial, long seed) {
  double *changes[object_count];
  for (int k = 0; k < object_count; ++k) {
    const struct object *o = &objects[k];
    int is_compared = o->class == REAL || o->class == COMPLEX;
    changes[k] = is_compared && !o->undefined
                     ? calloc(o->count + 1, sizeof(double))
                     : NULL;
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
  for (int k = 0; k < object_count; ++k)
    objects[k].changes = changes[k];
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
  struct difference d = {0, 1, 0, NULL, 0};
  for (int k = 0; k < object_count; ++k) {
    struct object *o = &objects[k];
    release(o->target);
    o->target = results[k];
    o->noise = is_noise(o);
    keep_few(o);
    compare(o, &d);
  }
  written_by_oracle = written, elements_to_write = elements;
  return d;
}

#endif
