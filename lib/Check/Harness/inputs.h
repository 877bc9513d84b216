/* Random inputs. The magnitudes of most lie in [0.5, 1.5), where quotients,
 * roots and logarithms are harmless; signs make branches on them be taken. */
#ifndef INPUTS_H
#define INPUTS_H

#include "harness.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far inputs go. Each does what those before it do. */
enum level {
  POSITIVE,
  HARMLESS_SIGNS, /* not of divisors, not in roots, ... */
  ALL_SIGNS,
  WIDE, /* magnitudes from 0.01 to 100, too */
};

static uint64_t random_state;

static uint64_t random_bits(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static int has_signs(const struct object *o, enum level level) {
  return o->signs && (int)level >= o->signs;
}

/* `nudge`: in units of the last place. */
static void random_real(const struct object *o, void *element, int bytes,
                        enum level level, int nudge) {
  uint64_t bits = random_bits();
  double value = 0.5 + (double)(bits >> 11) / 9007199254740992.0;
  double unit = bytes == 4 ? FLT_EPSILON : DBL_EPSILON;
  if (has_signs(o, level)) {
    if (level == WIDE)
      value = exp(9.2 * (value - 1));
    if (bits & 1)
      value = -value;
  }
  put_real(element, bytes, value * (1 + (bits & 2 ? nudge : -nudge) * unit));
}

static void random_integer(const struct object *o, void *element,
                           enum level level) {
  long low = o->low, high = o->high;
  if (has_signs(o, level)) {
    high *= level == WIDE ? 11 : 1;
    low = -high;
  }
  put_integer(element, o->bytes,
              low + (long)(random_bits() % (uint64_t)(high - low + 1)));
}

static long long integer_at(const struct object *o, long k) {
  return get_integer(o->initial + k * o->bytes, o->bytes);
}

/* One value from each of as many parts of the range as there are elements, so
 * that they are different; in random order unless they are to increase. */
static void fill_map(struct object *o) {
  long long width = (long long)o->high - o->low + 1;
  for (long k = 0; k < o->count; ++k) {
    long long first = width * k / o->count, next = width * (k + 1) / o->count;
    long long step = next > first ? (long long)(random_bits() %
                                                (uint64_t)(next - first))
                                  : 0;
    if (o->distinct && width < o->count)
      first = k; /* beyond the range, where the original will not go */
    put_integer(o->initial + k * o->bytes, o->bytes, o->low + first + step);
  }
  for (long k = o->count - 1; k > 0 && !o->increasing; --k) {
    long other = (long)(random_bits() % (uint64_t)(k + 1));
    long long here = integer_at(o, k), there = integer_at(o, other);
    put_integer(o->initial + k * o->bytes, o->bytes, there);
    put_integer(o->initial + other * o->bytes, o->bytes, here);
  }
}

static int compare_integers(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

/* Is what is asserted of the array true of the values that --init gave? */
static int keeps_assertions(const struct object *o) {
  int kept = 1;
  long long *values = malloc((o->count + 1) * sizeof *values);
  for (long k = 0; k < o->count; ++k)
    values[k] = integer_at(o, k);
  for (long k = 1; k < o->count; ++k)
    kept = kept && (!o->increasing || values[k - 1] <= values[k]);
  qsort(values, o->count, sizeof *values, compare_integers);
  for (long k = 1; k < o->count; ++k)
    kept = kept && (!o->distinct || values[k - 1] < values[k]);
  if (o->bounded && o->count > 0)
    kept = kept && o->low <= values[0] && values[o->count - 1] <= o->high;
  free(values);
  return kept;
}

static void random_element(const struct object *o, void *element,
                           enum level level, int nudge) {
  int part = part_size(o->class, o->bytes);
  switch (o->class) {
  case INTEGER:
    random_integer(o, element, level);
    break;
  case LOGICAL:
    put_integer(element, o->bytes, (long long)(random_bits() % 2));
    break;
  case REAL:
    random_real(o, element, part, level, nudge);
    break;
  case COMPLEX:
    random_real(o, element, part, level, nudge);
    random_real(o, (unsigned char *)element + part, part, level, nudge);
    break;
  }
}

static void fixed_element(const struct object *o, void *element) {
  if (o->class == INTEGER || o->class == LOGICAL)
    put_integer(element, o->bytes, (long long)*o->fixed);
  else
    put_real(element, part_size(o->class, o->bytes), *o->fixed);
}

static void fill(struct object *o, enum level level, int nudge) {
  if (o->output && !o->init) {
    poison(o->initial, o->count * o->bytes, o->class, o->bytes);
    return;
  }
  int is_map = o->distinct || o->increasing;
  if (is_map && !o->init && !o->fixed) {
    fill_map(o);
    return;
  }
  long i[MAX_RANK] = {0};
  unsigned char *element = o->initial;
  if (o->count > 0)
    do {
      memset(element, 0, o->bytes);
      if (o->init)
        o->init(i, element);
      else if (o->fixed)
        fixed_element(o, element);
      else
        random_element(o, element, level, nudge);
      element += o->bytes;
    } while (next_element(o, i));
  if ((is_map || o->bounded) && o->init && !keeps_assertions(o)) {
    char text[256];
    snprintf(text, sizeof text,
             "--init gives %s values of which what assert_map says is not true",
             o->name);
    verdict("fail", text);
  }
}

#endif
