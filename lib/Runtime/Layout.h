/* How a device's copy of an array lies otherwise than Fortran's: see
 * loopyrt_array_in_layout. The buffers of a copy are one piece of memory, one
 * behind the other.
 *
 *   { [i0, i1, ..] -> sum_d position(d, i_d) }, in bytes of that memory */
#ifndef RT_LAYOUT_H
#define RT_LAYOUT_H

#include "Device.h"

struct rt_layout {
  size_t element;
  int rank, terms, buffers;
  size_t buffer_bytes;
  const int64_t *extents;
  const struct loopyrt_term *term;
  /* Only of layouts that are kept: */
  size_t pitch;   /* from one buffer to the next */
  int *dimension; /* which each term depends on */
  void **handles; /* of the buffers of the copy that has this layout */
};

/* NULL is Fortran's order. Kept or not makes no difference. */
bool rt_same_layout(const struct rt_layout *a, const struct rt_layout *b);

/* Is a layout that says so in terms of its dimensions Fortran's order? */
bool rt_is_fortran_order(const struct rt_layout *layout);

/* Bytes of the host's array, and of a kept layout's memory. */
size_t rt_array_bytes(const struct rt_layout *layout);
size_t rt_memory_bytes(const struct rt_layout *layout);

/* A copy of a layout, for memory on a device (NULL: the host); to be freed by
 * rt_free_layout. 0, or the code of an error. */
int rt_keep_layout(const struct rt_layout *layout,
                   const struct rt_device *device, struct rt_layout **kept);
void rt_free_layout(struct rt_layout *layout);

/* Makes the handles of the buffers in `memory`, and drops them. */
int rt_open_handles(struct rt_layout *layout, const struct rt_device *device,
                    void *memory);
void rt_close_handles(struct rt_layout *layout, const struct rt_device *device);

/* What the index along a dimension adds to an element's place. */
size_t rt_position(const struct rt_layout *layout, int dimension, size_t index);

/* For how many indices from this one on each step adds the same, at least. */
size_t rt_steady(const struct rt_layout *layout, int dimension, size_t index);

#endif
