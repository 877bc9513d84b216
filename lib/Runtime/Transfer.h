/* Blocking copies between the host's and the device's copy of an array. */
#ifndef RT_TRANSFER_H
#define RT_TRANSFER_H

#include "Layout.h"
#include "Section.h"

enum rt_direction { RT_TO_DEVICE, RT_TO_HOST };

/* Moves a section of the array at `base`, which the device has at `memory` in a
 * layout (NULL: in Fortran's order). */
int rt_move(const struct rt_device *device, int stream,
            enum rt_direction direction, void *memory, void *base,
            const struct rt_layout *layout, const struct rt_section *section);

#endif
