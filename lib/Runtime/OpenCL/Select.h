/* Which of a machine's OpenCL devices a program uses. */
#ifndef RT_OPENCL_SELECT_H
#define RT_OPENCL_SELECT_H

#include "OpenCL/Api.h"

/* Devices are numbered through all platforms: GPUs, then accelerators, then
 * CPUs. A negative number is for MPI: the local rank chooses, in turn, among
 * the devices of the first one's kind, so that a CPU never stands in for a GPU;
 * `number` becomes its number.
 * Returns 0 or the code of an error. */
int rt_opencl_select(const struct rt_opencl_api *cl, int *number,
                     cl_device_id *device);

#endif
