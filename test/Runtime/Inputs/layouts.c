/* Random layouts, sections and calls against a model that places each element
 * by itself: dimensions that are split again and again, in any order, with
 * padding and in several buffers. */
#include "layouts.h"

#include <stdbool.h>

enum { MAX_AXES = 8, MAX_ELEMENTS = 17 * 17 * 17, MAX_PLACES = 1 << 20 };

static unsigned state = 1;
static int random_below(int n) {
  state = state * 1103515245u + 12345u;
  return (int)(state >> 16 & 0x7fff) % n;
}

/* --- Layouts --- */

/* An axis of the device's array: the index along `of`, a dimension or another
 * axis, divided and reduced. */
struct axis {
  int of, divisor, modulus, extent, stride, buffer;
  bool split; /* other axes stand for it */
};

struct model {
  struct layout layout;
  struct axis axes[MAX_AXES];
  int count;
};

static int add_axis(struct model *m, int of, int divisor, int modulus,
                    int extent) {
  m->axes[m->count] = (struct axis){of, divisor, modulus, extent, 0, 0, false};
  return m->count++;
}

/* Each split makes two axes of one. */
static void split(struct model *m, int axis) {
  int length = 1 + random_below(5), of = m->layout.rank + axis;
  m->axes[axis].split = true;
  add_axis(m, of, 1, length, length);
  add_axis(m, of, length, 0, (m->axes[axis].extent + length - 1) / length);
}

/* In any order: the next axis in memory, and gaps after some; wide ones, so
 * that elements cross to the host by themselves. */
static void order(struct model *m) {
  int gap = random_below(4) ? 4 : 40000;
  int place = 1, buffers = 1, left = m->count, separate = random_below(2);
  bool done[MAX_AXES] = {false};
  for (int a = 0; a < m->count; ++a)
    left -= done[a] = m->axes[a].split;
  while (left-- > 0) {
    int a = random_below(m->count);
    while (done[a])
      a = (a + 1) % m->count;
    done[a] = true;
    if (separate && buffers * m->axes[a].extent <= 6) {
      m->axes[a].buffer = buffers;
      buffers *= m->axes[a].extent;
      continue;
    }
    m->axes[a].stride = place;
    place *= m->axes[a].extent;
    place += random_below(3) ? 0 : random_below(gap);
  }
  m->layout.places = place;
  m->layout.buffers = buffers;
}

static void describe(struct model *m) {
  struct layout *l = &m->layout;
  l->terms = m->count;
  for (int a = 0; a < m->count; ++a) {
    const struct axis *axis = &m->axes[a];
    l->term[a] = (struct loopyrt_term){axis->of, axis->divisor, axis->modulus,
                                       axis->stride, axis->buffer};
  }
}

static struct model random_model(const struct model *shape) {
  static const int extents[] = {1, 2, 3, 5, 8, 13, 16, 17};
  struct model m = {.count = 0};
  m.layout.rank = 1 + random_below(3);
  for (int d = 0; d < m.layout.rank; ++d)
    m.layout.extents[d] = extents[random_below(8)];
  if (shape)
    m.layout = shape->layout;
  for (int d = 0; d < m.layout.rank; ++d)
    add_axis(&m, d, 1, 0, (int)m.layout.extents[d]);
  while (m.count + 2 <= MAX_AXES && random_below(3)) {
    int a = random_below(m.count);
    if (!m.axes[a].split)
      split(&m, a);
  }
  order(&m);
  if (m.layout.places * m.layout.buffers > MAX_PLACES)
    return random_model(shape);
  describe(&m);
  return m;
}

/* Where element number n of the host's array is, over all buffers. */
static int64_t place_of(const struct model *m, int n) {
  int value[4 + MAX_AXES], rank = m->layout.rank;
  int64_t place = 0;
  for (int d = 0; d < rank; n /= (int)m->layout.extents[d++])
    value[d] = n % (int)m->layout.extents[d];
  for (int a = 0; a < m->count; ++a) {
    const struct axis *axis = &m->axes[a];
    int v = value[axis->of] / axis->divisor;
    value[rank + a] = v = axis->modulus ? v % axis->modulus : v;
    place += v * axis->stride + v * axis->buffer * m->layout.places;
  }
  return place;
}

/* --- Sections --- */

struct section {
  int first;
  int64_t counts[4], strides[4];
  int offset, bytes; /* of each element */
};

/* Mostly whole elements; parts, as of complex numbers. */
static void choose_bytes(struct section *s) {
  bool whole = random_below(4);
  s->offset = whole ? 0 : random_below(2);
  s->bytes = whole ? 4 : 1 + random_below(3);
}

