/* An OpenCL layer: what lies between the ICD loader and the driver when
 * OPENCL_LAYERS names it. It makes any driver behave as others may:
 *   always         rectangles are refused whose last slice ends, as a whole,
 *                  behind the buffer (NVIDIA)
 *   LAYER_LAZY=1   buffers of any size are made; memory is looked for when
 *                  they are used (NVIDIA)
 *   LAYER_FAIL=clF function clF returns LAYER_ERROR (-59 by default) */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct _cl_icd_dispatch *driver;
static struct _cl_icd_dispatch layer;

static cl_int failure_of(const char *function) {
  const char *failing = getenv("LAYER_FAIL"), *error = getenv("LAYER_ERROR");
  if (!failing || strcmp(failing, function) != 0)
    return CL_SUCCESS;
  return error ? atoi(error) : CL_INVALID_OPERATION;
}

/* --- Failures --- */

/* What runs through the driver unless it is to fail. */
#define FAILING(NAME, PARAMETERS, ARGUMENTS)                                   \
  static cl_int CL_API_CALL NAME##_or_fail PARAMETERS {                        \
    cl_int error = failure_of(#NAME);                                          \
    return error == CL_SUCCESS ? driver->NAME ARGUMENTS : error;               \
  }

FAILING(clFinish, (cl_command_queue queue), (queue))
FAILING(clFlush, (cl_command_queue queue), (queue))
FAILING(clGetEventInfo,
        (cl_event event, cl_event_info what, size_t bytes, void *value,
         size_t *needed),
        (event, what, bytes, value, needed))
FAILING(clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
         size_t bytes, const void *from, cl_uint count, const cl_event *events,
         cl_event *event),
        (queue, buffer, blocking, offset, bytes, from, count, events, event))
FAILING(clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
         size_t bytes, void *to, cl_uint count, const cl_event *events,
         cl_event *event),
        (queue, buffer, blocking, offset, bytes, to, count, events, event))
FAILING(clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
         size_t to_offset, size_t bytes, cl_uint count, const cl_event *events,
         cl_event *event),
        (queue, from, to, from_offset, to_offset, bytes, count, events, event))

/* --- Memory --- */

static cl_mem without_memory;

static cl_mem CL_API_CALL create_lazily(cl_context context, cl_mem_flags flags,
                                        size_t bytes, void *host,
                                        cl_int *error) {
  enum { REALLY = 4096 };
  bool lazy = getenv("LAYER_LAZY") && bytes > (size_t)1 << 40;
  cl_mem buffer = driver->clCreateBuffer(context, flags, lazy ? REALLY : bytes,
                                         host, error);
  if (lazy)
    without_memory = buffer;
  else if (buffer == without_memory) /* that one is gone */
    without_memory = NULL;
  return buffer;
}

static cl_int CL_API_CALL migrate(cl_command_queue queue, cl_uint count,
                                  const cl_mem *buffers,
                                  cl_mem_migration_flags flags,
                                  cl_uint event_count, const cl_event *events,
                                  cl_event *event) {
  for (cl_uint i = 0; i < count; ++i)
    if (buffers[i] == without_memory)
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return driver->clEnqueueMigrateMemObjects(queue, count, buffers, flags,
                                            event_count, events, event);
}

/* --- Rectangles --- */

/* Counted in whole slices of whole rows, a rectangle must lie in its buffer. */
static bool lies_in_buffer(cl_mem buffer, const size_t origin[3],
                           const size_t region[3], size_t row, size_t slice) {
  size_t bytes = 0;
  driver->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  return origin[0] + region[0] <= row && slice % row == 0 &&
         (origin[1] + region[1]) * row <= slice &&
         (origin[2] + region[2]) * slice <= bytes;
}

static cl_int CL_API_CALL write_rect(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    const size_t origin[3], const size_t host_origin[3], const size_t region[3],
    size_t row, size_t slice, size_t host_row, size_t host_slice,
    const void *from, cl_uint count, const cl_event *events, cl_event *event) {
  if (!lies_in_buffer(buffer, origin, region, row, slice))
    return CL_INVALID_VALUE;
  return driver->clEnqueueWriteBufferRect(
      queue, buffer, blocking, origin, host_origin, region, row, slice,
      host_row, host_slice, from, count, events, event);
}

static cl_int CL_API_CALL read_rect(cl_command_queue queue, cl_mem buffer,
                                    cl_bool blocking, const size_t origin[3],
                                    const size_t host_origin[3],
                                    const size_t region[3], size_t row,
                                    size_t slice, size_t host_row,
                                    size_t host_slice, void *to, cl_uint count,
                                    const cl_event *events, cl_event *event) {
  if (!lies_in_buffer(buffer, origin, region, row, slice))
    return CL_INVALID_VALUE;
  return driver->clEnqueueReadBufferRect(
      queue, buffer, blocking, origin, host_origin, region, row, slice,
      host_row, host_slice, to, count, events, event);
}

/* --- What the loader calls --- */

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t bytes, void *value,
                                  size_t *needed) {
  cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (what != CL_LAYER_API_VERSION || (value && bytes < sizeof version))
    return CL_INVALID_VALUE;
  if (value)
    memcpy(value, &version, sizeof version);
  if (needed)
    *needed = sizeof version;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *below,
                               cl_uint *own_entries,
                               const cl_icd_dispatch **own) {
  enum { ENTRIES = sizeof layer / sizeof(void *) };
  driver = below;
  memcpy(&layer, below,
         (entries < ENTRIES ? entries : ENTRIES) * sizeof(void *));
  layer.clFinish = clFinish_or_fail;
  layer.clFlush = clFlush_or_fail;
  layer.clGetEventInfo = clGetEventInfo_or_fail;
  layer.clEnqueueWriteBuffer = clEnqueueWriteBuffer_or_fail;
  layer.clEnqueueReadBuffer = clEnqueueReadBuffer_or_fail;
  layer.clEnqueueCopyBuffer = clEnqueueCopyBuffer_or_fail;
  layer.clCreateBuffer = create_lazily;
  layer.clEnqueueMigrateMemObjects = migrate;
  layer.clEnqueueWriteBufferRect = write_rect;
  layer.clEnqueueReadBufferRect = read_rect;
  *own_entries = entries < ENTRIES ? entries : ENTRIES;
  *own = &layer;
  return CL_SUCCESS;
}
