/* Array arguments of a call: from host addresses to handles, and back. Under
 * the table's lock. */
#include "Call.h"
#include "Copy.h"
#include "Data.h"
#include "Debug.h"
#include "Error.h"
#include "Held.h"
#include "Pool.h"
#include "Residency.h"
#include "Stale.h"

#include <string.h>

static bool needs_values(const struct rt_argument *argument) {
  return !(argument->access & LOOPYRT_OVERWRITE);
}

/* --- Arrays that are not present: a copy for the call --- */

static int resolve_absent(const loopyrt_call *call,
                          struct rt_argument *argument,
                          const struct rt_layout *layout, void **handles) {
  int status = needs_values(argument)
                   ? rt_check_lost(argument->address, argument->bytes)
                   : LOOPYRT_SUCCESS;
  *handles = argument->address;
  if (status != LOOPYRT_SUCCESS || (!call->device && !layout))
    return status;
  return rt_make_copy(call, argument, layout, needs_values(argument), handles);
}

/* --- Present arrays in Fortran's order, and their parts --- */

static size_t offset_in_entry(const struct rt_argument *argument) {
  return (size_t)(argument->address - argument->entry->base);
}

/* A part for which the device has no handle is copied, on the device. */
static int stage_part(const loopyrt_call *call, struct rt_argument *argument,
                      void **handle) {
  int status = rt_allocate(call->device, argument->bytes, &argument->memory);
  if (status == LOOPYRT_SUCCESS && needs_values(argument))
    status = call->device->copy(call->stream, argument->entry->memory,
                                offset_in_entry(argument), argument->memory, 0,
                                argument->bytes);
  *handle = argument->memory;
  return status;
}

static int handle_of_part(const loopyrt_call *call,
                          struct rt_argument *argument, void **handle) {
  *handle = argument->entry->memory;
  if (offset_in_entry(argument) == 0)
    return LOOPYRT_SUCCESS;
  argument->view = call->device->view(
      argument->entry->memory, offset_in_entry(argument), argument->bytes);
  *handle = argument->view;
  return argument->view ? LOOPYRT_SUCCESS : stage_part(call, argument, handle);
}

/* --- Present arrays in any layout --- */

static bool is_whole(const struct rt_argument *argument) {
  return argument->address == argument->entry->base &&
         argument->bytes == argument->entry->bytes;
}

/* Can the kernel use the entry's copy on the device? Only whole arrays get
 * another layout, and only while nobody uses the one that they have. */
static bool can_share(const struct rt_argument *argument,
                      const struct rt_layout *layout) {
  const struct rt_entry *entry = argument->entry;
  bool same = rt_same_layout(entry->layout, layout);
  return (same && !layout) ||
         (is_whole(argument) && (same || entry->uses == 1));
}

static int share_on_device(const loopyrt_call *call,
                           struct rt_argument *argument,
                           const struct rt_layout *layout, void **handles) {
  struct rt_entry *entry = argument->entry;
  bool values = needs_values(argument) || !is_whole(argument);
  int status = rt_to_device(entry, call->device, layout, call->stream, values);
  if (status == LOOPYRT_SUCCESS)
    status = rt_order_after(entry, call->stream, rt_writes(argument));
  if (status != LOOPYRT_SUCCESS || !layout)
    return status == LOOPYRT_SUCCESS ? handle_of_part(call, argument, handles)
                                     : status;
  memcpy(handles, entry->layout->handles,
         (size_t)layout->buffers * sizeof *handles);
  return LOOPYRT_SUCCESS;
}

/* A copy of the values that the host gets for it. */
static int copy_through_host(const loopyrt_call *call,
                             struct rt_argument *argument,
                             const struct rt_layout *layout, void **handles) {
  struct rt_entry *entry = argument->entry;
  struct rt_section section = rt_whole(argument->address, argument->bytes);
  int status = LOOPYRT_SUCCESS;
  rt_log(1,
         "%s: %s: its present copy has another layout; copied through the "
         "host for this call",
         call->procedure, argument->name);
  if (needs_values(argument) && !entry->host_fresh)
    status = rt_section_to_host(entry, call->stream, &section);
  return status == LOOPYRT_SUCCESS
             ? rt_make_copy(call, argument, layout, needs_values(argument),
                            handles)
             : status;
}

static int resolve_on_host(const loopyrt_call *call,
                           struct rt_argument *argument,
                           const struct rt_layout *layout, void **handles) {
  int status = rt_to_host(argument->entry, call->stream);
  *handles = argument->address;
  return status == LOOPYRT_SUCCESS && layout
             ? rt_make_copy(call, argument, layout, needs_values(argument),
                            handles)
             : status;
}

static int resolve_present(const loopyrt_call *call,
                           struct rt_argument *argument,
                           const struct rt_layout *layout, void **handles) {
  int status = rt_check_host(argument->entry, argument->address,
                             argument->bytes);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (!call->device)
    return resolve_on_host(call, argument, layout, handles);
  return can_share(argument, layout)
             ? share_on_device(call, argument, layout, handles)
             : copy_through_host(call, argument, layout, handles);
}

/* --- Arrays that the kernel writes by another name --- */

static int copy_absent(const loopyrt_call *call, struct rt_argument *argument,
                       const struct rt_layout *layout, void **handles) {
  int status = rt_check_lost(argument->address, argument->bytes);
  return status == LOOPYRT_SUCCESS
             ? rt_make_copy(call, argument, layout, true, handles)
             : status;
}