/* Along each dimension: everything, one index, or a stride, forth or back. */
static struct section random_section(const struct layout *l) {
  struct section s = {0};
  int64_t step = 1;
  choose_bytes(&s);
  for (int d = 0; d < 4; ++d)
    s.counts[d] = 1;
  for (int d = 0; d < l->rank; step *= l->extents[d++]) {
    int n = (int)l->extents[d], low = random_below(n),
        stride = 1 + random_below(3),
        count = 1 + random_below((n - 1 - low) / stride + 1);
    if (random_below(3) == 0)
      low = 0, stride = 1, count = n;
    else if (random_below(2)) {
      low += (count - 1) * stride;
      stride = -stride;
    }
    s.first += (int)(low * step);
    s.counts[d] = count;
    s.strides[d] = stride * step * (int64_t)sizeof(float);
  }
  return s;
}

/* Another shape than the declared one: any run. */
static struct section random_run(const struct layout *l) {
  int n = elements_of(l), first = random_below(n), stride = 1 + random_below(7);
  struct section s = {.first = first, .counts = {1, 1, 1, 1}};
  choose_bytes(&s);
  s.counts[0] = 1 + random_below((n - 1 - first) / stride + 1);
  s.strides[0] = stride * (int64_t)sizeof(float);
  return s;
}

static void copy_section(const struct section *s, float *to,
                         const float *from) {
  int64_t count = s->counts[0] * s->counts[1] * s->counts[2] * s->counts[3];
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = s->first, rest = i;
    for (int d = 0; d < 4; rest /= s->counts[d++])
      at += rest % s->counts[d] * s->strides[d] / (int64_t)sizeof(float);
    memcpy((char *)(to + at) + s->offset, (const char *)(from + at) + s->offset,
           (size_t)s->bytes);
  }
}

/* --- Rounds --- */

/* x is present; its values on both sides, as they must be. */
static float x[MAX_ELEMENTS], on_host_[MAX_ELEMENTS], on_device[MAX_ELEMENTS],
    y[MAX_ELEMENTS], places[MAX_PLACES];

static int update(const struct model *m) {
  struct section s =
      random_below(4) ? random_section(&m->layout) : random_run(&m->layout);
  int n = elements_of(&m->layout);
  for (int i = 0; i < n; ++i)
    x[i] = on_host_[i] = (float)random_below(1000);
  if (random_below(2)) {
    copy_section(&s, on_device, on_host_);
    return loopyrt_update_device_section((char *)(x + s.first) + s.offset,
                                         s.bytes, 4, s.counts, s.strides);
  }
  copy_section(&s, on_host_, on_device);
  return loopyrt_update_host_section((char *)(x + s.first) + s.offset, s.bytes,
                                     4, s.counts, s.strides) ||
         memcmp(x, on_host_, (size_t)n * sizeof *x);
}

static int check_places(const struct model *m) {
  int wrong = dump(&m->layout, DEVICE, x, places);
  for (int i = 0; i < elements_of(&m->layout); ++i)
    wrong += places[place_of(m, i)] != on_device[i];
  return wrong;
}

/* The present array is written; y is not present. */
static int call(const struct model *m) {
  int wrong, n = elements_of(&m->layout);
  for (int i = 0; i < n; ++i) {
    y[i] = (float)random_below(100);
    on_device[i] += 2 * y[i];
  }
  wrong = axpy_in(&m->layout, DEVICE, 2, y, x, LOOPYRT_READ | LOOPYRT_WRITE);
  for (int i = 0; i < n; ++i)
    y[i] = 0;
  wrong += axpy_in(&m->layout, DEVICE, 1, x, y, LOOPYRT_READ | LOOPYRT_WRITE);
  return wrong + (memcmp(y, on_device, (size_t)n * sizeof *y) != 0);
}

static int round_of(const struct model *a, const struct model *b) {
  int n = elements_of(&a->layout), wrong = 0;
  for (int i = 0; i < n; ++i)
    x[i] = on_device[i] = (float)random_below(1000);
  wrong += loopyrt_enter_data(x, n * (int64_t)sizeof *x, LOOPYRT_COPYIN);
  wrong += check_places(a);
  for (int i = 0; i < 6; ++i)
    wrong += update(a) + check_places(a) + call(a);
  wrong += call(b) + check_places(b) + update(b) + check_places(a);
  wrong += loopyrt_exit_data(x, n * (int64_t)sizeof *x, LOOPYRT_COPYOUT);
  return wrong + (memcmp(x, on_device, (size_t)n * sizeof *x) != 0);
}

int main(void) {
  int wrong = 0;
  for (int i = 0; i < 80; ++i) {
    struct model a = random_model(NULL), b = random_model(&a);
    wrong += round_of(&a, &b);
  }
  printf("wrong: %d\n", wrong);
  return wrong != 0;
}
