/* The protocol of stubs: begin, arrays, launch, finish. */
#include "Call.h"
#include "Assumption.h"
#include "BuildLog.h"
#include "Error.h"
#include "Fallback.h"
#include "Fortran/HostData.h"
#include "Gone.h"
#include "Held.h"
#include "Parts.h"
#include "Profile.h"
#include "Residency.h"
#include "Section.h"
#include "Settings.h"
#include "Stream.h"
#include "Workspace.h"

#include <stdlib.h>
#include <string.h>

/* Calls that ended, for reuse; under the table's lock. */
static loopyrt_call *spare_calls;

static int check_memory(void) {
  int status;
  if (!rt_settings()->debug)
    return LOOPYRT_SUCCESS;
  rt_lock();
  status = rt_check_memory();
  rt_unlock();
  return status;
}

static loopyrt_call *take_call(void) {
  loopyrt_call *call;
  rt_lock();
  call = spare_calls;
  if (call)
    spare_calls = call->next;
  rt_unlock();
  return call ? call : calloc(1, sizeof *call);
}

static void copy_name(char to[RT_NAME_SIZE], const char *from) {
  int i = 0;
  for (; from && from[i] && i < RT_NAME_SIZE - 1; ++i)
    to[i] = from[i];
  to[i] = '\0';
}

/* --- Begin --- */

static int report(const char *procedure) {
  rt_error_in(procedure);
  rt_print_error();
  return -1;
}

/* A kernel would take the device's address for one of the host; or its results
 * would be lost, where the host's values go to the device at the end. */
static int check_host_data(void) {
  const char *place = rt_host_data_place();
  if (!place)
    return LOOPYRT_SUCCESS;
  return rt_fail(LOOPYRT_ERROR_IN_USE,
                 "the kernel is launched inside a host_data region (%s), where "
                 "names are the device's arrays; launch it before the region, "
                 "or behind its end",
                 place);
}

int loopyrt_begin(const char *procedure, int targets, loopyrt_call **result) {
  int target = LOOPYRT_TARGET_HOST;
  const struct rt_device *device = NULL;
  loopyrt_call *call;
  int status = rt_choose(targets, &target, &device);
  *result = NULL;
  rt_forget_assumption();
  if (status != LOOPYRT_SUCCESS && !rt_may_fall_back(status))
    return report(procedure);
  if (status != LOOPYRT_SUCCESS)
    rt_report_fallback(procedure);
  if (check_memory() != LOOPYRT_SUCCESS ||
      (device && check_host_data() != LOOPYRT_SUCCESS))
    return report(procedure);
  call = take_call();
  if (!call) {
    rt_out_of_memory();
    return report(procedure);
  }
  copy_name(call->procedure, procedure);
  call->target = target;
  call->device = device;
  call->stream = rt_stream();
  call->failed = LOOPYRT_SUCCESS;
  call->next_apart = false;
  call->count = 0;
  call->ranges = 0;
  call->listed = call->original = false;
  call->ticket = 0;
  call->workspace = NULL;
  call->timer.start = call->timer.stop = NULL;
  call->start = rt_profiling() ? rt_seconds() : 0;
  if (rt_profiling())
    rt_profile_parts_of(call);
  *result = call;
  return target;
}

void loopyrt_stop(void) { exit(EXIT_FAILURE); }

/* --- Arguments --- */

/* Other threads may look at the arguments: see Held.h. */
static bool make_room(loopyrt_call *call) {
  int larger = call->capacity ? 2 * call->capacity : 16;
  struct rt_argument *moved;
  rt_lock();
  moved = realloc(call->arguments, (size_t)larger * sizeof *call->arguments);
  if (moved) {
    call->arguments = moved;
    call->capacity = larger;
  }
  rt_unlock();
  return moved;
}

static struct rt_argument *add_argument(loopyrt_call *call) {
  if (call->count == call->capacity && !make_room(call))
    return NULL;
  return &call->arguments[call->count++];
}

static bool is_same_range(const struct rt_argument *a,
                          const struct rt_argument *b) {
  return a->address == b->address && a->bytes == b->bytes;
}

