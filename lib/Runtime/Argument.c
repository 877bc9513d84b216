/* Array arguments of a call: from host addresses to handles, and back. Under
 * the table's lock. */
#include "Call.h"
#include "Data.h"
#include "Debug.h"
#include "Error.h"
#include "Pool.h"
#include "Residency.h"

#include <string.h>

static bool needs_values(const struct rt_argument *argument) {
  return !(argument->access & LOOPYRT_OVERWRITE);
}

/* --- Arrays that are not present: a copy for the call --- */

static int move_copy(const loopyrt_call *call, struct rt_argument *argument,
                     enum rt_direction direction) {
  struct rt_section whole = rt_whole(argument->address, argument->bytes);
  rt_log(2, "%s: %s: %zu bytes to the %s", call->procedure, argument->name,
         argument->bytes, direction == RT_TO_DEVICE ? "device" : "host");
  return rt_move(call->device, call->stream, direction, argument->memory,
                 argument->address, &whole);
}

static int resolve_absent(const loopyrt_call *call,
                          struct rt_argument *argument, void **handle) {
  int status = needs_values(argument)
                   ? rt_check_lost(argument->address, argument->bytes)
                   : LOOPYRT_SUCCESS;
  *handle = argument->address;
  if (status != LOOPYRT_SUCCESS || !call->device)
    return status;
  status = rt_allocate(call->device, argument->bytes, &argument->memory);
  if (status == LOOPYRT_SUCCESS && needs_values(argument))
    status = move_copy(call, argument, RT_TO_DEVICE);
  *handle = argument->memory;
  return status;
}

/* --- Present arrays and their parts --- */

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

static int resolve_on_device(const loopyrt_call *call,
                             struct rt_argument *argument, void **handle) {
  struct rt_entry *entry = argument->entry;
  bool values = needs_values(argument) || argument->bytes != entry->bytes;
  int status = rt_to_device(entry, call->device, call->stream, values);
  if (status == LOOPYRT_SUCCESS)
    status = rt_order_after(entry, call->stream, rt_writes(argument));
  return status == LOOPYRT_SUCCESS ? handle_of_part(call, argument, handle)
                                   : status;
}

static int resolve_on_host(const loopyrt_call *call,
                           struct rt_argument *argument, void **handle) {
  *handle = argument->address;
  return rt_to_host(argument->entry, call->stream);
}

static int resolve_present(const loopyrt_call *call,
                           struct rt_argument *argument, void **handle) {
  int status = rt_check_host(argument->entry);
  if (status != LOOPYRT_SUCCESS)
    return status;
  return call->device ? resolve_on_device(call, argument, handle)
                      : resolve_on_host(call, argument, handle);
}

int rt_resolve(const loopyrt_call *call, struct rt_argument *argument,
               void **handle) {
  struct rt_entry *entry;
  switch (rt_find(argument->address, argument->bytes, &entry)) {
  case RT_PARTLY:
    return rt_partly_present(entry, argument->address, argument->bytes);
  case RT_APART:
    return call->failed ? LOOPYRT_SUCCESS
                        : resolve_absent(call, argument, handle);
  default:
    break;
  }
  argument->entry = entry;
  ++entry->uses;
  if (!entry->name[0])
    memcpy(entry->name, argument->name, sizeof entry->name);
  return call->failed ? LOOPYRT_SUCCESS
                      : resolve_present(call, argument, handle);
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

static int copy_back(const loopyrt_call *call, struct rt_argument *argument) {
  if (!argument->entry)
    return move_copy(call, argument, RT_TO_HOST);
  return call->device->copy(call->stream, argument->memory, 0,
                            argument->entry->memory, offset_in_entry(argument),
                            argument->bytes);
}

int rt_complete(const loopyrt_call *call, struct rt_argument *argument) {
  int status = LOOPYRT_SUCCESS;
  if (!rt_writes(
          argument)) /* the kernel may still read a copy that ends next */
    return argument->memory && !argument->entry
               ? call->device->wait(call->stream)
               : status;
  if (!call->device) {
    rt_host_wrote(argument);
    return status;
  }
  if (argument->memory)
    status = copy_back(call, argument);
  if (argument->entry) {
    argument->entry->device_fresh = true;
    argument->entry->host_fresh = false;
  }
  return status;
}

void rt_drop(const loopyrt_call *call, struct rt_argument *argument) {
  if (argument->view)
    call->device->release_view(argument->view);
  /* A launch that was not waited for may still use a part's copy: the driver
   * frees it in time. */
  if (argument->memory && argument->entry)
    call->device->release(argument->memory);
  else if (argument->memory)
    rt_keep(call->device, argument->bytes, argument->memory);
  argument->view = argument->memory = NULL;
}
