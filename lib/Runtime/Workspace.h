/* Memory in which a launcher keeps what goes from one launch to another. A
 * block belongs to a stream of a device, whose order keeps apart the calls that
 * use it one after the other, and to one call at a time: threads that share a
 * stream have blocks of their own. It stays for the next call. Under the
 * table's lock. */
#ifndef RT_WORKSPACE_H
#define RT_WORKSPACE_H

#include "Device.h"

struct rt_workspace;

/* One of at least so many bytes, for a call on the stream; no device: of the
 * host. 0, or the code of an error. */
int rt_take_workspace(const struct rt_device *device, int stream, size_t bytes,
                      struct rt_workspace **workspace);
/* The call launches no more. */
void rt_give_workspace(struct rt_workspace *workspace);

void *rt_workspace_memory(const struct rt_workspace *workspace);

/* Bytes of what no call uses. */
size_t rt_idle_workspaces(void);
/* Frees of these the ones that were used longest ago, until at most `keep`
 * bytes stay; of this device's memory, or (NULL) of all. */
void rt_trim_workspaces(const struct rt_device *device, size_t keep);

#endif
