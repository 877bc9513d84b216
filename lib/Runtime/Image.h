/* A section of an array whose copy has another layout crosses to the other side
 * as the device has it, between its first byte and its last: the image, of
 * which the host picks the elements. */
#ifndef RT_IMAGE_H
#define RT_IMAGE_H

#include "Transfer.h"

/* Is that faster than packing the elements? */
bool rt_is_dense(const struct rt_section *section, const void *base,
                 const struct rt_layout *layout, enum rt_direction direction);

/* As rt_move. */
int rt_move_image(const struct rt_device *device, int stream,
                  enum rt_direction direction, void *memory, void *base,
                  const struct rt_layout *layout,
                  const struct rt_section *section);

/* The same where the copy itself is in the host's memory. */
int rt_repack_here(enum rt_direction direction, void *memory, void *base,
                   const struct rt_layout *layout,
                   const struct rt_section *section);

#endif
