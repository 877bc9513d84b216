#include "Parts.h"
#include "Call.h"
#include "Profile.h"

/* The thread's call whose launcher may be running, and the part of it that is
 * being launched. */
static _Thread_local loopyrt_call *launching;
static _Thread_local struct {
  const char *name; /* NULL: none */
  struct rt_timer timer;
  double start; /* without a device */
} part;

void rt_profile_parts_of(loopyrt_call *call) {
  launching = call;
  part.name = NULL;
}

/* Launches of OpenCL have events of their own. */
static bool has_event(void) {
  return launching->target == LOOPYRT_TARGET_OPENCL;
}

static void start_part(void) {
  if (!launching->device)
    part.start = rt_seconds();
  else if (!has_event())
    launching->device->timer_start(launching->stream, &part.timer);
}

void **loopyrt_part_begins(const char *name) {
  if (!launching)
    return NULL;
  part.name = name;
  part.timer.start = part.timer.stop = NULL;
  start_part();
  return has_event() ? &part.timer.stop : NULL;
}

void loopyrt_part_ends(void) {
  if (!launching || !part.name)
    return;
  if (launching->device) {
    launching->device->timer_stop(launching->stream, &part.timer);
    rt_profile_launch(launching->procedure, part.name, launching->device, 0,
                      &part.timer);
  } else {
    rt_profile_call(launching->procedure, part.name, launching->target, 0,
                    rt_seconds() - part.start);
  }
  part.name = NULL;
}

int loopyrt_times_parts(void) { return launching != NULL; }

void rt_launch_was_delayed(void) {
  if (!launching || !launching->device)
    return;
  launching->device->timer_start(launching->stream, &launching->timer);
  if (part.name)
    start_part();
}
