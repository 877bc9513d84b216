/* A section of an array whose copy has another layout crosses to the other side
 * as the device has it, between its first byte and its last: the image, of
 * which the host picks the elements. */
#ifndef RT_IMAGE_H
#define RT_IMAGE_H

#include "Transfer.h"

/* A section on the device: its first byte and the one behind its last, how many
 * of those between are its own, and how many blocks they are. */
struct rt_extent {
  size_t low, high, bytes, blocks;
};

/* 0, or the code of an error. */
int rt_measure(const struct rt_section *section, const void *base,
               const struct rt_layout *layout, struct rt_extent *extent);

/* Is the image faster than packing the elements? */
bool rt_is_dense(const struct rt_extent *extent, const struct rt_layout *layout,
                 enum rt_direction direction);

/* As rt_move. */
int rt_move_image(const struct rt_device *device, int stream,
                  enum rt_direction direction, void *memory, void *base,
                  const struct rt_layout *layout,
                  const struct rt_section *section,
                  const struct rt_extent *extent);

/* The same where the copy itself is in the host's memory. */
int rt_repack_here(enum rt_direction direction, void *memory, void *base,
                   const struct rt_layout *layout,
                   const struct rt_section *section);

#endif
