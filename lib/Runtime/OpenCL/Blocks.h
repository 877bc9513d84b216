/* Blocks of arrays between the host and a buffer, and within the device. They
 * only begin; what fails is a recorded error. */
#ifndef RT_OPENCL_BLOCKS_H
#define RT_OPENCL_BLOCKS_H

#include "Device.h"
#include "OpenCL/Api.h"

int rt_opencl_upload(const struct rt_opencl_api *cl, cl_command_queue queue,
                     cl_mem memory, void *host, const struct rt_block *block);
int rt_opencl_download(const struct rt_opencl_api *cl, cl_command_queue queue,
                       cl_mem memory, void *host, const struct rt_block *block);

/* As rt_device.repack. Under the table's lock. */
int rt_opencl_repack(const struct rt_opencl_api *cl, cl_command_queue queue,
                     cl_mem memory, const struct rt_block *block, cl_mem packed,
                     size_t at, bool gather);

#endif
