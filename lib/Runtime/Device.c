/* Which device a program uses: what LOOPYRT_DEVICE says, else the first of
 * CUDA, OpenCL and C that exists and that the procedure was built for. */
#include "Device.h"
#include "Error.h"
#include "Settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* One of the two kinds of devices: opened when first asked for. */
struct kind {
  int target;
  const char *name;
  const struct rt_device *(*open)(int index);
  bool tried;
  const struct rt_device *device;
  char reason[200]; /* why there is none */
};
static struct kind kinds[] = {
    {.target = LOOPYRT_TARGET_CUDA, .name = "cuda", .open = rt_open_cuda},
    {.target = LOOPYRT_TARGET_OPENCL, .name = "opencl", .open = rt_open_opencl},
};
enum { KINDS = sizeof kinds / sizeof *kinds, MASKS = 8 };

/* What was chosen for each sum of targets. */
struct choice {
  atomic_bool made;
  int target;
  const struct rt_device *device;
};
static struct choice choices[MASKS];
static const struct rt_device *last_chosen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The number that LOOPYRT_DEVICE gives for devices of this kind, or -1. */
static int index_for(const struct kind *kind) {
  const struct rt_settings *settings = rt_settings();
  return !settings->target || settings->target == kind->target ? settings->index
                                                               : -1;
}

static int open_kind(struct kind *kind, const struct rt_device **device) {
  if (!kind->tried) {
    kind->tried = true;
    kind->device = kind->open(index_for(kind));
    if (!kind->device)
      snprintf(kind->reason, sizeof kind->reason, "%s",
               loopyrt_error_message());
    else
      rt_print_limits(kind->device->limits);
  }
  *device = kind->device;
  if (!kind->device)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE, "%s", kind->reason);
  return LOOPYRT_SUCCESS;
}

void rt_trim_devices(size_t keep) {
  for (int i = 0; i < KINDS; ++i) {
    const struct rt_device *device = kinds[i].device;
    if (device && device->trim && device->attach() == LOOPYRT_SUCCESS)
      device->trim(keep);
  }
}

static struct kind *kind_of(int target) {
  for (int i = 0; i < KINDS; ++i)
    if (kinds[i].target == target)
      return &kinds[i];
  return NULL;
}

static int check_setting(void) {
  const char *problem = rt_settings()->problem;
  return *problem ? rt_fail(LOOPYRT_ERROR_SETTING, "%s", problem)
                  : LOOPYRT_SUCCESS;
}

static int not_built_for(int targets) {
  return rt_fail(
      LOOPYRT_ERROR_NO_DEVICE,
      "LOOPYRT_DEVICE is \"%s\", but it was built for %s%s%s; name that, or "
      "translate it for the other, too",
      rt_settings()->device, targets & LOOPYRT_TARGET_OPENCL ? "opencl" : "",
      targets == (LOOPYRT_TARGET_OPENCL | LOOPYRT_TARGET_CUDA) ? " and " : "",
      targets & LOOPYRT_TARGET_CUDA ? "cuda" : "");
}

/* What LOOPYRT_DEVICE names; a procedure that was built for C alone, or for C
 * and another device, runs in C. */
static int choose_named(int targets, struct choice *choice) {
  int named = rt_settings()->target;
  choice->target = targets & named ? named : targets & LOOPYRT_TARGET_C;
  if (!choice->target)
    return not_built_for(targets);
  if (choice->target == LOOPYRT_TARGET_C) {
    rt_log(1, "LOOPYRT_DEVICE is \"%s\": kernels that were built for C run in C",
           rt_settings()->device);
    return LOOPYRT_SUCCESS;
  }
  return open_kind(kind_of(choice->target), &choice->device);
}

enum { REASONS_SIZE = sizeof kinds[0].reason * KINDS + 2 * KINDS };

/* Why there is no device for any of the targets; "" for C alone. */
static void join_reasons(int targets, char reasons[REASONS_SIZE]) {
  int length = 0;
  reasons[0] = '\0';
  for (int i = 0; i < KINDS; ++i)
    if (targets & kinds[i].target)
      length += snprintf(reasons + length, REASONS_SIZE - (size_t)length,
                         "%s%s", length ? "; " : "", kinds[i].reason);
}

