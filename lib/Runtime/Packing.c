#include "Packing.h"
#include "Boxes.h"
#include "Error.h"
#include "Pool.h"

#include <stdlib.h>

/* Rows of at most so many bytes, and at least so many of them. */
enum { NARROW = 256, MANY = 16 };

bool rt_is_narrow(const struct rt_section *section) {
  return !rt_is_contiguous(section) && section->run <= NARROW &&
         rt_section_bytes(section) / section->run >= MANY;
}

/* Both packed copies hold the section's boxes one after the other, each in the
 * order of its bytes on the device. */
struct packing {
  const struct rt_device *device;
  int stream;
  enum rt_direction direction;
  void *memory, *packed_memory;
  char *base, *packed;
  const struct rt_layout *layout;
  size_t at; /* how much of them is done */
};

static size_t block_bytes(const struct rt_block *block) {
  return block->run * block->rows * block->slices;
}

static int repack_block(const struct rt_block *block, void *context) {
  struct packing *p = context;
  int status = p->device->repack(p->stream, p->memory, block, p->packed_memory,
                                 p->at, p->direction == RT_TO_HOST);
  p->at += block_bytes(block);
  return status;
}

static int repack_on_device(const struct rt_box *box, void *context) {
  struct rt_section section = rt_device_section(box);
  return rt_each_block(&section, box->device, repack_block, context);
}

static int repack_on_host(const struct rt_box *box, void *context) {
  struct packing *p = context;
  struct rt_box dense = rt_dense_box(box, p->at);
  rt_copy_box(&dense, p->base, p->packed, p->direction == RT_TO_HOST);
  p->at += rt_box_bytes(box);
  return LOOPYRT_SUCCESS;
}

static int each(struct packing *packing, const struct rt_section *section,
                rt_box_function *function) {
  packing->at = 0;
  return rt_each_box(section, packing->base, packing->layout, function,
                     packing);
}

static int to_host(struct packing *p, const struct rt_section *section,
                   const struct rt_block *all) {
  int status = each(p, section, repack_on_device);
  if (status == LOOPYRT_SUCCESS)
    status = p->device->download(p->stream, p->packed_memory, p->packed, all);
  if (status == LOOPYRT_SUCCESS)
    status = p->device->wait(p->stream);
  return status == LOOPYRT_SUCCESS ? each(p, section, repack_on_host) : status;
}

static int to_device(struct packing *p, const struct rt_section *section,
                     const struct rt_block *all) {
  int status = each(p, section, repack_on_host);
  if (status == LOOPYRT_SUCCESS)
    status = p->device->upload(p->stream, p->packed_memory, p->packed, all);
  if (status == LOOPYRT_SUCCESS)
    status = each(p, section, repack_on_device);
  return status == LOOPYRT_SUCCESS ? p->device->wait(p->stream) : status;
}

int rt_move_packed(const struct rt_device *device, int stream,
                   enum rt_direction direction, void *memory, void *base,
                   const struct rt_layout *layout,
                   const struct rt_section *section) {
  struct packing packing = {.device = device,
                            .stream = stream,
                            .direction = direction,
                            .memory = memory,
                            .base = base,
                            .layout = layout};
  size_t bytes = rt_section_bytes(section);
  struct rt_block all = {0, bytes, 1, bytes, 1, bytes};
  int status = rt_allocate(device, bytes, &packing.packed_memory);
  if (status != LOOPYRT_SUCCESS)
    return status;
  packing.packed = malloc(bytes);
  if (!packing.packed)
    status = rt_out_of_memory();
  else if (direction == RT_TO_HOST)
    status = to_host(&packing, section, &all);
  else
    status = to_device(&packing, section, &all);
  if (status != LOOPYRT_SUCCESS) /* copies that began end before their memory */
    device->wait(stream);
  free(packing.packed);
  rt_keep(device, bytes, packing.packed_memory);
  return status;
}
