/* What the runtime needs of a back end, and which one a program uses.
 *
 * Back ends: OpenCL/ and CUDA/. A program uses at most one device of each. */
#ifndef RT_DEVICE_H
#define RT_DEVICE_H

#include "Limits.h"
#include "loopyrt.h"

#include <stdbool.h>
#include <stddef.h>

/* A part of an array: `run` bytes at
 *   { offset + row * row_stride + slice * slice_stride :
 *     0 <= row < rows, 0 <= slice < slices }
 * from the array's beginning, on both sides of a transfer. */
struct rt_block {
  size_t offset, run;
  size_t rows, row_stride;
  size_t slices, slice_stride;
};

/* The time of a launch; `stop` of OpenCL is the launcher's event. */
struct rt_timer {
  void *start, *stop;
};

/* Functions return 0 or the code of a recorded error. Streams are numbers; each
 * is in order. Transfers and copies only begin: `wait` ends them. */
struct rt_device {
  int target;
  const char *name;

  void (*limits)(struct rt_limits *);
  /* Makes the device current in this thread. */
  int (*attach)(void);
  int (*allocate)(size_t bytes, void **memory);
  void (*release)(void *memory);
  /* Gives back what its driver keeps of launchers' temporaries, but for as many
   * bytes; NULL if it keeps none. */
  void (*trim)(size_t keep);
  /* `host` is the address of the array's beginning. */
  int (*upload)(int stream, void *memory, void *host, const struct rt_block *);
  int (*download)(int stream, void *memory, void *host,
                  const struct rt_block *);
  int (*copy)(int stream, void *from, size_t from_offset, void *to,
              size_t to_offset, size_t bytes);
  /* From a block of `memory` to its runs, one after the other from `at` in
   * `packed` (gather), or back. */
  int (*repack)(int stream, void *memory, const struct rt_block *, void *packed,
                size_t at, bool gather);
  /* Where parts may begin that views are made of: at multiples of it. */
  size_t (*alignment)(void);
  /* A handle of a part; NULL if the device has no handle for it. */
  void *(*view)(void *memory, size_t offset, size_t bytes);
  void (*release_view)(void *view);

  int (*queue)(int stream, void **queue);
  /* What `after` does from now on waits for what `before` has to do now. */
  int (*order)(int before, int after);
  /* Lets what was launched begin. */
  int (*submit)(int stream);
  int (*wait)(int stream);

  /* Once more: from now on. */
  void (*timer_start)(int stream, struct rt_timer *);
  void (*timer_stop)(int stream, struct rt_timer *);
  /* 1 and the time if the launch is done, 0 if it is not yet, -1 on error. */
  int (*timer_read)(struct rt_timer *, double *seconds);
};

/* Opens the device with this number, or chooses by the local rank (index -1).
 * NULL, and why in an error, if there is none. */
const struct rt_device *rt_open_opencl(int index);
const struct rt_device *rt_open_cuda(int index);
/* `trim` of those that are open. */
void rt_trim_devices(size_t keep);

/* The target for a procedure that was built for `targets`: 0, or the code of an
 * error. `device` is NULL for C. Also makes it current in this thread. */
int rt_choose(int targets, int *target, const struct rt_device **device);

/* The device to which arrays are entered; NULL: they stay on the host. */
int rt_choose_home(const struct rt_device **device);

/* Calls a function with each device that is open. */
int rt_each_device(int (*function)(const struct rt_device *, int),
                   int argument);

#endif