static int refuse_alias(const struct rt_argument *other,
                        const struct rt_argument *argument) {
  const struct rt_argument *written = rt_writes(argument) ? argument : other;
  const struct rt_argument *read = written == argument ? other : argument;
  if (rt_writes(read))
    return rt_fail(LOOPYRT_ERROR_ALIAS,
                   "it shares elements with argument %s, and both are written; "
                   "pass arrays that do not overlap",
                   other->name);
  if (!is_same_range(argument, other))
    return rt_fail(LOOPYRT_ERROR_ALIAS,
                   "it shares elements with argument %s, and %s is written; "
                   "pass arrays that do not overlap: a copy in an array of its "
                   "own for %s",
                   other->name, written->name, read->name);
  return rt_fail(
      LOOPYRT_ERROR_ALIAS,
      "it shares elements with argument %s, and %s is written; pass "
      "arrays that do not overlap: a copy in an array of its own for %s. "
      "If no iteration reads by one name what another has written by the "
      "other, say so: 'no_alias: %s, %s' behind the kernel's name in its "
      "directive, or lp.assume_no_alias(knl, \"%s, %s\") in a script",
      other->name, written->name, read->name, written->name, read->name,
      written->name, read->name);
}

/* Does it share elements with an argument before it, where one of them is
 * written? Fortran forbids that, and kernels rely on it. */
static int check_aliases(const loopyrt_call *call,
                         const struct rt_argument *argument) {
  for (const struct rt_argument *other = call->arguments; other < argument;
       ++other)
    if (other->bytes && other->address < argument->address + argument->bytes &&
        argument->address < other->address + other->bytes &&
        (rt_writes(other) || rt_writes(argument)) &&
        !(other->apart && is_same_range(other, argument)))
      return refuse_alias(other, argument);
  return LOOPYRT_SUCCESS;
}

/* The first error counts; those after it may follow from it. */
static void fail(loopyrt_call *call, int status, const char *argument) {
  if (call->failed)
    return;
  call->failed = status;
  rt_error_in(argument);
}

/* An array of unknown size (assumed-size in Fortran): up to the end of the
 * present array that it lies in. The host needs no size. */
static int find_size(const loopyrt_call *call, struct rt_argument *argument) {
  struct rt_entry *entry;
  rt_lock();
  if (rt_find(argument->address, 1, &entry) == RT_INSIDE)
    argument->bytes =
        (size_t)(entry->base + entry->bytes - (char *)argument->address);
  rt_unlock();
  if (argument->bytes || !call->device)
    return LOOPYRT_SUCCESS;
  return rt_fail(LOOPYRT_ERROR_NOT_PRESENT,
                 "its declaration does not say its size, and it is not present "
                 "on the device; let it enter before the call");
}

void loopyrt_may_be_same(loopyrt_call *call, const void *address,
                         const void *other) {
  if (call && address && address == other)
    call->next_apart = call->target != LOOPYRT_TARGET_HOST;
}

static void init_argument(loopyrt_call *call, struct rt_argument *argument,
                          const char *name, void *address, int64_t bytes,
                          int access) {
  memset(argument, 0, sizeof *argument);
  copy_name(argument->name, name);
  argument->address = address;
  /* An array that is not allocated has no size, whatever the caller says. */
  argument->bytes = address && bytes > 0 ? (size_t)bytes : 0;
  argument->access = access;
  argument->apart = call->next_apart;
  call->next_apart = false;
  argument->read = argument->written = -1;
}

/* The handles of an argument's buffers; they stay NULL after an error. */
static int add_array(loopyrt_call *call, struct rt_argument *argument,
                     const struct rt_layout *layout, void **handles) {
  int status = call->failed ? LOOPYRT_SUCCESS : check_aliases(call, argument);
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, argument->name);
  rt_lock();
  status = rt_resolve(call, argument, layout, handles);
  rt_unlock();
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, argument->name);
  if (rt_profiling())
    call->start = rt_seconds();
  return call->failed;
}

