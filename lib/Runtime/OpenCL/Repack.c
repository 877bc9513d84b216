/* Gathering and spreading narrow blocks by a kernel of the runtime's own: one
 * work-item for each word. Rectangles of a few bytes a row are what copies of
 * buffers do worst. */
#include "BuildLog.h"
#include "Error.h"
#include "OpenCL/Blocks.h"

/* All sizes and places are in words. */
#define REPACK(NAME, WORD)                                                     \
  "__kernel void " NAME "(__global " WORD " *array, __global " WORD            \
  " *packed, ulong words, ulong first, ulong run, ulong rows,\n"               \
  "    ulong row_stride, ulong slice_stride, ulong at, int gather) {\n"        \
  "  ulong i = get_global_id(0), row = i / run % rows;\n"                      \
  "  ulong there = first + i / run / rows * slice_stride\n"                    \
  "      + row * row_stride + i % run;\n"                                      \
  "  if (i >= words)\n"                                                        \
  "    return;\n"                                                              \
  "  if (gather)\n"                                                            \
  "    packed[at + i] = array[there];\n"                                       \
  "  else\n"                                                                   \
  "    array[there] = packed[at + i];\n"                                       \
  "}\n"

enum { WORD = 4, GROUP = 64 };
static const char *const text[] = {REPACK("repack_words", "uint"),
                                   REPACK("repack_bytes", "uchar")};
static cl_kernel of_words, of_bytes;

static int build(const struct rt_opencl_api *cl, cl_command_queue queue) {
  cl_context context;
  cl_device_id device;
  cl_program program;
  cl_int error = CL_SUCCESS;
  cl->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context,
                            NULL);
  cl->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device,
                            NULL);
  program = loopyrt_build_program(context, device, text, 2, "-cl-std=CL1.2");
  if (!program)
    return rt_build_failed();
  of_words = cl->clCreateKernel(program, "repack_words", &error);
  if (error == CL_SUCCESS)
    of_bytes = cl->clCreateKernel(program, "repack_bytes", &error);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "loopyrt's own kernel");
}

static size_t word_of(const struct rt_block *b, size_t at) {
  size_t all = b->offset | b->run | b->row_stride | b->slice_stride | at;
  return all % WORD ? 1 : WORD;
}

static cl_int launch(const struct rt_opencl_api *cl, cl_command_queue queue,
                     cl_mem memory, const struct rt_block *b, cl_mem packed,
                     size_t at, bool gather) {
  size_t word = word_of(b, at), words = b->run * b->rows * b->slices / word;
  size_t group = GROUP, items = (words + GROUP - 1) / GROUP * GROUP;
  cl_kernel kernel = word == WORD ? of_words : of_bytes;
  cl_ulong numbers[] = {words,    b->offset / word,     b->run / word,
                        b->rows,  b->row_stride / word, b->slice_stride / word,
                        at / word};
  enum { NUMBERS = sizeof numbers / sizeof *numbers };
  cl_int gathers = gather;
  cl_int error = cl->clSetKernelArg(kernel, 0, sizeof memory, &memory);
  error |= cl->clSetKernelArg(kernel, 1, sizeof packed, &packed);
  for (cl_uint i = 0; i < NUMBERS; ++i)
    error |= cl->clSetKernelArg(kernel, 2 + i, sizeof *numbers, &numbers[i]);
  error |= cl->clSetKernelArg(kernel, 2 + NUMBERS, sizeof gathers, &gathers);
  return error == CL_SUCCESS
             ? cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items,
                                          &group, 0, NULL, NULL)
             : error;
}

int rt_opencl_repack(const struct rt_opencl_api *cl, cl_command_queue queue,
                     cl_mem memory, const struct rt_block *block, cl_mem packed,
                     size_t at, bool gather) {
  int status = of_bytes ? LOOPYRT_SUCCESS : build(cl, queue);
  cl_int error;
  if (status != LOOPYRT_SUCCESS)
    return status;
  error = launch(cl, queue, memory, block, packed, at, gather);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a copy on the device");
}
