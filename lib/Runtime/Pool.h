/* Device memory for one call, kept for the next: programs without resident
 * arrays, and scalars that kernels write, need the same sizes again and again.
 * Under the table's lock. */
#ifndef RT_POOL_H
#define RT_POOL_H

#include "Device.h"

/* At least so many bytes; what is kept, workspaces too, is freed if the device
 * is full. */
int rt_allocate(const struct rt_device *device, size_t bytes, void **memory);

/* Takes back memory that no launch uses any more; `bytes` as asked for. */
void rt_keep(const struct rt_device *device, size_t bytes, void *memory);

/* All memory that is kept for later calls, idle workspaces too, in bytes; frees
 * of it until at most `keep` bytes stay. */
size_t rt_kept(void);
void rt_trim(size_t keep);
/* Something is kept: no more than LOOPYRT_KEEP, and until the program ends. */
void rt_keeps(void);

#endif
