/* Results of which rounding is all that there is: a*b - b*a is 0, or what a
 * fused multiply-add rounds less. Two correct codes may differ there by as
 * much as there is, and what is wrong by less cannot be told. A part of
 * harness.c. */
#ifndef NOISE_H
#define NOISE_H

static double change_of(const struct object *o, const long *i, long e,
                        double largest, double input) {
  double scale = limit_of(o, i, largest, input).scale;
  return o->changes[e] * fmax(magnitude(o, o->oracle + e * o->bytes), scale);
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* What the last digits make of most elements; where that is all that there is
 * in any, of all but few: in some, rounding happens to leave nothing. */
static double usual_change(const struct object *o) {
  const double factor = 4;
  double *all = malloc((o->count + 1) * sizeof *all);
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0};
  for (long e = 0; e < o->count; ++e, next_element(o, i))
    all[e] = change_of(o, i, e, largest, input);
  qsort(all, o->count, sizeof *all, compare_doubles);
  double most = all[o->count / 2];
  double nearly_all = all[o->count - 1 - o->count / few];
  free(all);
  return largest <= factor * nearly_all ? nearly_all : most;
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

/* Of the results compared: do they all differ by no more than what rounding
 * makes of the terms, or the last digits make of the inputs? */
static int is_noise(struct object *o) {
  const double factor = 4;
  if (!o->changes || !o->written || o->count == 0)
    return 0;
  double usual = fmax(usual_change(o), o->usual_noise);
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0}, few_elements = o->count / few, beyond = 0;
  for (long e = 0; e < o->count; ++e, next_element(o, i)) {
    struct limit limit = limit_of(o, i, largest, input);
    double terms =
        o->of_terms * magnitude_of_terms(o, i, largest, input);
    double change = change_of(o, i, e, largest, input);
    double noise = fmax(isfinite(terms) ? terms : 0,
                        factor * fmax(usual, change));
    double difference = absolute_difference(o, e);
    const unsigned char *want = o->oracle + e * o->bytes;
    if (!(difference <= noise))
      return 0;
    beyond += difference > limit.allowed * fmax(magnitude(o, want),
                                                limit.scale);
  }
  if (beyond <= few_elements)
    return 0;
  o->usual_noise = usual;
  return 1;
}

#endif
