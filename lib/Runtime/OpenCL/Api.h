/* The OpenCL functions that the runtime calls, from libOpenCL.so.1 when first
 * needed: programs run on machines without it if they do not use it. */
#ifndef RT_OPENCL_API_H
#define RT_OPENCL_API_H

#include <CL/cl.h>

/* clang-format off */
#define RT_OPENCL_FUNCTIONS(F)                                                 \
  F(clGetPlatformIDs) F(clGetDeviceIDs) F(clGetDeviceInfo)                     \
  F(clCreateContext) F(clReleaseContext) F(clCreateCommandQueue)               \
  F(clCreateBuffer) F(clCreateSubBuffer) F(clReleaseMemObject)                 \
  F(clGetMemObjectInfo) F(clGetCommandQueueInfo)                               \
  F(clEnqueueWriteBuffer) F(clEnqueueReadBuffer) F(clEnqueueCopyBuffer)        \
  F(clEnqueueWriteBufferRect) F(clEnqueueReadBufferRect)                       \
  F(clEnqueueMigrateMemObjects)                                                \
  F(clCreateKernel) F(clSetKernelArg) F(clEnqueueNDRangeKernel)                \
  F(clEnqueueMarkerWithWaitList) F(clEnqueueBarrierWithWaitList)               \
  F(clReleaseEvent) F(clGetEventInfo) F(clGetEventProfilingInfo)               \
  F(clFlush) F(clFinish)                                                       \
  F(clCreateProgramWithSource) F(clCreateProgramWithBinary) F(clBuildProgram)  \
  F(clReleaseProgram) F(clGetProgramInfo) F(clGetProgramBuildInfo)
/* clang-format on */

struct rt_opencl_api {
#define RT_MEMBER(NAME) __typeof__(&NAME) NAME;
  RT_OPENCL_FUNCTIONS(RT_MEMBER)
#undef RT_MEMBER
};

/* NULL, and why in an error, if the library cannot be loaded. */
const struct rt_opencl_api *rt_opencl_api(void);

/* Records that an allocation failed. */
int rt_opencl_out_of_memory(cl_int error);

/* Records an error for a code of OpenCL: memory, or what `doing` says. */
int rt_opencl_fail(cl_int error, const char *doing);

#endif
