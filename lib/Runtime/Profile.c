/* LOOPYRT_PROFILE: times of kernels and transfers. Launches are asynchronous;
 * their timers wait in a list until they are read. */
#include "Profile.h"
#include "Error.h"
#include "Output.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct kernel {
  char name[64];
  int target;
  long calls;
  double seconds, bytes;
  struct kernel *parts; /* the launches of one of several */
  struct kernel *next;
};

struct pending {
  struct kernel *kernel;
  const struct rt_device *device;
  struct rt_timer timer;
  struct pending *next;
};

struct transfers {
  long count;
  double seconds, bytes;
};

enum { MAX_PENDING = 256 };
static struct kernel *kernels;
static struct pending *first_pending, **last_pending = &first_pending;
static int pending_count;
static struct transfers transfers[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool registered;

double rt_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void print_profile(void);

/* When the first kernel or transfer is done: after the device was opened, so
 * that the table is printed before a driver's own clean-up. */
static void print_at_exit(void) {
  if (!registered)
    registered = atexit(print_profile) == 0;
}

static struct kernel *find_kernel(struct kernel **place, const char *name,
                                  int target) {
  for (; *place; place = &(*place)->next)
    if ((*place)->target == target && strcmp((*place)->name, name) == 0)
      return *place;
  *place = calloc(1, sizeof **place);
  if (*place) {
    snprintf((*place)->name, sizeof(*place)->name, "%s", name);
    (*place)->target = target;
  }
  return *place;
}

static struct kernel *count_call(const char *procedure, const char *part,
                                 int target, double bytes) {
  struct kernel *kernel = find_kernel(&kernels, procedure, target);
  if (kernel && part)
    kernel = find_kernel(&kernel->parts, part, target);
  print_at_exit();
  if (kernel) {
    ++kernel->calls;
    kernel->bytes += bytes;
  }
  return kernel;
}

/* Reads timers in the order of their launches, as far as they are done. */
static void drain(void) {
  double seconds = 0;
  int state = 1;
  while (first_pending && (state = first_pending->device->timer_read(
                               &first_pending->timer, &seconds)) != 0) {
    struct pending *done = first_pending;
    if (state > 0)
      done->kernel->seconds += seconds;
    first_pending = done->next;
    --pending_count;
    free(done);
  }
  if (!first_pending)
    last_pending = &first_pending;
}

void rt_profile_launch(const char *procedure, const char *part,
                       const struct rt_device *device, double bytes,
                       struct rt_timer *timer) {
  struct pending *pending = calloc(1, sizeof *pending);
  pthread_mutex_lock(&lock);
  if (pending &&
      (pending->kernel = count_call(procedure, part, device->target, bytes)) &&
      timer->stop) {
    pending->device = device;
    pending->timer = *timer;
    *last_pending = pending;
    last_pending = &pending->next;
    if (++pending_count > MAX_PENDING)
      drain();
  } else {
    free(pending);
  }
  pthread_mutex_unlock(&lock);
}

void rt_profile_call(const char *procedure, const char *part, int target,
                     double bytes, double seconds) {
  struct kernel *kernel;
  pthread_mutex_lock(&lock);
  kernel = count_call(procedure, part, target, bytes);
  if (kernel)
    kernel->seconds += seconds;
  pthread_mutex_unlock(&lock);
}

void rt_profile_transfer(enum rt_direction direction, size_t bytes,
                         double seconds) {
  pthread_mutex_lock(&lock);
  print_at_exit();
  ++transfers[direction].count;
  transfers[direction].bytes += (double)bytes;
  transfers[direction].seconds += seconds;
  pthread_mutex_unlock(&lock);
}

static const char *target_name(int target) {
  switch (target) {
  case LOOPYRT_TARGET_OPENCL:
    return "opencl";
  case LOOPYRT_TARGET_CUDA:
    return "cuda";
  case LOOPYRT_TARGET_C:
    return "c";
  default:
    return "host";
  }
}

static double gigabytes_per_second(double bytes, double seconds) {
  return seconds > 0 ? bytes / seconds * 1e-9 : 0;
}

/* A sequence that failed has parts that ran, and no call. */
static void print_times(FILE *out, const struct kernel *k, const char *name) {
  fprintf(out, "%-32s %-8s %10ld %12.3f %12.3f", name, target_name(k->target),
          k->calls, k->seconds * 1e3,
          k->calls ? k->seconds / (double)k->calls * 1e6 : 0);
}

static void print_kernel(FILE *out, const struct kernel *kernel) {
  print_times(out, kernel, kernel->name);
  fprintf(out, " %8.2f\n",
          gigabytes_per_second(kernel->bytes, kernel->seconds));
  for (const struct kernel *part = kernel->parts; part; part = part->next) {
    char name[sizeof part->name + 2];
    snprintf(name, sizeof name, "  %s", part->name);
    print_times(out, part, name);
    fprintf(out, "\n");
  }
}

static void print_tables(FILE *out) {
  static const char *const directions[] = {"host to device", "device to host"};
  fprintf(out, "%-32s %-8s %10s %12s %12s %8s\n", "kernel", "target", "calls",
          "total ms", "mean us", "GB/s");
  for (const struct kernel *k = kernels; k; k = k->next)
    print_kernel(out, k);
  fprintf(out, "%-41s %10s %12s %12s %8s\n", "transfer", "count", "total ms",
          "bytes", "GB/s");
  for (int i = 0; i < 2; ++i)
    fprintf(out, "%-41s %10ld %12.3f %12.0f %8.2f\n", directions[i],
            transfers[i].count, transfers[i].seconds * 1e3, transfers[i].bytes,
            gigabytes_per_second(transfers[i].bytes, transfers[i].seconds));
}

static void print_profile(void) {
  FILE *out = rt_open_output(rt_settings()->profile, "the profile follows");
  fflush(stdout); /* the program's own output stands before the table */
  loopyrt_wait_all();
  pthread_mutex_lock(&lock);
  drain();
  if (rt_settings()->rank >= 0)
    fprintf(out, "rank %d\n", rt_settings()->rank);
  print_tables(out);
  rt_close_output(out);
  pthread_mutex_unlock(&lock);
}
