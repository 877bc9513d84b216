#include "Pool.h"

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
  if (status == LOOPYRT_ERROR_MEMORY && count) {
    free_all(device);
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
}
