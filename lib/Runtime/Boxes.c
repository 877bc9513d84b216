#include "Boxes.h"
#include "Cut.h"

#include <string.h>

size_t rt_box_bytes(const struct rt_box *box) {
  size_t bytes = box->run;
  for (int a = 0; a < box->rank; ++a)
    bytes *= box->axes[a].count;
  return bytes;
}

/* --- In Fortran's order --- */

static struct rt_box box_of(const struct rt_section *section,
                            const void *base) {
  struct rt_box box = {.run = section->run, .rank = section->rank};
  box.host = box.device = rt_offset(section, base);
  for (int d = 0; d < section->rank; ++d) {
    box.axes[d].count = section->counts[d];
    box.axes[d].host = box.axes[d].device = section->strides[d];
  }
  return box;
}

int rt_each_box(const struct rt_section *section, const void *base,
                const struct rt_layout *layout, rt_box_function *function,
                void *context) {
  struct rt_box box = box_of(section, base);
  if (!section->span)
    return 0;
  return layout ? rt_cut(&box, layout, function, context)
                : function(&box, context);
}

/* --- The device's side --- */

struct rt_section rt_device_section(const struct rt_box *box) {
  int64_t counts[RT_MAX_RANK], strides[RT_MAX_RANK];
  for (int a = 0; a < box->rank; ++a) {
    counts[a] = (int64_t)box->axes[a].count;
    strides[a] = (int64_t)box->axes[a].device;
  }
  return rt_make_section(NULL, box->run, box->rank, counts, strides);
}

struct rt_box rt_dense_box(const struct rt_box *box, size_t at) {
  struct rt_box dense = *box;
  size_t step = box->run;
  dense.device = at;
  for (int a = 0; a < box->rank; step *= box->axes[a++].count)
    dense.axes[a].device = step;
  return dense;
}

/* --- Copies on the host --- */

struct copying {
  char *to;
  const char *from;
  size_t to_step, from_step;
};

/* A call for each element of a few bytes would take most of the time. */
#define COPY_ROW(RUN)                                                          \
  for (size_t i = 0; i < count; ++i)                                           \
  memcpy(c.to + i * c.to_step, c.from + i * c.from_step, RUN)

static void copy_row(struct copying c, size_t run, size_t count) {
  switch (run) {
  case 4:
    COPY_ROW(4);
    break;
  case 8:
    COPY_ROW(8);
    break;
  case 12:
    COPY_ROW(12);
    break;
  case 16:
    COPY_ROW(16);
    break;
  default:
    COPY_ROW(run);
    break;
  }
}

static void copy_axes(const struct rt_box *box, int rank, char *host,
                      char *device, bool to_host) {
  struct rt_axis axis = {1, 0, 0};
  if (rank > 0)
    axis = box->axes[rank - 1];
  if (rank > 1) {
    for (size_t i = 0; i < axis.count; ++i)
      copy_axes(box, rank - 1, host + i * axis.host, device + i * axis.device,
                to_host);
  } else {
    struct copying c = {device, host, axis.device, axis.host};
    if (to_host)
      c = (struct copying){host, device, axis.host, axis.device};
    copy_row(c, box->run, axis.count);
  }
}

void rt_copy_box(const struct rt_box *box, char *host, char *device,
                 bool to_host) {
  copy_axes(box, box->rank, host + box->host, device + box->device, to_host);
}
