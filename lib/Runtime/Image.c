#include "Image.h"
#include "Boxes.h"
#include "Error.h"

#include <stdint.h>
#include <stdlib.h>

/* --- How large it is, and in how many blocks on the device --- */

static int count_block(const struct rt_block *block, void *context) {
  (void)block;
  ++((struct rt_extent *)context)->blocks;
  return 0;
}

static int measure_box(const struct rt_box *box, void *context) {
  struct rt_extent *extent = context;
  struct rt_section section = rt_device_section(box);
  size_t high = box->device + section.span;
  if (box->device < extent->low)
    extent->low = box->device;
  if (high > extent->high)
    extent->high = high;
  extent->bytes += rt_box_bytes(box);
  return rt_each_block(&section, box->device, count_block, extent);
}

int rt_measure(const struct rt_section *section, const void *base,
               const struct rt_layout *layout, struct rt_extent *extent) {
  *extent = (struct rt_extent){.low = SIZE_MAX};
  return rt_each_box(section, base, layout, measure_box, extent);
}

/* Does the section leave nothing else of the image? Padding is nobody's. */
static bool covers(const struct rt_extent *extent,
                   const struct rt_layout *layout) {
  return extent->bytes == extent->high - extent->low ||
         extent->bytes == rt_array_bytes(layout);
}

/* What a block more on the device takes, as bytes that cross in that time. */
static const size_t block_cost = (size_t)64 << 10;

bool rt_is_dense(const struct rt_extent *extent, const struct rt_layout *layout,
                 enum rt_direction direction) {
  size_t image = extent->high - extent->low;
  if (direction == RT_TO_DEVICE && !covers(extent, layout))
    image *= 2; /* what lies between the elements comes to the host and back */
  return image <= extent->bytes + extent->blocks * block_cost;
}

/* --- Moving it --- */

struct repacking {
  enum rt_direction direction;
  char *base, *memory;
};

static int repack(const struct rt_box *box, void *context) {
  const struct repacking *r = context;
  rt_copy_box(box, r->base, r->memory, r->direction == RT_TO_HOST);
  return LOOPYRT_SUCCESS;
}

int rt_repack_here(enum rt_direction direction, void *memory, void *base,
                   const struct rt_layout *layout,
                   const struct rt_section *section) {
  struct repacking repacking = {direction, base, memory};
  return rt_each_box(section, base, layout, repack, &repacking);
}

static int transfer(const struct rt_device *device, int stream,
                    enum rt_direction direction, void *memory, void *origin,
                    const struct rt_block *all) {
  int status = direction == RT_TO_DEVICE
                   ? device->upload(stream, memory, origin, all)
                   : device->download(stream, memory, origin, all);
  int waited = device->wait(stream);
  return status != LOOPYRT_SUCCESS ? status : waited;
}

int rt_move_image(const struct rt_device *device, int stream,
                  enum rt_direction direction, void *memory, void *base,
                  const struct rt_layout *layout,
                  const struct rt_section *section,
                  const struct rt_extent *extent) {
  size_t bytes = extent->high - extent->low;
  struct rt_block all = {extent->low, bytes, 1, bytes, 1, bytes};
  char *image = calloc(1, bytes);
  /* Where the device's first byte would be. */
  void *origin = (void *)((uintptr_t)image - extent->low);
  int status = image ? LOOPYRT_SUCCESS : rt_out_of_memory();
  if (status == LOOPYRT_SUCCESS &&
      (direction == RT_TO_HOST || !covers(extent, layout)))
    status = transfer(device, stream, RT_TO_HOST, memory, origin, &all);
  if (status == LOOPYRT_SUCCESS)
    status = rt_repack_here(direction, origin, base, layout, section);
  if (status == LOOPYRT_SUCCESS && direction == RT_TO_DEVICE)
    status = transfer(device, stream, RT_TO_DEVICE, memory, origin, &all);
  free(image);
  return status;
}
