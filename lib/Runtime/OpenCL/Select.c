#include "OpenCL/Select.h"
#include "Error.h"
#include "Settings.h"
#include "loopyrt.h"

enum { MAX_PLATFORMS = 16, MAX_DEVICES = 256 };

struct device_list {
  cl_device_id devices[MAX_DEVICES];
  int count;
};

static void add_devices(const struct rt_opencl_api *cl, cl_device_type type,
                        struct device_list *list) {
  cl_platform_id platforms[MAX_PLATFORMS];
  cl_uint platform_count = 0;
  if (cl->clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) !=
      CL_SUCCESS)
    return;
  if (platform_count > MAX_PLATFORMS)
    platform_count = MAX_PLATFORMS;
  for (cl_uint i = 0; i < platform_count; ++i) {
    cl_uint room = (cl_uint)(MAX_DEVICES - list->count), found = 0;
    if (room &&
        cl->clGetDeviceIDs(platforms[i], type, room,
                           list->devices + list->count, &found) == CL_SUCCESS)
      list->count += (int)(found < room ? found : room);
  }
}

int rt_opencl_select(const struct rt_opencl_api *cl, int *number,
                     cl_device_id *device) {
  static const cl_device_type types[] = {
      CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CPU};
  struct device_list list = {.count = 0};
  int first_kind = 0, index = *number;
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    add_devices(cl, types[i], &list);
    if (!first_kind)
      first_kind = list.count;
  }
  if (!list.count)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE, "no OpenCL device");
  if (index < 0)
    index = rt_settings()->local_rank % first_kind;
  if (index >= list.count)
    return rt_fail(LOOPYRT_ERROR_NO_DEVICE,
                   "no OpenCL device %d: there %s %d, from 0", index,
                   list.count == 1 ? "is" : "are", list.count);
  *device = list.devices[index];
  *number = index;
  return LOOPYRT_SUCCESS;
}
