/* LOOPYRT_PROFILE: the times of the parts of a launcher, which it runs one
 * after the other. */
#ifndef RT_PARTS_H
#define RT_PARTS_H

#include "loopyrt.h"

/* Of which call's launcher this thread times parts from now on; NULL: none. */
void rt_profile_parts_of(loopyrt_call *call);

/* The launcher had something else to do first, compile its kernels, which is
 * no part of the kernel's time. */
void rt_launch_was_delayed(void);

#endif
