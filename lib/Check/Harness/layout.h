/* Between the objects' declared order and a kernel's layout. `place` gives the
 * index of an element in the kernel's buffer, -1 if it lies in another one. */
#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long place_function(const long *i);

static inline long round_up(long value, long to) {
  return (value + to - 1) / to * to;
}

static inline long at_least_zero(long value) { return value > 0 ? value : 0; }

static inline long last_place(const struct object *o, place_function *place) {
  long i[MAX_RANK] = {0}, last = -1;
  if (o->count > 0)
    do {
      long at = place(i);
      last = at > last ? at : last;
    } while (next_element(o, i));
  return last;
}

/* A buffer in the kernel's layout, poisoned where there is no element. */
static unsigned char *staging(const struct object *o, const unsigned char *from,
                              size_t bytes, place_function *place) {
  unsigned char *buffer = allocate(bytes);
  long i[MAX_RANK] = {0};
  poison(buffer, bytes, o->class, o->bytes);
  if (o->count > 0)
    do {
      long at = place(i);
      if (at >= 0)
        memcpy(buffer + at * o->bytes, from, o->bytes);
      from += o->bytes;
    } while (next_element(o, i));
  return buffer;
}

static void unstage(const struct object *o, unsigned char *to,
                    unsigned char *buffer, size_t bytes,
                    place_function *place) {
  long i[MAX_RANK] = {0};
  check_guards(buffer, bytes, "the generated code", o->name);
  if (o->count > 0)
    do {
      long at = place(i);
      if (at >= 0)
        memcpy(to, buffer + at * o->bytes, o->bytes);
      to += o->bytes;
    } while (next_element(o, i));
  release(buffer);
}

