/* Random inputs. The magnitudes of most lie in [0.5, 1.5), where quotients,
 * roots and logarithms are harmless; signs make branches on them be taken. */
#ifndef INPUTS_H
#define INPUTS_H

#include "harness.h"

#include <float.h>
#include <math.h>
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
}

#endif
