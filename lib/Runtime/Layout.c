/* Layouts of arrays on the device: compared at each call, kept by copies. */
#include "Layout.h"
#include "Error.h"

#include <stdlib.h>
#include <string.h>

/* Buffers in the host's memory begin at cache lines. */
enum { HOST_ALIGNMENT = 64 };

bool rt_same_layout(const struct rt_layout *a, const struct rt_layout *b) {
  if (!a || !b)
    return a == b;
  return a->element == b->element && a->rank == b->rank &&
         a->terms == b->terms && a->buffers == b->buffers &&
         a->buffer_bytes == b->buffer_bytes &&
         memcmp(a->extents, b->extents, (size_t)a->rank * sizeof *a->extents) ==
             0 &&
         memcmp(a->term, b->term, (size_t)a->terms * sizeof *a->term) == 0;
}

/* Padding that is none, say, because an extent is a multiple of 4. */
bool rt_is_fortran_order(const struct rt_layout *layout) {
  int64_t stride = 1;
  if (layout->buffers != 1 || layout->terms != layout->rank ||
      layout->buffer_bytes > rt_array_bytes(layout))
    return false;
  for (int d = 0; d < layout->rank; stride *= layout->extents[d++]) {
    const struct loopyrt_term *t = &layout->term[d];
    if (t->of != d || t->divisor != 1 || t->modulus || t->stride != stride)
      return false;
  }
  return true;
}

size_t rt_array_bytes(const struct rt_layout *layout) {
  size_t bytes = layout->element;
  for (int d = 0; d < layout->rank; ++d)
    bytes *= layout->extents[d] > 0 ? (size_t)layout->extents[d] : 0;
  return bytes;
}

size_t rt_memory_bytes(const struct rt_layout *layout) {
  return (size_t)(layout->buffers - 1) * layout->pitch + layout->buffer_bytes;
}

/* --- Checks --- */

static bool is_term(const struct rt_layout *layout, int number) {
  const struct loopyrt_term *t = &layout->term[number];
  return t->of >= 0 && t->of < layout->rank + number && t->divisor > 0 &&
         t->modulus >= 0 && t->stride >= 0 && t->buffer >= 0;
}

/* The largest value of an index, or of a term. */
static int64_t largest(const struct rt_layout *layout, int64_t of) {
  const struct loopyrt_term *t = &layout->term[of - layout->rank];
  int64_t value;
  if (of < layout->rank)
    return layout->extents[of] - 1;
  value = largest(layout, t->of) / t->divisor;
  return t->modulus && value >= t->modulus ? t->modulus - 1 : value;
}

/* Do all elements lie in the buffers? */
static bool fits(const struct rt_layout *layout) {
  int64_t place = 0, buffer = 0;
  for (int t = 0; t < layout->terms; ++t) {
    if (!is_term(layout, t))
      return false;
    place += largest(layout, layout->rank + t) * layout->term[t].stride;
    buffer += largest(layout, layout->rank + t) * layout->term[t].buffer;
  }
  return buffer < layout->buffers &&
         ((size_t)place + 1) * layout->element <= layout->buffer_bytes;
}

/* --- Layouts that are kept --- */

