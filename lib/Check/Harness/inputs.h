/* Random inputs. The magnitudes of most lie in [0.5, 1.5), where quotients,
 * roots and logarithms are harmless; signs make branches on them be taken.
 * What is compared with constants lies around these, on all sides. */
#ifndef INPUTS_H
#define INPUTS_H

#include "harness.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far inputs go. Each does what those before it do, but for fractions. */
enum level {
  FRACTIONS = -1, /* in (0, 0.5): of sqrt(1 - x**2), acos(x) and the like */
  POSITIVE,
  HARMLESS_SIGNS, /* not of divisors, not in roots, ... */
  ALL_SIGNS,
  WIDE, /* magnitudes from 0.01 to 100, too */
};

/* Do inputs lie around the constants that they are compared with? */
enum around { NO_CONSTANTS, COMPARED, LIMITS };

struct inputs {
  enum level level;
  enum around around;
  int nudge;  /* last digits differ: which random bit says the direction; 0:
                 they do not */
  int apart;  /* neighbours in arrays of subscripts have different values */
  int is_first; /* nothing else has been tried for the run */
};

static uint64_t random_state;
static uint64_t steps_state; /* of a trial: what all arrays share */
static int current_run; /* one value must do for each run */

static uint64_t random_bits(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* In [0, 1). */
static double random_part(void) {
  return (double)(random_bits() >> 11) / 9007199254740992.0;
}

/* How many scalars stand before it. */
static int scalar_index(const struct object *o) {
  int index = 0;
  for (const struct object *other = objects; other < o; ++other)
    index += other->rank == 0 && !other->output &&
             (other->class != INTEGER || other->written);
  return index;
}

/* In runs 0 to 3, the first three scalars are 0 1 0 1, 0 0 1 1 and 0 1 1 0, of
 * which any two go together in all ways; the next ones are their opposites. */
static int scalar_side(int index) {
  int bits = current_run & (index % 3 + 1);
  return ((bits & 1) ^ (bits >> 1 & 1)) ^ (index / 3 % 2);
}

/* One of `count`: for a scalar, each in turn, but not as for those before it. */
static int random_choice(const struct object *o, int count) {
  if (o->rank)
    return (int)(random_bits() % (uint64_t)count);
  int index = scalar_index(o);
  return count == 2 ? scalar_side(index) : (current_run + index) % count;
}

static const struct thresholds *thresholds_of(const struct object *o,
                                              const struct inputs *inputs) {
  static const struct thresholds none = {NULL, 0};
  return inputs->around ? &o->around[inputs->around - 1] : &none;
}

static int has_signs(const struct object *o, enum level level) {
  return o->signs && (int)level >= o->signs;
}

/* Between two thresholds that follow each other, or beyond the first or last.
 * The value is exactly one of them if they are compared by ==. */
static double real_around(const struct object *o,
                          const struct thresholds *around, int signs,
                          int *exact) {
  const struct threshold *all = around->all;
  int count = around->count, first = 0;
  while (!signs && first < count && all[first].value <= 0)
    ++first;
  int k = first + random_choice(o, count - first + 1);
  if (k < count && all[k].exact && (o->rank == 0 || random_bits() % 2)) {
    *exact = 1;
    return all[k].value;
  }
  double low = k > first ? all[k - 1].value : signs ? -INFINITY : 0;
  double high = k < count ? all[k].value : INFINITY;
  if (low == -INFINITY)
    low = high - fmax(1, fabs(high) / 4);
  else if (k == first && high < INFINITY)
    low = high / 2;
  if (high == INFINITY)
    high = fmax(low + fmax(1, fabs(low) / 4), 1.5);
  return low + (high - low) * (1 + 14 * random_part()) / 16;
}

static void random_real(const struct object *o, void *element, int bytes,
                        const struct inputs *inputs) {
  uint64_t bits = random_bits();
  double value = 0.5 + (double)(bits >> 11) / 9007199254740992.0;
  double unit = bytes == 4 ? FLT_EPSILON : DBL_EPSILON;
  int signs = has_signs(o, inputs->level), exact = 0;
  const struct thresholds *around = thresholds_of(o, inputs);
  if (inputs->level == FRACTIONS) {
    value = (value - 0.4375) / 2.25;
  } else if (around->count) {
    value = real_around(o, around, signs, &exact);
  } else if (signs) {
    if (inputs->level == WIDE)
      value = exp(9.2 * (value - 1));
    if (bits & 1)
      value = -value;
  }
  int places = exact || !inputs->nudge ? 0 : bits >> inputs->nudge & 1 ? 2 : -2;
  put_real(element, bytes, value * (1 + places * unit));
}

/* What the element may be compared with; returns how many. */
static int sizes_of(const struct object *o, long element,
                    const struct inputs *inputs, long *sizes) {
  int count = 0;
  for (int k = 0; inputs->around && k < o->size_count; ++k)
    if (o->sized[k] < 0 || o->sized[k] == element)
      sizes[count++] = o->size[k];
  return count;
}

/* Of a few elements, such as flags, chance alone would leave out many ways: all
 * are what they are compared with in the first run, then every other one. */
static int is_flag(const struct object *o, const struct inputs *inputs) {
  return o->rank && o->count <= 16 && inputs->is_first;
}

static int is_flag_set(const struct object *o, long element) {
  return current_run == 0 || (element + (o - objects) + current_run) % 2 != 0;
}

/* The constant or size, or what is next to it. False where none of these is
 * valid. What one element is compared with it is in every other run. */
static int integer_around(const struct object *o, long element,
                          const struct inputs *inputs, long *value) {
  const struct thresholds *around = thresholds_of(o, inputs);
  static const long steps[] = {0, 1, -1};
  long sizes[MAX_SIZES];
  int size_count = sizes_of(o, element, inputs, sizes);
  int count = around->count + size_count;
  if (count == 0)
    return 0;
  int is_other = o->rank && random_bits() % 4 == 0;
  int choice = random_choice(o, 3 * count), which = choice % count;
  int step = choice / count;
  if (size_count == 1 && o->sized[0] >= 0 && around->count == 0) {
    step = (current_run + (int)(o - objects)) % 2 ? 1 + step % 2 : 0;
    is_other = 0;
  } else if (is_flag(o, inputs) && size_count == 0) {
    which = (int)((element + current_run) % count);
    step = is_flag_set(o, element) ? 0 : 1 + step % 2;
    is_other = 0;
  }
  if (is_other)
    return 0;
  int64_t stored = 0;
  *value = steps[step] + (which < around->count
                              ? (long)around->all[which].value
                              : sizes[which - around->count]);
  put_integer(&stored, o->bytes, *value);
  long distance = o->mirrored && *value < 0 ? -*value : *value;
  return get_integer(&stored, o->bytes) == *value &&
         (!o->confined || (o->low <= distance && distance <= o->high));
}

static long with_sign(const struct object *o, long value) {
  return o->mirrored && random_bits() % 2 ? -value : value;
}

static void random_integer(const struct object *o, void *element,
                           const struct inputs *inputs) {
  long low = o->low, high = o->high, value;
  if (has_signs(o, inputs->level)) {
    high *= inputs->level == WIDE ? 11 : 1;
    low = -high;
  }
  long at = ((unsigned char *)element - o->initial) / o->bytes;
  int is_around = integer_around(o, at, inputs, &value);
  if (is_around)
    low = high = value;
  value = low + (long)(random_bits() % (uint64_t)(high - low + 1));
  put_integer(element, o->bytes, is_around ? value : with_sign(o, value));
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

/* From the lowest value to the highest: some rows are empty, and few have most
 * of what there is. */
static void fill_starts(struct object *o) {
  double *begins = malloc((o->count + 1) * sizeof *begins), all = 0;
  for (long k = 0; k < o->count; ++k) {
    uint64_t bits = random_bits();
    double part = (double)(bits >> 11) / 9007199254740992.0;
    begins[k] = all;
    all += bits % 4 ? part * part * part : 0;
  }
  double last =
      o->count > 1 && begins[o->count - 1] > 0 ? begins[o->count - 1] : 1;
  for (long k = 0; k < o->count; ++k)
    put_integer(o->initial + k * o->bytes, o->bytes,
                o->low + (long)(begins[k] / last * (double)(o->high - o->low)));
  free(begins);
}

/* The next ones in lists: before the element itself, or the end. */
static void fill_chain(struct object *o) {
  long i[MAX_RANK] = {0};
  for (long k = 0; k < o->count; ++k, next_element(o, i)) {
    long most = i[o->chain - 1] + o->lower[o->chain - 1] - 1;
    if (most > o->high)
      most = o->high;
    long width = most > o->low ? most - o->low + 1 : 1;
    put_integer(o->initial + k * o->bytes, o->bytes,
                o->low + (long)(random_bits() % (uint64_t)width));
  }
}

static long greatest_common_divisor(long a, long b) {
  return b ? greatest_common_divisor(b, a % b) : a;
}

/* A step around a circle of `width` values that meets all of them. */
static long step_around(long width) {
  long step = 1 + (long)(random_bits() % (uint64_t)width);
  while (greatest_common_divisor(step, width) != 1)
    step = step % width + 1;
  return step;
}

/* How many arrays of subscripts stand before it. */
static long subscripts_index(const struct object *o) {
  long index = 0;
  for (const struct object *other = objects; other < o; ++other)
    index += other->confined && other->rank > 0;
  return index;
}

/* Around the circle of the range's values, with a step for each axis and one
 * from array to array:
 *
 *   conn(i, e) = low + mod(first + i*s0 + e*s1, high - low + 1)
 *
 * The nodes of a triangle are different then, whichever axis they lie along or
 * in arrays of their own; yet triangles share nodes. */
static void fill_apart(struct object *o) {
  long width = o->high - o->low + 1, steps[MAX_RANK], i[MAX_RANK] = {0};
  random_state = steps_state;
  for (int a = 0; a < MAX_RANK; ++a)
    steps[a] = step_around(width);
  long first = (long)(random_bits() % (uint64_t)width) +
               subscripts_index(o) * step_around(width);
  unsigned char *element = o->initial;
  for (long k = 0; k < o->count; ++k, next_element(o, i)) {
    long at = first;
    for (int a = 0; a < o->rank; ++a)
      at = (at + i[a] % width * steps[a]) % width;
    put_integer(element + k * o->bytes, o->bytes,
                with_sign(o, o->low + at % width));
  }
}

static int is_filled_apart(const struct object *o, const struct inputs *inputs) {
  return inputs->apart && o->class == INTEGER && o->rank > 0 && o->confined &&
         o->low <= o->high;
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
                           const struct inputs *inputs) {
  int part = part_size(o->class, o->bytes);
  switch (o->class) {
  case INTEGER:
    random_integer(o, element, inputs);
    break;
  case LOGICAL:
    put_integer(element, o->bytes, random_choice(o, 2));
    break;
  case REAL:
    random_real(o, element, part, inputs);
    break;
  case COMPLEX:
    random_real(o, element, part, inputs);
    random_real(o, (unsigned char *)element + part, part, inputs);
    break;
  }
}

static void fixed_element(const struct object *o, void *element) {
  if (o->class == INTEGER || o->class == LOGICAL)
    put_integer(element, o->bytes, (long long)*o->fixed);
  else
    put_real(element, part_size(o->class, o->bytes), *o->fixed);
}

static int may_be_apart(const struct object *o) {
  return !o->starts && !o->chain &&
         (long long)o->high - o->low + 1 >= o->count;
}

static void fill(struct object *o, const struct inputs *inputs) {
  if (o->output && !o->init) {
    poison(o->initial, o->count * o->bytes, o->class, o->bytes);
    return;
  }
  int is_map = o->distinct || o->increasing;
  if ((is_map || (o->apart && may_be_apart(o))) && !o->init && !o->fixed) {
    fill_map(o);
    return;
  }
  if (o->starts && !o->init && !o->fixed) {
    fill_starts(o);
    return;
  }
  if (o->chain && !o->init && !o->fixed) {
    fill_chain(o);
    return;
  }
  if (is_filled_apart(o, inputs) && !o->init && !o->fixed) {
    fill_apart(o);
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
        random_element(o, element, inputs);
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
