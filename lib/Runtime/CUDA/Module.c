/* CUDA modules for generated host code: from an image, or from CUDA C++. */
#include "BuildLog.h"
#include "CUDA/Api.h"
#include "CUDA/Nvrtc.h"
#include "Device.h"
#include "Error.h"
#include "Parts.h"

#include <pthread.h>

/* The device that calls use, current in this thread. */
static const struct rt_cuda_api *on_device(void) {
  const struct rt_device *device;
  int target;
  return rt_choose(LOOPYRT_TARGET_CUDA, &target, &device) == LOOPYRT_SUCCESS
             ? rt_cuda_api()
             : NULL;
}

/* --- Modules --- */

static CUmodule load(const struct rt_cuda_api *cuda, const void *image) {
  char log[4000] = "";
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)(uintptr_t)sizeof log};
  CUmodule module = NULL;
  CUresult result =
      cuda->cuModuleLoadDataEx(&module, image, 2, options, values);
  const char *name = "an unknown error";
  if (result == CUDA_SUCCESS) {
    rt_launch_was_delayed();
    return module;
  }
  cuda->cuGetErrorName(result, &name);
  rt_keep_build_log("%s (%s, %d)", *log ? log : "the driver refused the image",
                    name, result);
  return NULL;
}

static CUmodule or_error(CUmodule module) {
  if (!module)
    rt_build_failed();
  return module;
}

CUmodule loopyrt_cuda_module(const void *image) {
  const struct rt_cuda_api *cuda = on_device();
  return cuda ? or_error(load(cuda, image)) : NULL;
}

static int capability(const struct rt_cuda_api *cuda) {
  CUdevice device = 0;
  int major = 0, minor = 0;
  cuda->cuCtxGetDevice(&device);
  cuda->cuDeviceGetAttribute(
      &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuda->cuDeviceGetAttribute(
      &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  return 10 * major + minor;
}

CUmodule loopyrt_cuda_compile(const char *const *pieces, size_t count,
                              const char *options) {
  const struct rt_cuda_api *cuda = on_device();
  struct rt_cuda_source source = {pieces, count, options, 0};
  struct rt_cuda_image image;
  CUmodule module = NULL;
  bool again = cuda;
  if (cuda)
    source.capability = capability(cuda);
  while (again && rt_cuda_get_image(&source, &image)) {
    module = load(cuda, image.data);
    again = !module && image.cached;
    if (again)
      rt_log(1, "cache: the driver refused an image: rebuilt");
    rt_cuda_drop_image(&image, !module);
  }
  return cuda ? or_error(module) : NULL;
}

/* --- Kernels --- */

CUfunction loopyrt_cuda_function(CUmodule module, const char *name) {
  const struct rt_cuda_api *cuda = on_device();
  CUfunction function = NULL;
  if (!cuda ||
      cuda->cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS)
    return function;
  rt_keep_build_log("the module has no kernel %s", name);
  rt_build_failed();
  return NULL;
}

/* --- Memory for one launch --- */

void *loopyrt_cuda_allocate(size_t bytes, void *stream) {
  const struct rt_cuda_api *cuda = on_device();
  CUdeviceptr memory = 0;
  CUresult result = CUDA_SUCCESS;
  if (!cuda)
    return NULL;
  result = cuda->cuMemAllocAsync(&memory, bytes ? bytes : 1, stream);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    loopyrt_trim(0);
    result = cuda->cuMemAllocAsync(&memory, bytes ? bytes : 1, stream);
  }
  return result == CUDA_SUCCESS ? (void *)(uintptr_t)memory : NULL;
}

void loopyrt_cuda_free(void *memory, void *stream) {
  const struct rt_cuda_api *cuda = memory ? on_device() : NULL;
  if (cuda)
    cuda->cuMemFreeAsync((CUdeviceptr)(uintptr_t)memory, stream);
}

int loopyrt_cuda_read(void *target, const void *source, size_t bytes,
                      void *stream) {
  const struct rt_cuda_api *cuda = on_device();
  return cuda &&
         cuda->cuMemcpyDtoHAsync(target, (CUdeviceptr)(uintptr_t)source, bytes,
                                 stream) == CUDA_SUCCESS &&
         cuda->cuStreamSynchronize(stream) == CUDA_SUCCESS;
}

/* --- Launches --- */

static struct { int block[3], grid[3]; } limits;
static pthread_once_t limits_once = PTHREAD_ONCE_INIT;

static void read_limits(void) {
  const struct rt_cuda_api *cuda = rt_cuda_api();
  CUdevice device = 0;
  cuda->cuCtxGetDevice(&device);
  for (int axis = 0; axis < 3; ++axis) {
    cuda->cuDeviceGetAttribute(&limits.block[axis],
                               CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + axis,
                               device);
    cuda->cuDeviceGetAttribute(
        &limits.grid[axis], CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + axis, device);
  }
}

/* Can the device run such blocks of this kernel, and a grid of so many groups
 * along its first axes? */
static int check_sizes(const struct rt_cuda_api *cuda, CUfunction function,
                       const int64_t groups[3], int axes, const int local[3]) {
  int threads = 0;
  pthread_once(&limits_once, read_limits);
  for (int axis = 0; axis < 3; ++axis) {
    if (local[axis] > limits.block[axis])
      return RT_LAUNCH_WORK_GROUP_SIZE;
    if (axis < axes && groups[axis] > limits.grid[axis])
      return RT_LAUNCH_GRID_SIZE;
  }
  cuda->cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                           function);
  return local[0] * local[1] * local[2] > threads ? RT_LAUNCH_WORK_GROUP_SIZE
                                                  : LOOPYRT_SUCCESS;
}

