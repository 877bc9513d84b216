/* Ranges of the host's memory that calls in progress hold, so that calls of
 * several threads do not lose each other's results: a copy for one call takes
 * the whole array to the device and back, with what other calls write
 * meanwhile. Under the table's lock. Of present arrays nothing is held, as
 * kernels write their own elements there. */
#ifndef RT_HELD_H
#define RT_HELD_H

#include "Call.h"

/* Holds the range of the argument that was named last, and those before it
 * still: waits while calls of other threads hold what overlaps with them and
 * one of both writes. Who waits holds nothing; what of its ranges was written
 * meanwhile is `changed`. An error where an original procedure holds it, which
 * may itself wait for this thread: then this call runs on the host, too. */
int rt_hold(loopyrt_call *call, struct rt_argument *argument);

/* Holds all ranges of a call whose original procedure runs now, in place. */
void rt_hold_for_original(loopyrt_call *call);

void rt_let_go(loopyrt_call *call);

/* In a child process, where the other threads are not. */
void rt_forget_held(void);

#endif
