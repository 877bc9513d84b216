/* LOOPYRT_PROFILE: times of kernels and transfers, as a table when the program
 * ends. */
#ifndef RT_PROFILE_H
#define RT_PROFILE_H

#include "Device.h"
#include "Settings.h"
#include "Transfer.h"

static inline bool rt_profiling(void) { return rt_settings()->profile != NULL; }

/* Seconds of a clock that only goes forward. */
double rt_seconds(void);

/* A call of `procedure` on a target, with `bytes` of arguments that it reads
 * and writes, or one of its launches, `part` (NULL: the whole call). Its time
 * is measured on the device (the timer is given away), or known. */
void rt_profile_launch(const char *procedure, const char *part,
                       const struct rt_device *device, double bytes,
                       struct rt_timer *timer);
void rt_profile_call(const char *procedure, const char *part, int target,
                     double bytes, double seconds);

void rt_profile_transfer(enum rt_direction direction, size_t bytes,
                         double seconds);

#endif
