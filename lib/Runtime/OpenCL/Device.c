/* The OpenCL back end: one device, its context, and a queue for each stream.
 * Handles are cl_mem; parts of arrays are sub-buffers. */
#include "Device.h"
#include "Error.h"
#include "OpenCL/Api.h"
#include "OpenCL/Blocks.h"
#include "OpenCL/Select.h"
#include "Settings.h"

#include <pthread.h>

static const struct rt_opencl_api *cl;
static cl_device_id device;
static cl_context context;
static cl_command_queue allocations;
static size_t alignment; /* of sub-buffers, in bytes */
static _Atomic(cl_command_queue) queues[LOOPYRT_STREAMS];
static pthread_mutex_t queues_lock = PTHREAD_MUTEX_INITIALIZER;

static void limits(struct rt_limits *limits) {
  cl_ulong bytes = 0;
  cl_uint axes = 0;
  size_t size = 0, sizes[16] = {0};
  cl->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof limits->device,
                      limits->device, NULL);
  cl->clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                      NULL);
  cl->clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &size,
                      NULL);
  cl->clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof axes,
                      &axes, NULL);
  if (axes <= sizeof sizes / sizeof *sizes)
    cl->clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                        axes * sizeof *sizes, sizes, NULL);
  limits->local_memory_bytes = (int64_t)bytes;
  limits->work_group_size = (int64_t)size;
  for (int axis = 0; axis < 3; ++axis)
    limits->work_items[axis] = (int64_t)sizes[axis];
}

static int attach(void) { return LOOPYRT_SUCCESS; }

static void release(void *memory) { cl->clReleaseMemObject(memory); }

static int new_queue(int stream) {
  cl_int error = CL_SUCCESS;
  cl_command_queue_properties properties =
      rt_settings()->profile ? CL_QUEUE_PROFILING_ENABLE : 0;
  pthread_mutex_lock(&queues_lock);
  if (!queues[stream])
    queues[stream] =
        cl->clCreateCommandQueue(context, device, properties, &error);
  pthread_mutex_unlock(&queues_lock);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a new queue");
}

static int queue(int stream, void **handle) {
  if (!queues[stream]) {
    int status = new_queue(stream);
    if (status != LOOPYRT_SUCCESS)
      return status;
  }
  *handle = queues[stream];
  return LOOPYRT_SUCCESS;
}

/* Buffers of NVIDIA's driver, of any size, find their memory when they are
 * first used. It is found here, so that it is the array that does not fit; on a
 * queue of its own, because all others may be busy. */
static int find_memory(cl_mem buffer) {
  cl_int error = cl->clEnqueueMigrateMemObjects(
      allocations, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL,
      NULL);
  if (error != CL_SUCCESS)
    return rt_opencl_out_of_memory(error);
  error = cl->clFinish(allocations);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "waiting for the device");
}

static int allocate(size_t bytes, void **memory) {
  cl_int error;
  cl_mem buffer =
      cl->clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  int status;
  if (error != CL_SUCCESS)
    return rt_opencl_out_of_memory(error);
  status = find_memory(buffer);
  if (status == LOOPYRT_SUCCESS)
    *memory = buffer;
  else
    cl->clReleaseMemObject(buffer);
  return status;
}

static int upload(int stream, void *memory, void *host,
                  const struct rt_block *block) {
  void *to;
  int status = queue(stream, &to);
  return status == LOOPYRT_SUCCESS
             ? rt_opencl_upload(cl, to, memory, host, block)
             : status;
}

static int download(int stream, void *memory, void *host,
                    const struct rt_block *block) {
  void *from;
  int status = queue(stream, &from);
  return status == LOOPYRT_SUCCESS
             ? rt_opencl_download(cl, from, memory, host, block)
             : status;
}

static int copy(int stream, void *from, size_t from_offset, void *to,
                size_t to_offset, size_t bytes) {
  void *handle;
  cl_int error;
  int status = queue(stream, &handle);
  if (status != LOOPYRT_SUCCESS)
    return status;
  error = cl->clEnqueueCopyBuffer(handle, from, to, from_offset, to_offset,
                                  bytes, 0, NULL, NULL);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a copy on the device");
}

static int repack(int stream, void *memory, const struct rt_block *block,
                  void *packed, size_t at, bool gather) {
  void *handle;
  int status = queue(stream, &handle);
  return status == LOOPYRT_SUCCESS
             ? rt_opencl_repack(cl, handle, memory, block, packed, at, gather)
             : status;
}

static size_t alignment_of_parts(void) { return alignment; }

