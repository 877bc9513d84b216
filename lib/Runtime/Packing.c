#include "Packing.h"
#include "Error.h"
#include "Pool.h"

#include <stdlib.h>
#include <string.h>

/* Rows of at most so many bytes, and at least so many of them. */
enum { NARROW = 256, MANY = 16 };

bool rt_is_narrow(const struct rt_section *section) {
  return !rt_is_contiguous(section) && section->run <= NARROW &&
         rt_section_bytes(section) / section->run >= MANY;
}

/* Both packed copies hold the section's runs one after the other. */
struct packing {
  const struct rt_device *device;
  int stream;
  enum rt_direction direction;
  void *memory, *packed_memory;
  char *base, *packed;
  size_t at; /* how much of them is done */
};

static size_t block_bytes(const struct rt_block *block) {
  return block->run * block->rows * block->slices;
}

static int repack_on_device(const struct rt_block *block, void *context) {
  struct packing *p = context;
  int status = p->device->repack(p->stream, p->memory, block, p->packed_memory,
                                 p->at, p->direction == RT_TO_HOST);
  p->at += block_bytes(block);
  return status;
}

static int repack_on_host(const struct rt_block *block, void *context) {
  struct packing *p = context;
  for (size_t slice = 0; slice < block->slices; ++slice)
    for (size_t row = 0; row < block->rows; ++row, p->at += block->run) {
      char *run = p->base + block->offset + slice * block->slice_stride +
                  row * block->row_stride;
      if (p->direction == RT_TO_HOST)
        memcpy(run, p->packed + p->at, block->run);
      else
        memcpy(p->packed + p->at, run, block->run);
    }
  return LOOPYRT_SUCCESS;
}

static int each(struct packing *packing, const struct rt_section *section,
                int (*function)(const struct rt_block *, void *)) {
  packing->at = 0;
  return rt_each_block(section, packing->base, function, packing);
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
                   const struct rt_section *section) {
  struct packing packing = {.device = device,
                            .stream = stream,
                            .direction = direction,
                            .memory = memory,
                            .base = base};
  size_t bytes = rt_section_bytes(section);
  struct rt_block all = {0, bytes, 1, bytes, 1, bytes};
  int status = rt_allocate(device, bytes, &packing.packed_memory);
  if (status != LOOPYRT_SUCCESS)
    return status;
  packing.packed = malloc(bytes);
  if (!packing.packed)
    status = rt_fail(LOOPYRT_ERROR_MEMORY, "the host is out of memory");
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
