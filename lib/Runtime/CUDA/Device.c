/* The CUDA back end: the primary context of one device, which nvcc's launchers
 * use too, and a stream for each number. Handles are device pointers. */
#include "Device.h"
#include "CUDA/Api.h"
#include "Error.h"
#include "Settings.h"

#include <pthread.h>

static const struct rt_cuda_api *cuda;
static CUdevice chosen;
static CUcontext context;
static _Atomic(CUstream) streams[LOOPYRT_STREAMS];
static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;
static CUmemoryPool temporaries;

static CUdeviceptr pointer(void *memory, size_t offset) {
  return (CUdeviceptr)(uintptr_t)memory + offset;
}

static int64_t attribute(int number) {
  int value = 0;
  return cuda->cuDeviceGetAttribute(&value, number, chosen) == CUDA_SUCCESS
             ? value
             : 0;
}

static void limits(struct rt_limits *limits) {
  cuda->cuDeviceGetName(limits->device, sizeof limits->device, chosen);
  limits->local_memory_bytes =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  limits->work_group_size =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  for (int axis = 0; axis < 3; ++axis) {
    limits->work_items[axis] =
        attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + axis);
    /* A launch has fewer along the others: launchers launch in parts. */
    limits->work_groups[axis] = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  }
}

/* The program may have made another device current since. */
static int attach(void) {
  CUcontext current = NULL;
  if (cuda->cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context)
    return LOOPYRT_SUCCESS;
  return rt_cuda_check(cuda->cuCtxSetCurrent(context),
                       "making the CUDA device current");
}

static int allocate(size_t bytes, void **memory) {
  CUdeviceptr address = 0;
  int status =
      rt_cuda_check(cuda->cuMemAlloc(&address, bytes), "an allocation");
  *memory = (void *)(uintptr_t)address;
  return status;
}

static void release(void *memory) { cuda->cuMemFree(pointer(memory, 0)); }

static int new_stream(int number) {
  int status = LOOPYRT_SUCCESS;
  pthread_mutex_lock(&streams_lock);
  if (!streams[number]) {
    CUstream made = NULL;
    status = rt_cuda_check(cuda->cuStreamCreate(&made, CU_STREAM_NON_BLOCKING),
                           "a new stream");
    streams[number] = made;
  }
  pthread_mutex_unlock(&streams_lock);
  return status;
}

static int queue(int stream, void **handle) {
  if (!streams[stream]) {
    int status = new_stream(stream);
    if (status != LOOPYRT_SUCCESS)
      return status;
  }
  *handle = streams[stream];
  return LOOPYRT_SUCCESS;
}

/* A rectangle with the same corner and pitches on both sides. */
static CUDA_MEMCPY3D rectangle(const struct rt_block *b) {
  CUDA_MEMCPY3D r = {.srcXInBytes = 0};
  r.srcPitch = r.dstPitch = b->row_stride;
  r.srcHeight = r.dstHeight = b->slice_stride / b->row_stride;
  r.WidthInBytes = b->run;
  r.Height = b->rows;
  r.Depth = b->slices;
  return r;
}

static int upload(int stream, void *memory, void *host,
                  const struct rt_block *b) {
  const char *from = (const char *)host + b->offset;
  CUdeviceptr to = pointer(memory, b->offset);
  CUDA_MEMCPY3D r;
  void *handle;
  int status = queue(stream, &handle);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (b->rows == 1 && b->slices == 1)
    return rt_cuda_check(cuda->cuMemcpyHtoDAsync(to, from, b->run, handle),
                         "a copy to the device");
  r = rectangle(b);
  r.srcMemoryType = CU_MEMORYTYPE_HOST;
  r.srcHost = from;
  r.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  r.dstDevice = to;
  return rt_cuda_check(cuda->cuMemcpy3DAsync(&r, handle),
                       "a copy to the device");
}

static int download(int stream, void *memory, void *host,
                    const struct rt_block *b) {
  CUdeviceptr from = pointer(memory, b->offset);
  char *to = (char *)host + b->offset;
  CUDA_MEMCPY3D r;
  void *handle;
  int status = queue(stream, &handle);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (b->rows == 1 && b->slices == 1)
    return rt_cuda_check(cuda->cuMemcpyDtoHAsync(to, from, b->run, handle),
                         "a copy to the host");
  r = rectangle(b);
  r.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  r.srcDevice = from;
  r.dstMemoryType = CU_MEMORYTYPE_HOST;
  r.dstHost = to;
  return rt_cuda_check(cuda->cuMemcpy3DAsync(&r, handle), "a copy to the host");
}

static int copy(int stream, void *from, size_t from_offset, void *to,
                size_t to_offset, size_t bytes) {
  void *handle;
  int status = queue(stream, &handle);
  if (status != LOOPYRT_SUCCESS)
    return status;
  return rt_cuda_check(cuda->cuMemcpyDtoDAsync(pointer(to, to_offset),
                                               pointer(from, from_offset),
                                               bytes, handle),
                       "a copy on the device");
}

static int repack(int stream, void *memory, const struct rt_block *block,
                  void *packed, size_t at, bool gather) {
  CUdeviceptr spread = pointer(memory, block->offset);
  CUdeviceptr dense = pointer(packed, at);
  CUDA_MEMCPY3D r = rectangle(block);
  void *handle;
  int status = queue(stream, &handle);
  if (status != LOOPYRT_SUCCESS)
    return status;
  r.srcMemoryType = r.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  r.srcDevice = gather ? spread : dense;
  r.dstDevice = gather ? dense : spread;
  if (gather) {
    r.dstPitch = block->run;
    r.dstHeight = block->rows;
  } else {
    r.srcPitch = block->run;
    r.srcHeight = block->rows;
  }
  return rt_cuda_check(cuda->cuMemcpy3DAsync(&r, handle),
                       "a copy on the device");
}