static void *view(void *memory, size_t offset, size_t bytes) {
  cl_buffer_region region = {offset, bytes};
  cl_int error;
  cl_mem part;
  if (offset % alignment)
    return NULL;
  part = cl->clCreateSubBuffer(memory, CL_MEM_READ_WRITE,
                               CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  return error == CL_SUCCESS ? part : NULL;
}

static int order(int before, int after) {
  void *first, *second;
  cl_event event;
  cl_int error;
  int status = queue(before, &first);
  if (status == LOOPYRT_SUCCESS)
    status = queue(after, &second);
  if (status != LOOPYRT_SUCCESS)
    return status;
  error = cl->clEnqueueMarkerWithWaitList(first, 0, NULL, &event);
  if (error == CL_SUCCESS) {
    error = cl->clEnqueueBarrierWithWaitList(second, 1, &event, NULL);
    cl->clReleaseEvent(event);
    cl->clFlush(first);
  }
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "ordering two streams");
}

static int submit(int stream) {
  cl_int error = cl->clFlush(queues[stream]);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a launch");
}

static int wait_stream(int stream) {
  cl_int error = queues[stream] ? cl->clFinish(queues[stream]) : CL_SUCCESS;
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "waiting for the device");
}

/* The launcher's event tells both times of one launch. Of several, it is a
 * marker behind the last: they begin at the marker that is set here. */
static void timer_start(int stream, struct rt_timer *timer) {
  cl_event start;
  if (timer->start)
    cl->clReleaseEvent(timer->start);
  timer->start = NULL;
  if (cl->clEnqueueMarkerWithWaitList(queues[stream], 0, NULL, &start) ==
      CL_SUCCESS)
    timer->start = start;
}

static void timer_stop(int stream, struct rt_timer *timer) {
  (void)stream;
  (void)timer;
}

static cl_int profiled_time(cl_event event, cl_profiling_info what,
                            cl_ulong *time) {
  return cl->clGetEventProfilingInfo(event, what, sizeof *time, time, NULL);
}

static int timer_read(struct rt_timer *timer, double *seconds) {
  cl_ulong begin = 0, end = 0;
  cl_int state = CL_QUEUED, error;
  cl_command_type command = CL_COMMAND_NDRANGE_KERNEL;
  error = cl->clGetEventInfo(timer->stop, CL_EVENT_COMMAND_EXECUTION_STATUS,
                             sizeof state, &state, NULL);
  if (error == CL_SUCCESS && state > CL_COMPLETE)
    return 0;
  error |= cl->clGetEventInfo(timer->stop, CL_EVENT_COMMAND_TYPE,
                              sizeof command, &command, NULL);
  if (command == CL_COMMAND_MARKER && timer->start)
    error |= profiled_time(timer->start, CL_PROFILING_COMMAND_END, &begin);
  else
    error |= profiled_time(timer->stop, CL_PROFILING_COMMAND_START, &begin);
  error |= profiled_time(timer->stop, CL_PROFILING_COMMAND_END, &end);
  cl->clReleaseEvent(timer->stop);
  if (timer->start)
    cl->clReleaseEvent(timer->start);
  *seconds = (double)(end - begin) * 1e-9;
  return error == CL_SUCCESS ? 1 : -1;
}

static const struct rt_device opencl = {
    .target = LOOPYRT_TARGET_OPENCL,
    .name = "OpenCL",
    .limits = limits,
    .attach = attach,
    .allocate = allocate,
    .release = release,
    .upload = upload,
    .download = download,
    .copy = copy,
    .repack = repack,
    .alignment = alignment_of_parts,
    .view = view,
    .release_view = release,
    .queue = queue,
    .order = order,
    .submit = submit,
    .wait = wait_stream,
    .timer_start = timer_start,
    .timer_stop = timer_stop,
    .timer_read = timer_read,
};

const struct rt_device *rt_open_opencl(int index) {
  char name[256] = "";
  cl_uint bits = 1024;
  cl_int error;
  cl = rt_opencl_api();
  if (!cl || rt_opencl_select(cl, &index, &device) != LOOPYRT_SUCCESS)
    return NULL;
  context = cl->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (error == CL_SUCCESS)
    allocations = cl->clCreateCommandQueue(context, device, 0, &error);
  if (error != CL_SUCCESS) {
    rt_fail(LOOPYRT_ERROR_NO_DEVICE,
            "the OpenCL device cannot be used (OpenCL error %d)", error);
    return NULL;
  }
  cl->clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits,
                      NULL);
  alignment = bits >= 8 ? bits / 8 : 1;
  cl->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  rt_log(1, "OpenCL device %d: %s", index, name);
  return &opencl;
}
