/* Narrow sections, such as a halo across the columns of an array, cross to the
 * other side in one piece: gathered on the device (on the host), moved, and
 * spread on the host (on the device). A copy of its own for each row of a few
 * bytes would take longer than the whole array. */
#ifndef RT_PACKING_H
#define RT_PACKING_H

#include "Transfer.h"

bool rt_is_narrow(const struct rt_section *section);

/* As rt_move. Under the table's lock. */
int rt_move_packed(const struct rt_device *device, int stream,
                   enum rt_direction direction, void *memory, void *base,
                   const struct rt_layout *layout,
                   const struct rt_section *section);

#endif
