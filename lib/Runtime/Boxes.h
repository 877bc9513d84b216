/* A section of an array whose copy has another layout, as boxes: parts in which
 * both the host's and the copy's addresses are sums of steps along axes.
 *
 *   { host + sum_a j_a * axes[a].host -> device + sum_a j_a * axes[a].device :
 *     0 <= j_a < axes[a].count }, `run` bytes each
 *
 * A row of 13 elements that is stored in groups of 4 gives two: 3 groups of 4
 * elements, and 1 element. */
#ifndef RT_BOXES_H
#define RT_BOXES_H

#include "Layout.h"
#include "Section.h"

struct rt_axis {
  size_t count, host, device; /* steps, and bytes for each on both sides */
};

struct rt_box {
  size_t host, device, run; /* the first byte's place on both sides */
  int rank;
  struct rt_axis axes[RT_MAX_RANK]; /* the device's steps ascend */
};

typedef int rt_box_function(const struct rt_box *, void *context);

/* Calls `function` for boxes that make up the section, with host addresses from
 * `base`, until it returns something else than 0, which is returned. A layout
 * of NULL is Fortran's order: one box. */
int rt_each_box(const struct rt_section *section, const void *base,
                const struct rt_layout *layout, rt_box_function *function,
                void *context);

size_t rt_box_bytes(const struct rt_box *box);

/* The box on the device's side, as a section that begins at `device`. */
struct rt_section rt_device_section(const struct rt_box *box);

/* The same box with a device's side that has no gaps, from `at`. */
struct rt_box rt_dense_box(const struct rt_box *box, size_t at);

/* Copies between an array at `host` and a copy at `device`, both here. */
void rt_copy_box(const struct rt_box *box, char *host, char *device,
                 bool to_host);

#endif
