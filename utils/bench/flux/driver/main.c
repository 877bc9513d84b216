/* Checks and times the kernels of one Nq on one device:
 *
 *   PROGRAM NE SECONDS COPY_BYTES FIRST
 *
 * Each kernel from number FIRST on runs on the same random inputs, is compared
 * with the reference, and is then timed for SECONDS in all. Writes a line of
 * JSON for the device, one for the copy bandwidth and one for each kernel.
 * NE = 0: the device only. */
#include "flux.h"

#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Sets of buffers that are used in turn, so that no launch finds the data of
 * the one before in a cache. */
enum { SETS = 2, WARM_UPS = 2, FEWEST_SAMPLES = 3, MOST_SAMPLES = 101 };

struct bench {
  struct device *device;
  long Ne;
  double seconds; /* of timing for each kernel */
  float *declared[ARRAYS], *result;
  double *increment;
};

struct timing {
  double median, least, most;
  int samples;
};

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory)
    return memory;
  fprintf(stderr, "no memory for %zu bytes\n", bytes);
  exit(1);
}

/* One launch may be shorter than what events resolve: a sample is the mean over
 * launches of 10 ms in all. */
static int measure(struct bench *bench, device_work work, void *context,
                   struct timing *timing) {
  double samples[MOST_SAMPLES], once;
  int status = device_time(bench->device, work, context, WARM_UPS, &once);
  if (!status)
    status = device_time(bench->device, work, context, 1, &once);
  int batch = once < 5 ? (int)(10 / fmax(once, 0.05)) / SETS * SETS : 1;
  double wanted = 1e3 * bench->seconds / (batch * once);
  int count = (int)fmin(fmax(wanted, FEWEST_SAMPLES), MOST_SAMPLES);
  if (!status)
    status = device_time(bench->device, work, context, batch, &once);
  for (int n = 0; n < count && !status; ++n)
    status = device_time(bench->device, work, context, batch, &samples[n]);
  if (status)
    return status;
  double middle = median_of(samples, count); /* sorts them */
  *timing = (struct timing){middle, samples[0], samples[count - 1],
                            count};
  return 0;
}

struct copy {
  void *from[SETS], *to[SETS];
  size_t bytes;
};

static int enqueue_copy(struct device *device, void *context, int n) {
  struct copy *copy = context;
  return device_copy(device, copy->to[n % SETS], copy->from[n % SETS],
                     copy->bytes);
}

/* Counts bytes read and bytes written. */
static void report_copy(struct bench *bench, size_t bytes) {
  struct copy copy = {.bytes = bytes};
  struct timing timing;
  float *numbers = allocate(bytes);
  size_t size = array_size(Q, bench->Ne);
#pragma omp parallel for
  for (size_t n = 0; n < bytes / sizeof *numbers; ++n)
    numbers[n] = bench->declared[Q][n % size];
  for (int n = 0; n < SETS; ++n) {
    copy.from[n] = device_new(bench->device, bytes);
    copy.to[n] = device_new(bench->device, bytes);
    device_write(bench->device, copy.from[n], numbers, bytes);
  }
  free(numbers);
  int status = measure(bench, enqueue_copy, &copy, &timing);
  for (int n = 0; n < SETS; ++n) {
    device_free(bench->device, copy.from[n]);
    device_free(bench->device, copy.to[n]);
  }
  if (status) {
    fprintf(stderr, "the device does not copy: error %d\n", status);
    exit(1);
  }
  printf("{\"copy_gb_s\": %.6g}\n", 2e-6 * bytes / timing.median);
  fflush(stdout);
}

struct launches {
  const struct variant *variant;
  int Ne;
  void *buffers[SETS][ARRAYS];
};

static int enqueue_launch(struct device *device, void *context, int n) {
  struct launches *launches = context;
  return launches->variant->launch(device, launches->Ne,
                                   launches->buffers[n % SETS]);
}