void *loopyrt_array(loopyrt_call *call, const char *name, void *address,
                    int64_t bytes, int access) {
  struct rt_argument *argument = add_argument(call);
  void *handle = NULL;
  int status = LOOPYRT_SUCCESS;
  if (!argument) {
    fail(call, rt_out_of_memory(), name);
    return NULL;
  }
  init_argument(call, argument, name, address, bytes, access);
  if (bytes < 0 && address && !call->failed)
    status = find_size(call, argument);
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, argument->name);
  if (!argument->bytes)
    return bytes < 0 && !call->failed ? address : NULL;
  return add_array(call, argument, NULL, &handle) ? NULL : handle;
}

void loopyrt_array_in_layout(loopyrt_call *call, const char *name,
                             void *address, int access, int64_t element,
                             int rank, const int64_t extents[], int terms,
                             const struct loopyrt_term term[], int buffers,
                             int64_t buffer_bytes, void *handles[]) {
  struct rt_layout layout = {.element = (size_t)element,
                             .rank = rank,
                             .extents = extents,
                             .terms = terms,
                             .term = term,
                             .buffers = buffers,
                             .buffer_bytes =
                                 buffer_bytes > 0 ? (size_t)buffer_bytes : 0};
  struct rt_argument *argument = add_argument(call);
  bool fortran_order;
  for (int b = 0; b < buffers; ++b)
    handles[b] = NULL;
  if (!argument) {
    fail(call, rt_out_of_memory(), name);
    return;
  }
  init_argument(call, argument, name, address, 0, access);
  if (element < 1 || rank < 0 || rank > RT_MAX_RANK || terms < 0 || buffers < 1)
    fail(call,
         rt_fail(LOOPYRT_ERROR_SHAPE,
                 "%d dimensions of %lld bytes each in %d buffers: expected 0 "
                 "to %d dimensions, and buffers",
                 rank, (long long)element, buffers, RT_MAX_RANK),
         name);
  else if (address)
    argument->bytes = rt_array_bytes(&layout);
  if (!argument->bytes)
    return;
  fortran_order =
      call->target == LOOPYRT_TARGET_HOST || rt_is_fortran_order(&layout);
  if (add_array(call, argument, fortran_order ? NULL : &layout, handles))
    memset(handles, 0, (size_t)buffers * sizeof *handles);
}

void loopyrt_touched(loopyrt_call *call, int64_t read, int64_t written) {
  if (!call || !call->count)
    return;
  call->arguments[call->count - 1].read = read;
  call->arguments[call->count - 1].written = written;
}

/* --- Launch --- */

void *loopyrt_workspace(loopyrt_call *call, int64_t bytes) {
  int status = LOOPYRT_SUCCESS;
  if (!loopyrt_ready(call) || bytes <= 0)
    return NULL;
  rt_lock();
  if (!call->workspace)
    status = rt_take_workspace(call->device, call->stream, (size_t)bytes,
                               &call->workspace);
  rt_unlock();
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, "the workspace");
  return call->workspace ? rt_workspace_memory(call->workspace) : NULL;
}

int loopyrt_ready(const loopyrt_call *call) {
  return !call->failed && call->target != LOOPYRT_TARGET_HOST;
}

void *loopyrt_queue(loopyrt_call *call) {
  void *queue = NULL;
  int status;
  if (!call->device)
    return NULL;
  status = call->device->queue(call->stream, &queue);
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, "the stream");
  else if (rt_profiling())
    call->device->timer_start(call->stream, &call->timer);
  return queue;
}

void **loopyrt_event(loopyrt_call *call) {
  bool wanted = rt_profiling() && call->target == LOOPYRT_TARGET_OPENCL;
  return wanted ? &call->timer.stop : NULL;
}

/* --- Finish --- */

static double touched_bytes(const struct rt_argument *argument,
                            int64_t touched) {
  bool part = touched >= 0 && (uint64_t)touched < argument->bytes;
  return part ? (double)touched : (double)argument->bytes;
}

static double argument_bytes(const loopyrt_call *call) {
  double bytes = 0;
  for (int i = 0; i < call->count; ++i) {
    const struct rt_argument *a = &call->arguments[i];
    if (a->access & LOOPYRT_READ)
      bytes += touched_bytes(a, a->read);
    if (rt_writes(a))
      bytes += touched_bytes(a, a->written);
  }
  return bytes;
}

