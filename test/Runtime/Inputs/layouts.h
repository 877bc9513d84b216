/* Arrays in layouts of their own, in calls of axpy, which knows no layout: it
 * works on whole buffers, padding included. */
#include "axpy.h"

#include <string.h>

enum { MAX_TERMS = 16, MAX_BUFFERS = 16 };

struct layout {
  int rank, terms, buffers;
  int64_t extents[4];
  struct loopyrt_term term[MAX_TERMS];
  int64_t places; /* in one buffer, in elements */
};

static inline int elements_of(const struct layout *layout) {
  int64_t elements = 1;
  for (int d = 0; d < layout->rank; ++d)
    elements *= layout->extents[d];
  return (int)elements;
}

static inline void name_array(loopyrt_call *call, const char *name,
                              float *array, int access,
                              const struct layout *layout, void **handles) {
  loopyrt_array_in_layout(call, name, array, access, sizeof *array,
                          layout->rank, layout->extents, layout->terms,
                          layout->term, layout->buffers,
                          layout->places * (int64_t)sizeof *array, handles);
}

static inline int launch(int target, loopyrt_call *call, int n, float a,
                         void *x, void *y) {
  switch (target) {
  case LOOPYRT_TARGET_OPENCL:
    return launch_opencl(loopyrt_queue(call), n, a, x, y, NULL);
  case LOOPYRT_TARGET_CUDA:
    return launch_cuda(loopyrt_queue(call), n, a, x, y);
  default:
    on_host(n, a, x, y);
    return 0;
  }
}

/* y := a*x + y, both in the layout. */
static inline int axpy_in(const struct layout *layout, int targets, float a,
                          float *x, float *y, int write) {
  loopyrt_call *call;
  void *from[MAX_BUFFERS], *to[MAX_BUFFERS];
  int status = 0, target = loopyrt_begin("axpy_in", targets, &call);
  if (target < 0)
    return 1;
  name_array(call, "x", x, LOOPYRT_READ, layout, from);
  name_array(call, "y", y, write, layout, to);
  for (int b = 0; b < layout->buffers && loopyrt_ready(call); ++b)
    status |= launch(target, call, (int)layout->places, a, from[b], to[b]);
  status = loopyrt_finish(call, status);
  if (status < 0) {
    on_host(elements_of(layout), a, x, y);
    loopyrt_host_done(call);
  }
  return status > 0;
}

/* What the device has in its buffers, one after the other: 0 + 1*x. */
static inline int dump(const struct layout *layout, int targets, float *x,
                       float *places) {
  loopyrt_call *call;
  void *from[MAX_BUFFERS], *to[MAX_BUFFERS];
  int status = 0, target = loopyrt_begin("dump", targets, &call);
  name_array(call, "x", x, LOOPYRT_READ, layout, from);
  for (int b = 0; b < layout->buffers; ++b) {
    float *part = places + b * layout->places;
    memset(part, 0, (size_t)layout->places * sizeof *part);
    to[b] = loopyrt_array(call, "places", part,
                          layout->places * (int64_t)sizeof *part,
                          LOOPYRT_READ | LOOPYRT_WRITE);
  }
  for (int b = 0; b < layout->buffers && loopyrt_ready(call); ++b)
    status |= launch(target, call, (int)layout->places, 1, from[b], to[b]);
  return loopyrt_finish(call, status);
}