static void fill(struct bench *bench, struct launches *launches,
                 enum array array) {
  const struct layout *layout = &launches->variant->layouts[array];
  long size = layout->size(bench->Ne), extent[5];
  float *staging = allocate(size * sizeof *staging);
  array_extent(array, bench->Ne, extent);
  for (long n = 0; n < size; ++n)
    staging[n] = NAN; /* what no element lies at must not count */
  layout->move(bench->Ne, extent, staging, bench->declared[array], 0);
  for (int n = 0; n < SETS; ++n) {
    launches->buffers[n][array] =
        device_new(bench->device, size * sizeof *staging);
    device_write(bench->device, launches->buffers[n][array], staging,
                 size * sizeof *staging);
  }
  free(staging);
}

static void fetch(struct bench *bench, struct launches *launches) {
  const struct layout *layout = &launches->variant->layouts[RHSQ];
  long size = layout->size(bench->Ne), extent[5];
  float *staging = allocate(size * sizeof *staging);
  array_extent(RHSQ, bench->Ne, extent);
  device_read(bench->device, launches->buffers[0][RHSQ], staging,
              size * sizeof *staging);
  layout->move(bench->Ne, extent, staging, bench->result, 1);
  free(staging);
}

static int check_and_time(struct bench *bench, struct launches *launches,
                          double *error, struct timing *timing) {
  double once;
  int status = device_time(bench->device, enqueue_launch, launches, 1, &once);
  if (status)
    return status;
  fetch(bench, launches);
  *error = increment_error(bench->Ne, bench->declared[RHSQ], bench->result,
                           bench->increment);
  return measure(bench, enqueue_launch, launches, timing);
}

static void report_variant(struct bench *bench, const struct variant *variant) {
  struct launches launches = {.variant = variant, .Ne = bench->Ne};
  struct timing timing = {0};
  double error = NAN;
  for (enum array array = 0; array < ARRAYS; ++array)
    fill(bench, &launches, array);
  int status = check_and_time(bench, &launches, &error, &timing);
  if (status)
    printf("{\"variant\": \"%s\", \"failed\": \"%s\"}\n", variant->name,
           variant->error_text(status));
  else
    printf("{\"variant\": \"%s\", \"error\": %.3g, \"ms\": %.6g, \"least_ms\": "
           "%.6g, "
           "\"most_ms\": %.6g, \"samples\": %d}\n",
           variant->name, isfinite(error) ? error : 9e99, timing.median,
           timing.least, timing.most, timing.samples);
  fflush(stdout);
  for (int n = 0; n < SETS; ++n)
    for (enum array array = 0; array < ARRAYS; ++array)
      device_free(bench->device, launches.buffers[n][array]);
}

static void prepare(struct bench *bench) {
  for (enum array array = 0; array < ARRAYS; ++array)
    bench->declared[array] =
        allocate(array_size(array, bench->Ne) * sizeof(float));
  bench->result = allocate(array_size(RHSQ, bench->Ne) * sizeof(float));
  bench->increment = allocate(array_size(RHSQ, bench->Ne) * sizeof(double));
  random_inputs(bench->Ne, 1, bench->declared);
  reference_increment(bench->Ne, bench->declared, bench->increment);
}

int main(int argc, char **argv) {
  struct bench bench = {.device = device_open()};
  if (!bench.device || argc != 5) {
    fputs(argc == 5 ? "no device\n"
                    : "usage: PROGRAM NE SECONDS COPY_BYTES FIRST\n",
          stderr);
    return 1;
  }
  bench.Ne = atol(argv[1]);
  bench.seconds = atof(argv[2]);
  printf("{\"device\": \"%s\", \"gpu\": %s}\n", device_name(bench.device),
         device_is_gpu(bench.device) ? "true" : "false");
  if (bench.Ne <= 0)
    return 0;
  prepare(&bench);
  report_copy(&bench, (size_t)atof(argv[3]));
  for (int n = atoi(argv[4]); n < variant_count; ++n)
    report_variant(&bench, &variants[n]);
  return 0;
}
