/* The allocator's functions in traces. */
#ifndef RT_ALLOCATOR_H
#define RT_ALLOCATOR_H

#include "Place.h"

#include <stdbool.h>

/* Looks them up: not while another thread may wait that has locked the loader,
 * as one does that faults in a library's initialization. */
void rt_find_allocator(void);

/* Does the trace lead through malloc or free? */
bool rt_is_in_allocator(const struct rt_trace *trace);

#endif
