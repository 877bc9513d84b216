/* Cuts a section, a box whose two sides are the same, where its dimensions
 * cross those of the layout or change their steps on the device. */
#ifndef RT_CUT_H
#define RT_CUT_H

#include "Boxes.h"

int rt_cut(const struct rt_box *section, const struct rt_layout *layout,
           rt_box_function *function, void *context);

#endif
