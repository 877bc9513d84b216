/* Copies of arguments for one call alone: of arrays that are not present, and
 * of those whose present copy is not laid out as the kernel wants it. They are
 * made of the host's values. */
#ifndef RT_COPY_H
#define RT_COPY_H

#include "Call.h"

/* Makes the copy in a layout, where the kernel runs. */
int rt_make_copy(const loopyrt_call *call, struct rt_argument *argument,
                 const struct rt_layout *layout, bool values, void **handles);

/* Copies the host's values once more, before the launch. */
int rt_renew_copy(const loopyrt_call *call, struct rt_argument *argument);

/* Copies what the kernel wrote to the host. */
int rt_copy_to_host(const loopyrt_call *call, struct rt_argument *argument);

void rt_drop_copy(const loopyrt_call *call, struct rt_argument *argument);

#endif