static int no_device_for(int targets) {
  char reasons[REASONS_SIZE];
  join_reasons(targets, reasons);
  return rt_fail(LOOPYRT_ERROR_NO_DEVICE, "%s",
                 *reasons ? reasons : "it was built for no target");
}

/* A program may be ten times slower for it: the log says so. */
static void log_c(int targets) {
  char reasons[REASONS_SIZE];
  join_reasons(targets, reasons);
  if (*reasons)
    rt_log(1, "no device: %s; kernels run in C", reasons);
  else
    rt_log(1, "kernels that were built for C alone run in C");
}

static int choose_existing(int targets, struct choice *choice) {
  for (int i = 0; i < KINDS; ++i) {
    choice->target = kinds[i].target;
    if ((targets & kinds[i].target) &&
        open_kind(&kinds[i], &choice->device) == LOOPYRT_SUCCESS)
      return LOOPYRT_SUCCESS;
  }
  choice->target = LOOPYRT_TARGET_C;
  if ((targets & LOOPYRT_TARGET_C) &&
      (rt_settings()->index < 0 || targets == LOOPYRT_TARGET_C)) {
    log_c(targets);
    return LOOPYRT_SUCCESS;
  }
  return no_device_for(targets);
}

static int make_choice(int targets, struct choice *choice) {
  int status = check_setting();
  choice->device = NULL;
  if (status == LOOPYRT_SUCCESS)
    status = rt_settings()->target ? choose_named(targets, choice)
                                   : choose_existing(targets, choice);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (choice->device)
    last_chosen = choice->device;
  atomic_store(&choice->made, true);
  return LOOPYRT_SUCCESS;
}

int rt_choose(int targets, int *target, const struct rt_device **device) {
  struct choice *choice = &choices[targets & (MASKS - 1)];
  int status = LOOPYRT_SUCCESS;
  if (!atomic_load_explicit(&choice->made, memory_order_acquire)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&choice->made))
      status = make_choice(targets & (MASKS - 1), choice);
    pthread_mutex_unlock(&lock);
  }
  if (status != LOOPYRT_SUCCESS)
    return status;
  *target = choice->target;
  *device = choice->device;
  return choice->device ? choice->device->attach() : LOOPYRT_SUCCESS;
}

/* Arrays go where the last kernel went: on a machine with both, it may have
 * been built for OpenCL only. */
static int make_home(const struct rt_device **device) {
  const struct rt_settings *settings = rt_settings();
  int status = check_setting();
  *device = NULL;
  if (status != LOOPYRT_SUCCESS || settings->target == LOOPYRT_TARGET_C)
    return status;
  if (settings->target)
    return open_kind(kind_of(settings->target), device);
  *device = last_chosen;
  for (int i = 0; i < KINDS && !*device; ++i)
    status = open_kind(&kinds[i], device);
  return settings->index < 0 ? LOOPYRT_SUCCESS : status;
}

int rt_choose_home(const struct rt_device **device) {
  int status;
  pthread_mutex_lock(&lock);
  status = make_home(device);
  pthread_mutex_unlock(&lock);
  if (status == LOOPYRT_ERROR_NO_DEVICE && rt_settings()->fallback)
    status = LOOPYRT_SUCCESS;
  return status == LOOPYRT_SUCCESS && *device ? (*device)->attach() : status;
}

int rt_each_device(int (*function)(const struct rt_device *, int),
                   int argument) {
  int status = LOOPYRT_SUCCESS;
  for (int i = 0; i < KINDS && status == LOOPYRT_SUCCESS; ++i) {
    const struct rt_device *device;
    pthread_mutex_lock(&lock);
    device = kinds[i].device;
    pthread_mutex_unlock(&lock);
    if (device && (status = device->attach()) == LOOPYRT_SUCCESS)
      status = function(device, argument);
  }
  return status;
}
