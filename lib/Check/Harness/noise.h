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

/* Of all elements' changes, what is usual: that of most elements; where that is
 * all that there is in any, of all but few: in some, rounding happens to leave
 * nothing. Sorts them. */
static double usual_of(const struct object *o, double *all) {
  const double factor = 4;
  double largest = largest_magnitude(o, o->oracle, largest_input());
  qsort(all, o->count, sizeof *all, compare_doubles);
  double most = all[o->count / 2];
  double nearly_all = all[o->count - 1 - o->count / few];
  return largest <= factor * nearly_all ? nearly_all : most;
}

static double usual_change(const struct object *o) {
  double *all = malloc((o->count + 1) * sizeof *all);
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0};
  for (long e = 0; e < o->count; ++e, next_element(o, i))
    all[e] = change_of(o, i, e, largest, input);
  double usual = usual_of(o, all);
  free(all);
  return usual;
}

/* What fusing makes of each element is exact where it is done likewise; some
 * other product may be the fused one. */
static double usual_fused(const struct object *o) {
  double *all = malloc((o->count + 1) * sizeof *all);
  memcpy(all, o->fused, o->count * sizeof *all);
  double usual = usual_of(o, all);
  free(all);
  return usual;
}

/* Of the results compared: do they all differ by no more than what rounding
 * makes of the terms, fused products make of them, or the last digits make of
 * the inputs? */
static int is_noise(struct object *o) {
  const double factor = 4;
  if (!o->changes || !o->written || o->count == 0)
    return 0;
  double usual = fmax(usual_change(o), o->usual_noise);
  double fused = o->fused ? usual_fused(o) : 0;
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long few_elements = largest > 0 ? o->count / few : 0;
  long i[MAX_RANK] = {0}, beyond = 0;
  for (long e = 0; e < o->count; ++e, next_element(o, i)) {
    struct limit limit = limit_of(o, i, largest, input);
    double terms =
        o->of_terms * magnitude_of_terms(o, i, largest, input);
    double change = change_of(o, i, e, largest, input);
    double noise = fmax(isfinite(terms) ? terms : 0,
                        factor * fmax(usual, change));
    if (o->fused)
      noise = fmax(noise, factor * fmax(fused, o->fused[e]));
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
