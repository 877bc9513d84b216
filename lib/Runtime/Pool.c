#include "Pool.h"
#include "Settings.h"
#include "Table.h"
#include "Workspace.h"

#include <stdlib.h>
#include <unistd.h>

struct kept {
  const struct rt_device *device;
  size_t bytes;
  void *memory;
};

/* Few and not large: what is kept cannot be used for anything else. */
enum { MAX_KEPT = 32 };
static const size_t largest = (size_t)64 << 20;
static struct kept all_kept[MAX_KEPT];
static int count;

static void *take(int i) {
  void *memory = all_kept[i].memory;
  all_kept[i] = all_kept[--count];
  return memory;
}

/* The smallest that is large enough, and not more than twice as large. */
static void *find(const struct rt_device *device, size_t bytes) {
  int best = -1;
  for (int i = 0; i < count; ++i)
    if (all_kept[i].device == device && all_kept[i].bytes >= bytes &&
        all_kept[i].bytes / 2 <= bytes &&
        (best < 0 || all_kept[i].bytes < all_kept[best].bytes))
      best = i;
  return best < 0 ? NULL : take(best);
}

static void free_all(const struct rt_device *device) {
  for (int i = count; i-- > 0;)
    if (all_kept[i].device == device)
      device->release(take(i));
}

int rt_allocate(const struct rt_device *device, size_t bytes, void **memory) {
  int status;
  *memory = find(device, bytes);
  if (*memory)
    return LOOPYRT_SUCCESS;
  status = device->allocate(bytes, memory);
  if (status == LOOPYRT_ERROR_MEMORY && (rt_kept() || device->trim)) {
    free_all(device);
    rt_trim_workspaces(device, 0);
    if (device->trim)
      device->trim(0);
    status = device->allocate(bytes, memory);
  }
  if (status != LOOPYRT_SUCCESS)
    *memory = NULL;
  return status;
}

void rt_keep(const struct rt_device *device, size_t bytes, void *memory) {
  if (count == MAX_KEPT || bytes > largest) {
    device->release(memory);
    return;
  }
  all_kept[count].device = device;
  all_kept[count].bytes = bytes;
  all_kept[count++].memory = memory;
  rt_keeps();
}

/* --- All that is kept: this, and workspaces --- */

size_t rt_kept(void) {
  size_t bytes = rt_idle_workspaces();
  for (int i = 0; i < count; ++i)
    bytes += all_kept[i].bytes;
  return bytes;
}

void rt_trim(size_t keep) {
  while (count && rt_kept() > keep) {
    const struct rt_device *device = all_kept[0].device;
    void *memory = take(0);
    if (device->attach() == LOOPYRT_SUCCESS)
      device->release(memory);
  }
  if (rt_kept() > keep)
    rt_trim_workspaces(NULL, keep);
}

static pid_t keeper;

/* A process that was forked has no device. */
static void free_at_exit(void) {
  if (getpid() != keeper)
    return;
  rt_lock();
  rt_trim(0);
  rt_unlock();
}

void rt_keeps(void) {
  if (!keeper) {
    keeper = getpid();
    atexit(free_at_exit);
  }
  rt_trim(rt_settings()->keep);
}

int64_t loopyrt_trim(int64_t keep) {
  size_t kept;
  rt_lock();
  rt_trim(keep > 0 ? (size_t)keep : 0);
  kept = rt_kept();
  rt_trim_devices(keep > (int64_t)kept ? (size_t)keep - kept : 0);
  rt_unlock();
  return (int64_t)kept;
}
