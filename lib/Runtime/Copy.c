#include "Copy.h"
#include "Error.h"
#include "Image.h"
#include "Pool.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const struct rt_argument *argument) {
  return argument->layout ? rt_memory_bytes(argument->layout) : argument->bytes;
}

static int allocate(const loopyrt_call *call, struct rt_argument *argument) {
  if (call->device)
    return rt_allocate(call->device, bytes_of(argument), &argument->memory);
  argument->memory = calloc(1, bytes_of(argument));
  return argument->memory ? LOOPYRT_SUCCESS : rt_out_of_memory();
}

static int move(const loopyrt_call *call, struct rt_argument *argument,
                enum rt_direction direction) {
  struct rt_section whole = rt_whole(argument->address, argument->bytes);
  if (!call->device && !argument->layout) {
    void *to = direction == RT_TO_DEVICE ? argument->memory : argument->address;
    void *from =
        direction == RT_TO_DEVICE ? argument->address : argument->memory;
    memcpy(to, from, argument->bytes);
    return LOOPYRT_SUCCESS;
  }
  if (!call->device)
    return rt_repack_here(direction, argument->memory, argument->address,
                          argument->layout, &whole);
  rt_log(2, "%s: %s: %zu bytes to the %s", call->procedure, argument->name,
         argument->bytes, direction == RT_TO_DEVICE ? "device" : "host");
  return rt_move(call->device, call->stream, direction, argument->memory,
                 argument->address, argument->layout, &whole);
}

static int open_handles(const loopyrt_call *call, struct rt_argument *argument,
                        void **handles) {
  int status;
  if (!argument->layout) {
    *handles = argument->memory;
    return LOOPYRT_SUCCESS;
  }
  status = rt_open_handles(argument->layout, call->device, argument->memory);
  memcpy(handles, argument->layout->handles,
         (size_t)argument->layout->buffers * sizeof *handles);
  return status;
}

int rt_make_copy(const loopyrt_call *call, struct rt_argument *argument,
                 const struct rt_layout *layout, bool values, void **handles) {
  int status = layout ? rt_keep_layout(layout, call->device, &argument->layout)
                      : LOOPYRT_SUCCESS;
  argument->from_host = true;
  if (status == LOOPYRT_SUCCESS)
    status = allocate(call, argument);
  if (status == LOOPYRT_SUCCESS && values)
    status = move(call, argument, RT_TO_DEVICE);
  return status == LOOPYRT_SUCCESS ? open_handles(call, argument, handles)
                                   : status;
}

int rt_renew_copy(const loopyrt_call *call, struct rt_argument *argument) {
  return move(call, argument, RT_TO_DEVICE);
}

int rt_copy_to_host(const loopyrt_call *call, struct rt_argument *argument) {
  return move(call, argument, RT_TO_HOST);
}

void rt_drop_copy(const loopyrt_call *call, struct rt_argument *argument) {
  if (argument->layout)
    rt_close_handles(argument->layout, call->device);
  if (!call->device)
    free(argument->memory);
  else if (argument->memory)
    rt_keep(call->device, bytes_of(argument), argument->memory);
  rt_free_layout(argument->layout);
  argument->layout = NULL;
}
