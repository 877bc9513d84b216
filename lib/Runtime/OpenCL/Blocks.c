#include "OpenCL/Blocks.h"
#include "Error.h"

struct moving {
  const struct rt_opencl_api *cl;
  cl_command_queue queue;
  cl_mem memory;
  char *host;
};
typedef cl_int move_function(const struct moving *, const struct rt_block *);

/* --- One run, or one rectangle --- */

static bool is_one_run(const struct rt_block *b) {
  return b->rows == 1 && b->slices == 1;
}

/* An offset into a buffer as a corner of a rectangle. */
static void corner(const struct rt_block *block, size_t origin[3]) {
  origin[2] = block->offset / block->slice_stride;
  origin[1] = block->offset % block->slice_stride / block->row_stride;
  origin[0] = block->offset % block->slice_stride % block->row_stride;
}

static cl_int write(const struct moving *m, const struct rt_block *b) {
  size_t origin[3], region[3] = {b->run, b->rows, b->slices};
  if (is_one_run(b))
    return m->cl->clEnqueueWriteBuffer(m->queue, m->memory, CL_FALSE, b->offset,
                                       b->run, m->host + b->offset, 0, NULL,
                                       NULL);
  corner(b, origin);
  return m->cl->clEnqueueWriteBufferRect(
      m->queue, m->memory, CL_FALSE, origin, origin, region, b->row_stride,
      b->slice_stride, b->row_stride, b->slice_stride, m->host, 0, NULL, NULL);
}

static cl_int read(const struct moving *m, const struct rt_block *b) {
  size_t origin[3], region[3] = {b->run, b->rows, b->slices};
  if (is_one_run(b))
    return m->cl->clEnqueueReadBuffer(m->queue, m->memory, CL_FALSE, b->offset,
                                      b->run, m->host + b->offset, 0, NULL,
                                      NULL);
  corner(b, origin);
  return m->cl->clEnqueueReadBufferRect(
      m->queue, m->memory, CL_FALSE, origin, origin, region, b->row_stride,
      b->slice_stride, b->row_stride, b->slice_stride, m->host, 0, NULL, NULL);
}

/* --- Rectangles that lie in the buffer --- */

/* The last slice or row of a block, alone. */
static struct rt_block last_slice(struct rt_block b) {
  b.offset += (b.slices - 1) * b.slice_stride;
  b.slices = 1;
  b.slice_stride = b.row_stride * (b.offset / b.row_stride + b.rows);
  return b;
}

static struct rt_block last_row(struct rt_block b) {
  b.offset += (b.rows - 1) * b.row_stride;
  b.rows = 1;
  b.slice_stride = b.row_stride = b.run;
  return b;
}

static struct rt_block without_last(struct rt_block b) {
  if (b.slices > 1) {
    --b.slices;
  } else {
    --b.rows;
    b.slice_stride -= b.row_stride;
  }
  return b;
}

/* NVIDIA's driver counts slices and rows as a whole: it refuses a rectangle
 * whose elements lie in the buffer, but not the rest of its last slice. There
 * the last slice is moved alone, and of that the last row. */
static cl_int move(const struct moving *m, const struct rt_block *b,
                   size_t buffer_bytes, move_function *function) {
  struct rt_block first, last;
  cl_int error;
  if (is_one_run(b) ||
      (b->offset / b->slice_stride + b->slices) * b->slice_stride <=
          buffer_bytes)
    return function(m, b);
  first = without_last(*b);
  last = b->slices > 1 ? last_slice(*b) : last_row(*b);
  error = move(m, &first, buffer_bytes, function);
  return error == CL_SUCCESS ? move(m, &last, buffer_bytes, function) : error;
}

static cl_int move_in(const struct moving *m, const struct rt_block *block,
                      move_function *function) {
  size_t bytes = 0;
  cl_int error = m->cl->clGetMemObjectInfo(m->memory, CL_MEM_SIZE, sizeof bytes,
                                           &bytes, NULL);
  return error == CL_SUCCESS ? move(m, block, bytes, function) : error;
}

int rt_opencl_upload(const struct rt_opencl_api *cl, cl_command_queue queue,
                     cl_mem memory, void *host, const struct rt_block *block) {
  struct moving moving = {cl, queue, memory, host};
  cl_int error = move_in(&moving, block, write);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a copy to the device");
}

int rt_opencl_download(const struct rt_opencl_api *cl, cl_command_queue queue,
                       cl_mem memory, void *host,
                       const struct rt_block *block) {
  struct moving moving = {cl, queue, memory, host};
  cl_int error = move_in(&moving, block, read);
  return error == CL_SUCCESS ? LOOPYRT_SUCCESS
                             : rt_opencl_fail(error, "a copy to the host");
}