/* That of allocations. */
static size_t alignment(void) { return 256; }

static void *view(void *memory, size_t offset, size_t bytes) {
  (void)bytes;
  return (void *)(uintptr_t)pointer(memory, offset);
}

static void release_view(void *part) { (void)part; }

static int order(int before, int after) {
  void *first, *second;
  CUevent event;
  int status = queue(before, &first);
  if (status == LOOPYRT_SUCCESS)
    status = queue(after, &second);
  if (status == LOOPYRT_SUCCESS)
    status = rt_cuda_check(cuda->cuEventCreate(&event, CU_EVENT_DISABLE_TIMING),
                           "an event");
  if (status != LOOPYRT_SUCCESS)
    return status;
  status =
      rt_cuda_check(cuda->cuEventRecord(event, first), "ordering two streams");
  if (status == LOOPYRT_SUCCESS)
    status = rt_cuda_check(cuda->cuStreamWaitEvent(second, event, 0),
                           "ordering two streams");
  cuda->cuEventDestroy(event); /* the driver keeps it until it has happened */
  return status;
}

static int submit(int stream) {
  (void)stream; /* launches begin by themselves */
  return LOOPYRT_SUCCESS;
}

static int wait_stream(int stream) {
  if (!streams[stream])
    return LOOPYRT_SUCCESS;
  return rt_cuda_check(cuda->cuStreamSynchronize(streams[stream]),
                       "waiting for the device");
}

static void mark(int stream, void **slot) {
  CUevent event = *slot;
  void *handle;
  if (queue(stream, &handle) != LOOPYRT_SUCCESS ||
      (!event &&
       cuda->cuEventCreate(&event, CU_EVENT_DEFAULT) != CUDA_SUCCESS))
    return;
  cuda->cuEventRecord(event, handle);
  *slot = event;
}

static void timer_start(int stream, struct rt_timer *timer) {
  mark(stream, &timer->start);
}

static void timer_stop(int stream, struct rt_timer *timer) {
  if (timer->start)
    mark(stream, &timer->stop);
}

static int timer_read(struct rt_timer *timer, double *seconds) {
  float milliseconds = 0;
  CUresult result = cuda->cuEventQuery(timer->stop);
  if (result == CUDA_ERROR_NOT_READY)
    return 0;
  if (result == CUDA_SUCCESS)
    result = cuda->cuEventElapsedTime(&milliseconds, timer->start, timer->stop);
  cuda->cuEventDestroy(timer->start);
  cuda->cuEventDestroy(timer->stop);
  *seconds = milliseconds * 1e-3;
  return result == CUDA_SUCCESS ? 1 : -1;
}

/* Launchers take temporaries from the device's pool, of which the driver would
 * take back all whenever the program waits for a stream. */
static void keep_temporaries(void) {
  uint64_t keep =
      rt_settings()->keep == SIZE_MAX ? UINT64_MAX : rt_settings()->keep;
  if (cuda->cuDeviceGetDefaultMemPool(&temporaries, chosen) != CUDA_SUCCESS ||
      cuda->cuMemPoolSetAttribute(temporaries,
                                  CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                                  &keep) != CUDA_SUCCESS)
    temporaries = NULL;
}

static void trim(size_t keep) {
  if (temporaries)
    cuda->cuMemPoolTrimTo(temporaries, keep);
}

static const struct rt_device device = {
    .target = LOOPYRT_TARGET_CUDA,
    .name = "CUDA",
    .limits = limits,
    .attach = attach,
    .allocate = allocate,
    .release = release,
    .trim = trim,
    .upload = upload,
    .download = download,
    .copy = copy,
    .repack = repack,
    .alignment = alignment,
    .view = view,
    .release_view = release_view,
    .queue = queue,
    .order = order,
    .submit = submit,
    .wait = wait_stream,
    .timer_start = timer_start,
    .timer_stop = timer_stop,
    .timer_read = timer_read,
};

static int select_device(int *number) {
  int count = 0, index = *number;
  if (cuda->cuInit(0) != CUDA_SUCCESS ||
      cuda->cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE, "no CUDA device");
  if (index < 0)
    index = rt_settings()->local_rank % count;
  if (index >= count)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE,
                   "no CUDA device %d: there %s %d, from 0", index,
                   count == 1 ? "is" : "are", count);
  if (cuda->cuDeviceGet(&chosen, index) != CUDA_SUCCESS)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE, "CUDA device %d cannot be used",
                   index);
  *number = index;
  return LOOPYRT_SUCCESS;
}

const struct rt_device *rt_open_cuda(int index) {
  char name[256] = "";
  cuda = rt_cuda_api();
  if (!cuda || select_device(&index) != LOOPYRT_SUCCESS)
    return NULL;
  if (cuda->cuDevicePrimaryCtxRetain(&context, chosen) != CUDA_SUCCESS ||
      cuda->cuCtxSetCurrent(context) != CUDA_SUCCESS) {
    rt_fail(LOOPYRT_ERROR_NO_DEVICE, "the CUDA device cannot be used");
    return NULL;
  }
  keep_temporaries();
  cuda->cuDeviceGetName(name, sizeof name, chosen);
  rt_log(1, "CUDA device %d: %s", index, name);
  return &device;
}