static void profile(loopyrt_call *call) {
  double bytes = argument_bytes(call);
  if (call->device) {
    call->device->timer_stop(call->stream, &call->timer);
    rt_profile_launch(call->procedure, NULL, call->device, bytes, &call->timer);
  } else {
    rt_profile_call(call->procedure, NULL, call->target, bytes,
                    rt_seconds() - call->start);
  }
}

/* Under the table's lock. */
static void drop_workspace(loopyrt_call *call) {
  if (call->workspace)
    rt_give_workspace(call->workspace);
  call->workspace = NULL;
}

/* Under the table's lock. */
static void end_call(loopyrt_call *call) {
  drop_workspace(call);
  for (int i = 0; i < call->count; ++i) {
    struct rt_argument *argument = &call->arguments[i];
    rt_drop(call, argument);
    if (argument->entry)
      --argument->entry->uses;
  }
  rt_let_go(call);
  call->next = spare_calls;
  spare_calls = call;
}

static int complete(loopyrt_call *call) {
  int status =
      call->device ? call->device->submit(call->stream) : LOOPYRT_SUCCESS;
  if (status != LOOPYRT_SUCCESS)
    fail(call, status, "the launch");
  rt_lock();
  for (int i = 0; i < call->count && !call->failed; ++i) {
    status = rt_complete(call, &call->arguments[i]);
    if (status != LOOPYRT_SUCCESS)
      fail(call, status, call->arguments[i].name);
  }
  status = call->failed;
  if (status != LOOPYRT_SUCCESS)
    report(call->procedure);
  end_call(call);
  rt_unlock();
  return status != LOOPYRT_SUCCESS;
}

/* What the original procedure reads is brought to the host. */
static int prepare_host(loopyrt_call *call) {
  int status = LOOPYRT_SUCCESS;
  rt_lock();
  drop_workspace(call);
  for (int i = 0; i < call->count && status == LOOPYRT_SUCCESS; ++i) {
    rt_drop(call, &call->arguments[i]);
    if (call->arguments[i].entry)
      status = rt_to_host(call->arguments[i].entry, call->stream);
  }
  if (status == LOOPYRT_SUCCESS)
    rt_hold_for_original(call);
  if (status != LOOPYRT_SUCCESS) {
    report(call->procedure);
    end_call(call);
  }
  rt_unlock();
  call->target = LOOPYRT_TARGET_HOST;
  call->start = rt_profiling() ? rt_seconds() : 0;
  return status == LOOPYRT_SUCCESS ? -1 : 1;
}

static int end_with_error(loopyrt_call *call) {
  report(call->procedure);
  rt_lock();
  end_call(call);
  rt_unlock();
  return 1;
}

static int launch_failed(int status) {
  if (status == RT_LAUNCH_BUILD)
    return rt_build_failed();
  if (status == RT_LAUNCH_ASSUMPTION)
    return rt_assumption_failed();
  return rt_fail(status, "%s", rt_launch_message(status));
}

int loopyrt_is_same_array(const void *address, const void *other) {
  return address == other;
}

int loopyrt_finish(loopyrt_call *call, int launch_status) {
  bool on_host = call->target == LOOPYRT_TARGET_HOST;
  if (rt_profiling())
    rt_profile_parts_of(NULL);
  if (!call->failed && !on_host && launch_status != 0)
    call->failed = launch_failed(launch_status);
  if (!call->failed && on_host)
    return prepare_host(call);
  if (call->failed && !rt_may_fall_back(call->failed))
    return end_with_error(call);
  if (call->failed) {
    rt_report_fallback(call->procedure);
    return prepare_host(call);
  }
  if (rt_settings()->log >= 2)
    rt_log(2, "%s: launched on stream %d", call->procedure, call->stream);
  if (rt_profiling())
    profile(call);
  return complete(call);
}

void loopyrt_host_done(loopyrt_call *call) {
  if (rt_profiling())
    rt_profile_call(call->procedure, NULL, LOOPYRT_TARGET_HOST,
                    argument_bytes(call), rt_seconds() - call->start);
  rt_lock();
  for (int i = 0; i < call->count; ++i)
    rt_host_wrote(&call->arguments[i]);
  end_call(call);
  rt_unlock();
}