static size_t rounded_up(size_t bytes, size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

static int root_of(const struct rt_layout *layout, int term) {
  int64_t of = layout->term[term].of;
  return (int)(of < layout->rank ? of : layout->dimension[of - layout->rank]);
}

/* One piece of memory: the layout and what it points to. */
static struct rt_layout *copy_of(const struct rt_layout *layout) {
  size_t rank = (size_t)layout->rank, terms = (size_t)layout->terms,
         buffers = (size_t)layout->buffers;
  struct rt_layout *kept =
      calloc(1, sizeof *kept + rank * sizeof *kept->extents +
                    terms * (sizeof *kept->term + sizeof *kept->dimension) +
                    buffers * sizeof *kept->handles);
  struct loopyrt_term *term = (struct loopyrt_term *)(kept + 1);
  int64_t *extents = (int64_t *)(term + terms);
  if (!kept)
    return NULL;
  *kept = *layout;
  kept->term = memcpy(term, layout->term, terms * sizeof *term);
  kept->extents = memcpy(extents, layout->extents, rank * sizeof *extents);
  kept->handles = (void **)(extents + rank);
  kept->dimension = (int *)(kept->handles + buffers);
  return kept;
}

int rt_keep_layout(const struct rt_layout *layout,
                   const struct rt_device *device, struct rt_layout **kept) {
  *kept = NULL;
  if (!fits(layout))
    return rt_fail(LOOPYRT_ERROR_SHAPE,
                   "its layout does not fit in %d buffers of %zu bytes",
                   layout->buffers, layout->buffer_bytes);
  *kept = copy_of(layout);
  if (!*kept)
    return rt_out_of_memory();
  for (int t = 0; t < layout->terms; ++t)
    (*kept)->dimension[t] = root_of(*kept, t);
  (*kept)->pitch = rounded_up(layout->buffer_bytes,
                              device ? device->alignment() : HOST_ALIGNMENT);
  return LOOPYRT_SUCCESS;
}

void rt_free_layout(struct rt_layout *layout) { free(layout); }

/* --- Handles --- */

/* A copy of one buffer is that buffer. */
static bool has_views(const struct rt_layout *layout,
                      const struct rt_device *device) {
  return device && layout->buffers > 1;
}

int rt_open_handles(struct rt_layout *layout, const struct rt_device *device,
                    void *memory) {
  for (int b = 0; b < layout->buffers; ++b) {
    size_t offset = (size_t)b * layout->pitch;
    layout->handles[b] =
        has_views(layout, device)
            ? device->view(memory, offset, layout->buffer_bytes)
            : (char *)memory + offset;
    if (!layout->handles[b])
      return rt_fail(LOOPYRT_ERROR_TRANSFER,
                     "the device has no handle for buffer %d of %d", b + 1,
                     layout->buffers);
  }
  return LOOPYRT_SUCCESS;
}

void rt_close_handles(struct rt_layout *layout,
                      const struct rt_device *device) {
  for (int b = 0; b < layout->buffers; ++b) {
    if (layout->handles[b] && has_views(layout, device))
      device->release_view(layout->handles[b]);
    layout->handles[b] = NULL;
  }
}

/* --- Places --- */

static int64_t value_of(const struct rt_layout *layout, int term,
                        int64_t index) {
  const struct loopyrt_term *t = &layout->term[term];
  int64_t of = t->of < layout->rank
                   ? index
                   : value_of(layout, (int)t->of - layout->rank, index);
  return t->modulus ? of / t->divisor % t->modulus : of / t->divisor;
}

size_t rt_position(const struct rt_layout *layout, int dimension,
                   size_t index) {
  size_t position = 0;
  for (int t = 0; t < layout->terms; ++t) {
    size_t step = (size_t)layout->term[t].stride * layout->element +
                  (size_t)layout->term[t].buffer * layout->pitch;
    if (layout->dimension[t] == dimension && step)
      position += (size_t)value_of(layout, t, (int64_t)index) * step;
  }
  return position;
}

/* The same for one term, whose value grows with each step, or stays. */
static size_t steady_term(const struct rt_layout *layout, int term,
                          size_t index) {
  const struct loopyrt_term *t = &layout->term[term];
  size_t period = (size_t)(t->divisor > 1 ? t->divisor : t->modulus);
  if (t->of >= layout->rank)
    return 1;
  return period ? period - index % period : SIZE_MAX;
}

size_t rt_steady(const struct rt_layout *layout, int dimension, size_t index) {
  size_t steady = SIZE_MAX;
  for (int t = 0; t < layout->terms; ++t) {
    size_t one = layout->dimension[t] == dimension
                     ? steady_term(layout, t, index)
                     : SIZE_MAX;
    steady = one < steady ? one : steady;
  }
  return steady;
}
