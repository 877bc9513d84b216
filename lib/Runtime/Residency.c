#include "Residency.h"
#include "Arrival.h"
#include "Debug.h"
#include "Error.h"
#include "Pages.h"
#include "Pool.h"
#include "Stale.h"
#include "Transfer.h"

static int order_all(const struct rt_device *device, uint64_t before,
                     int after) {
  int status = LOOPYRT_SUCCESS;
  for (int stream = 0; before >> stream && status == LOOPYRT_SUCCESS;
       ++stream) {
    if (stream != after && (before >> stream & 1))
      status = device->order(stream, after);
    if (stream == LOOPYRT_STREAMS - 1)
      break;
  }
  return status;
}

int rt_order_after(struct rt_entry *entry, int stream, bool writes) {
  uint64_t mine = UINT64_C(1) << stream;
  uint64_t before =
      (writes ? entry->readers | entry->writers : entry->writers) & ~mine;
  int status =
      before ? order_all(entry->device, before, stream) : LOOPYRT_SUCCESS;
  if (status != LOOPYRT_SUCCESS)
    return status;
  /* A writer that waited for all others stands for them from now on. */
  if (writes) {
    entry->writers = mine;
    entry->readers = 0;
  } else {
    entry->readers |= mine;
  }
  return LOOPYRT_SUCCESS;
}

static int move(struct rt_entry *entry, int stream, enum rt_direction direction,
                const struct rt_section *section) {
  char name[RT_SHAPE_SIZE];
  int status = entry->device->attach();
  if (status == LOOPYRT_SUCCESS)
    status = rt_order_after(entry, stream, direction == RT_TO_DEVICE);
  if (status != LOOPYRT_SUCCESS)
    return status;
  rt_log(1, "%s: %zu bytes to the %s", rt_name_of(entry, "an array", name),
         rt_section_bytes(section),
         direction == RT_TO_DEVICE ? "device" : "host");
  return rt_move(entry->device, stream, direction, entry->memory, entry->base,
                 entry->layout, section);
}

int rt_fetch(struct rt_entry *entry, int stream, size_t offset, size_t bytes,
             void *to) {
  struct rt_section section = rt_whole(to, bytes);
  /* Where the array's first byte would be. */
  void *base = (void *)((uintptr_t)to - offset);
  int status = entry->device->attach();
  if (status == LOOPYRT_SUCCESS)
    status = rt_order_after(entry, stream, false);
  return status == LOOPYRT_SUCCESS
             ? rt_move(entry->device, stream, RT_TO_HOST, entry->memory, base,
                       entry->layout, &section)
             : status;
}

/* What is not on the device cannot be newer there. */
void rt_free_memory(struct rt_entry *entry) {
  rt_drop_pages(entry);
  if (entry->memory && entry->device->attach() == LOOPYRT_SUCCESS) {
    if (entry->layout)
      rt_close_handles(entry->layout, entry->device);
    entry->device->release(entry->memory);
  }
  rt_free_layout(entry->layout);
  entry->layout = NULL;
  entry->memory = NULL;
  entry->device = NULL;
  entry->device_fresh = false;
  entry->readers = entry->writers = 0;
}

static int allocate_on(struct rt_entry *entry, const struct rt_device *device,
                       const struct rt_layout *layout) {
  char name[RT_SHAPE_SIZE];
  size_t bytes = entry->bytes;
  int status = LOOPYRT_SUCCESS;
  if (layout) {
    status = rt_keep_layout(layout, device, &entry->layout);
    bytes = entry->layout ? rt_memory_bytes(entry->layout) : 0;
  }
  if (status == LOOPYRT_SUCCESS)
    status = rt_allocate(device, bytes, &entry->memory);
  entry->device = device;
  if (status == LOOPYRT_SUCCESS && layout)
    status = rt_open_handles(entry->layout, device, entry->memory);
  if (status != LOOPYRT_SUCCESS) {
    rt_free_memory(entry);
    return status;
  }
  rt_log(2, "%s: %zu bytes at %p on the %s device", rt_name_of(entry, "an array", name), bytes,
         (void *)entry->base, device->name);
  return LOOPYRT_SUCCESS;
}

/* Gives up the device's copy, whose values come to the host if they count. */
static int leave_device(struct rt_entry *entry, int stream, bool values) {
  int status = values ? rt_to_host(entry, stream) : LOOPYRT_SUCCESS;
  if (status != LOOPYRT_SUCCESS)
    return status;
  rt_free_memory(entry);
  entry->host_fresh = true;
  return LOOPYRT_SUCCESS;
}

int rt_to_device(struct rt_entry *entry, const struct rt_device *device,
                 const struct rt_layout *layout, int stream, bool values) {
  struct rt_section whole = rt_whole(entry->base, entry->bytes);
  int status = LOOPYRT_SUCCESS;
  bool same_layout = rt_same_layout(entry->layout, layout);
  char name[RT_SHAPE_SIZE];
  if (entry->device && !same_layout)
    rt_log(1, "%s: gets another layout on the device%s", rt_name_of(entry, "an array", name),
           values ? ", through the host" : "");
  if (entry->device && (entry->device != device || !same_layout))
    status = leave_device(entry, stream, values);
  if (status == LOOPYRT_SUCCESS && !entry->device)
    status = allocate_on(entry, device, layout);
  if (status != LOOPYRT_SUCCESS || entry->device_fresh || !values)
    return status;
  status = move(entry, stream, RT_TO_DEVICE, &whole);
  entry->device_fresh = status == LOOPYRT_SUCCESS;
  return status;
}

int rt_to_host(struct rt_entry *entry, int stream) {
  struct rt_section whole = rt_whole(entry->base, entry->bytes);
  int status;
  if (entry->host_fresh)
    return LOOPYRT_SUCCESS;
  status = move(entry, stream, RT_TO_HOST, &whole);
  entry->host_fresh = status == LOOPYRT_SUCCESS;
  if (entry->host_fresh)
    rt_host_written(entry, &whole);
  return status;
}

static bool covers(const struct rt_section *section,
                   const struct rt_entry *entry) {
  return rt_is_contiguous(section) && section->span == entry->bytes;
}

int rt_section_to_host(struct rt_entry *entry, int stream,
                       const struct rt_section *section) {
  int status;
  if (!entry->device || !entry->device_fresh)
    return LOOPYRT_SUCCESS; /* the host's array holds the values */
  status = move(entry, stream, RT_TO_HOST, section);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (covers(section, entry))
    entry->host_fresh = true;
  rt_host_written(entry, section);
  return LOOPYRT_SUCCESS;
}

int rt_section_to_device(struct rt_entry *entry, int stream,
                         const struct rt_section *section) {
  int status;
  if (!entry->device)
    return LOOPYRT_SUCCESS;
  status = rt_check_update(entry, stream, section);
  if (status != LOOPYRT_SUCCESS)
    return status;
  rt_open_host(section);
  rt_host_written(entry, section);
  if (!entry->device_fresh && !covers(section, entry))
    return rt_to_device(entry, entry->device, entry->layout, stream, true);
  status = move(entry, stream, RT_TO_DEVICE, section);
  if (status != LOOPYRT_SUCCESS || !covers(section, entry))
    return status;
  entry->device_fresh = entry->host_fresh = true;
  return LOOPYRT_SUCCESS;
}

int rt_host_changed(struct rt_entry *entry, int stream,
                    const struct rt_section *section) {
  rt_host_written(entry, section);
  return entry->device_fresh ? rt_section_to_device(entry, stream, section)
                             : LOOPYRT_SUCCESS;
}
