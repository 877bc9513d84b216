/* CUDA's compiler as a library, NVRTC, looked up when the program runs: from
 * CUDA C++ to what the driver loads. */
#ifndef RT_CUDA_NVRTC_H
#define RT_CUDA_NVRTC_H

#include "Key.h"

/* A program, and the compute capability of the device it is for (90: 9.0). */
struct rt_cuda_source {
  const char *const *pieces;
  size_t count;
  const char *options; /* separated by blanks */
  int capability;
};

/* A cubin, or PTX (which ends with a zero) if NVRTC is older than the device.
 */
struct rt_cuda_image {
  void *data;
  size_t bytes;
  bool cached; /* it was in the cache on disk */
  struct rt_key key;
};

/* Finds a program's image in the cache, or compiles it. False, and why in the
 * build log, if it cannot be had. */
bool rt_cuda_get_image(const struct rt_cuda_source *source,
                       struct rt_cuda_image *image);

/* Frees an image; one that the driver refused also leaves the cache. */
void rt_cuda_drop_image(struct rt_cuda_image *image, bool refused);

#endif
