/* A device of CUDA or OpenCL, as the driver needs it. Errors end the program
 * with a message. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stddef.h>

struct device;

struct device *device_open(void); /* NULL where there is none */
const char *device_name(const struct device *device);
int device_is_gpu(const struct device *device);

void *device_new(struct device *device, size_t bytes);
void device_free(struct device *device, void *buffer);
void device_write(struct device *device, void *buffer, const void *from,
                  size_t bytes);
void device_read(struct device *device, const void *buffer, void *to,
                 size_t bytes);

/* What is timed: work number n; enqueues it and returns 0, or an error. */
typedef int (*device_work)(struct device *device, void *context, int n);
int device_copy(struct device *device, void *to, const void *from,
                size_t bytes);
/* Runs work number 0 to count - 1 and stores the mean time of one in
 * milliseconds, by the device's events. Returns 0 or what the work returned. */
int device_time(struct device *device, device_work work, void *context,
                int count, double *milliseconds);

#endif