/* More than a kernel may declare is asked for. */
static int take_local_memory(const struct rt_cuda_api *cuda,
                             CUfunction function, int bytes) {
  return bytes && cuda->cuFuncSetAttribute(
                      function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                      bytes) != CUDA_SUCCESS
             ? RT_LAUNCH_LOCAL_MEMORY
             : LOOPYRT_SUCCESS;
}

void loopyrt_cuda_leave_l1(CUfunction function) {
  const struct rt_cuda_api *cuda = on_device();
  if (cuda) /* As launchers of linked kernels ask it. */
    cuda->cuFuncSetAttribute(
        function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 71);
}

static unsigned groups_of_part(int64_t groups, unsigned first, int axis) {
  int64_t left = groups - first;
  return (unsigned)(left < limits.grid[axis] ? left : limits.grid[axis]);
}

/* To the group where the next part begins. */
static void next_part(const int64_t groups[3], unsigned first[3]) {
  first[1] += (unsigned)limits.grid[1];
  if (first[1] >= groups[1]) {
    first[1] = 0;
    first[2] += (unsigned)limits.grid[2];
  }
}

/* Part after part along the axes behind the first `axes`; where each begins is
 * an argument of the kernel. */
static int launch(CUfunction function, const int64_t groups[3], int axes,
                  const int local[3], int local_bytes, void *stream,
                  void **arguments, unsigned first[3]) {
  const struct rt_cuda_api *cuda = on_device();
  int status = cuda ? check_sizes(cuda, function, groups, axes, local)
                    : RT_LAUNCH_REFUSED;
  if (status == LOOPYRT_SUCCESS)
    status = take_local_memory(cuda, function, local_bytes);
  if (status != LOOPYRT_SUCCESS || !groups[0] || !groups[1] || !groups[2])
    return status;
  first[0] = first[1] = first[2] = 0;
  for (; first[2] < groups[2]; next_part(groups, first))
    if (cuda->cuLaunchKernel(function, (unsigned)groups[0],
                             groups_of_part(groups[1], first[1], 1),
                             groups_of_part(groups[2], first[2], 2),
                             (unsigned)local[0], (unsigned)local[1],
                             (unsigned)local[2], (unsigned)local_bytes, stream,
                             arguments, NULL) != CUDA_SUCCESS)
      return RT_LAUNCH_REFUSED;
  return LOOPYRT_SUCCESS;
}

int loopyrt_cuda_launch(CUfunction function, const int64_t groups[3],
                        const int local[3], void *stream, void **arguments) {
  return loopyrt_cuda_launch_local(function, groups, local, 0, stream,
                                   arguments);
}

int loopyrt_cuda_launch_local(CUfunction function, const int64_t groups[3],
                              const int local[3], int local_bytes,
                              void *stream, void **arguments) {
  return launch(function, groups, 3, local, local_bytes, stream, arguments,
                (unsigned[3]){0});
}

int loopyrt_cuda_launch_parts(CUfunction function, const int64_t groups[3],
                              const int local[3], int local_bytes, void *stream,
                              void **arguments, unsigned first_group[3]) {
  return launch(function, groups, 1, local, local_bytes, stream, arguments,
                first_group);
}