static int copy_present(const loopyrt_call *call, struct rt_argument *argument,
                        const struct rt_layout *layout, void **handles) {
  struct rt_entry *entry = argument->entry;
  int status = rt_check_host(entry, argument->address, argument->bytes);
  rt_log(2, "%s: %s: copied, as it is written by another name", call->procedure,
         argument->name);
  if (status == LOOPYRT_SUCCESS && !call->device)
    status = rt_to_host(entry, call->stream);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (!call->device)
    return rt_make_copy(call, argument, layout, true, handles);
  if (layout || entry->layout)
    return copy_through_host(call, argument, layout, handles);
  status = rt_to_device(entry, call->device, NULL, call->stream, true);
  if (status == LOOPYRT_SUCCESS)
    status = rt_order_after(entry, call->stream, false);
  return status == LOOPYRT_SUCCESS ? stage_part(call, argument, handles)
                                   : status;
}

/* --- Any argument --- */

/* Nothing of it is copied before no other thread can write it. What was copied
 * of arguments before it, and written while this call waited, is copied once
 * more. */
static int hold(loopyrt_call *call, struct rt_argument *argument,
                const struct rt_layout *layout) {
  int status;
  argument->in_place = !call->device && !layout && !argument->apart;
  status = rt_hold(call, argument);
  for (struct rt_argument *earlier = call->arguments;
       earlier < argument && status == LOOPYRT_SUCCESS; ++earlier) {
    if (earlier->changed && earlier->memory && !earlier->entry &&
        (earlier->apart || needs_values(earlier)))
      status = rt_renew_copy(call, earlier);
    earlier->changed = false;
  }
  argument->changed = false;
  return status;
}

static int find(loopyrt_call *call, struct rt_argument *argument,
                const struct rt_layout *layout, enum rt_relation *relation,
                struct rt_entry **entry) {
  int status = LOOPYRT_SUCCESS;
  *relation = rt_find(argument->address, argument->bytes, entry);
  if (*relation != RT_APART || call->failed)
    return status;
  status = hold(call, argument, layout);
  /* It may have entered meanwhile. */
  *relation = rt_find(argument->address, argument->bytes, entry);
  return status;
}

int rt_resolve(loopyrt_call *call, struct rt_argument *argument,
               const struct rt_layout *layout, void **handles) {
  struct rt_entry *entry;
  enum rt_relation relation;
  int status = find(call, argument, layout, &relation, &entry);
  if (status != LOOPYRT_SUCCESS)
    return status;
  switch (relation) {
  case RT_PARTLY:
    return rt_partly_present(entry, argument->address, argument->bytes);
  case RT_APART:
    if (call->failed)
      return LOOPYRT_SUCCESS;
    return argument->apart ? copy_absent(call, argument, layout, handles)
                           : resolve_absent(call, argument, layout, handles);
  default:
    break;
  }
  argument->entry = entry;
  ++entry->uses;
  if (!entry->name[0])
    memcpy(entry->name, argument->name, sizeof entry->name);
  if (call->failed)
    return LOOPYRT_SUCCESS;
  return argument->apart ? copy_present(call, argument, layout, handles)
                         : resolve_present(call, argument, layout, handles);
}

/* --- After the launch --- */

void rt_host_wrote(struct rt_argument *argument) {
  struct rt_section section = rt_whole(argument->address, argument->bytes);
  if (!argument->entry || !rt_writes(argument))
    return;
  argument->entry->host_fresh = true;
  argument->entry->device_fresh = false;
  rt_host_written(argument->entry, &section);
}

static int complete_copy(const loopyrt_call *call,
                         struct rt_argument *argument) {
  struct rt_section section = rt_whole(argument->address, argument->bytes);
  int status;
  if (!rt_writes(argument)) /* the kernel may still read what ends next */
    return call->device ? call->device->wait(call->stream) : LOOPYRT_SUCCESS;
  status = rt_copy_to_host(call, argument);
  if (status == LOOPYRT_SUCCESS && call->device && argument->entry)
    status = rt_host_changed(argument->entry, call->stream, &section);
  if (status == LOOPYRT_SUCCESS && !call->device)
    rt_host_wrote(argument);
  return status;
}

int rt_complete(const loopyrt_call *call, struct rt_argument *argument) {
  int status = LOOPYRT_SUCCESS;
  if (argument->memory && argument->from_host)
    return complete_copy(call, argument);
  if (!rt_writes(argument))
    return status;
  if (!call->device) {
    rt_host_wrote(argument);
    return status;
  }
  if (argument->memory)
    status = call->device->copy(call->stream, argument->memory, 0,
                                argument->entry->memory,
                                offset_in_entry(argument), argument->bytes);
  if (argument->entry) {
    argument->entry->device_fresh = true;
    argument->entry->host_fresh = false;
    rt_host_is_stale(argument->entry, argument->address, argument->bytes);
  }
  return status;
}

void rt_drop(const loopyrt_call *call, struct rt_argument *argument) {
  if (argument->view)
    call->device->release_view(argument->view);
  /* A launch that was not waited for may still use a part's copy: the driver
   * frees it in time. */
  if (argument->from_host)
    rt_drop_copy(call, argument);
  else if (argument->memory)
    call->device->release(argument->memory);
  argument->view = argument->memory = NULL;
  argument->from_host = false;
}
