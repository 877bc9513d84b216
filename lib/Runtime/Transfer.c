#include "Transfer.h"
#include "Error.h"
#include "Image.h"
#include "Packing.h"
#include "Profile.h"
#include "Stale.h"

struct moving {
  const struct rt_device *device;
  int stream;
  enum rt_direction direction;
  void *memory, *base;
  const struct rt_layout *layout;
};

static int move_block(const struct rt_block *block, void *context) {
  const struct moving *m = context;
  return m->direction == RT_TO_DEVICE
             ? m->device->upload(m->stream, m->memory, m->base, block)
             : m->device->download(m->stream, m->memory, m->base, block);
}

static int move_blocks(struct moving *moving,
                       const struct rt_section *section) {
  int status = rt_each_block(section, rt_offset(section, moving->base),
                             move_block, moving);
  int waited = moving->device->wait(moving->stream);
  return status != LOOPYRT_SUCCESS ? status : waited;
}

static int move_packed(struct moving *m, const struct rt_section *section) {
  return rt_move_packed(m->device, m->stream, m->direction, m->memory, m->base,
                        m->layout, section);
}

static int move_in_layout(struct moving *m, const struct rt_section *section) {
  struct rt_extent extent;
  int status = rt_measure(section, m->base, m->layout, &extent);
  if (status != LOOPYRT_SUCCESS)
    return status;
  return rt_is_dense(&extent, m->layout, m->direction)
             ? rt_move_image(m->device, m->stream, m->direction, m->memory,
                             m->base, m->layout, section, &extent)
             : move_packed(m, section);
}

static int move_all(struct moving *m, const struct rt_section *section) {
  if (m->layout)
    return move_in_layout(m, section);
  return rt_is_narrow(section) ? move_packed(m, section)
                               : move_blocks(m, section);
}

int rt_move(const struct rt_device *device, int stream,
            enum rt_direction direction, void *memory, void *base,
            const struct rt_layout *layout, const struct rt_section *section) {
  struct moving moving = {device, stream, direction, memory, base, layout};
  size_t bytes = rt_section_bytes(section);
  double start;
  int status;
  if (!bytes)
    return LOOPYRT_SUCCESS;
  rt_open_host(section);
  if (!rt_profiling())
    return move_all(&moving, section);
  /* What was launched before is not part of the transfer's time. */
  status = device->wait(stream);
  start = rt_seconds();
  if (status == LOOPYRT_SUCCESS)
    status = move_all(&moving, section);
  rt_profile_transfer(direction, bytes, rt_seconds() - start);
  return status;
}
