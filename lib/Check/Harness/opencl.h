/* The OpenCL device that a check program runs on. */
#include <CL/cl.h>

static cl_context context;
static cl_command_queue queue;

/* The device `*number`, counted over all platforms among those of a type;
 * if there are fewer, NULL, and `*number` goes on counting behind them. */
static cl_device_id find_typed(cl_device_type type, int *number, char *name,
                               size_t size) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  clGetPlatformIDs(16, platforms, &platform_count);
  for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
    cl_device_id devices[64];
    cl_uint device_count = 0;
    if (clGetDeviceIDs(platforms[p], type, 64, devices, &device_count) !=
        CL_SUCCESS)
      continue;
    if (*number >= (int)device_count) {
      *number -= device_count;
      continue;
    }
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, size, name, NULL);
    if (strcmp(name, "Portable Computing Language") == 0)
      strcpy(name, "pocl");
    else
      clGetDeviceInfo(devices[*number], CL_DEVICE_NAME, size, name, NULL);
    return devices[*number];
  }
  return NULL;
}

/* GPUs come first. */
static cl_device_id find_device(int number, char *name, size_t size) {
  cl_device_id gpu = find_typed(CL_DEVICE_TYPE_GPU, &number, name, size);
  return gpu ? gpu
             : find_typed(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR |
                              CL_DEVICE_TYPE_CUSTOM,
                          &number, name, size);
}

/* 0, or 2 with a message where there is no such device. */
static int open_device(int number, char *device, char *message, size_t size) {
  static char name[128];
  cl_int error = CL_SUCCESS;
  if (!queue) {
    cl_device_id found = find_device(number, name, sizeof name);
    if (!found) {
      if (number)
        snprintf(message, size, "no OpenCL device %d", number);
      else
        snprintf(message, size, "no OpenCL device");
      return 2;
    }
    context = clCreateContext(NULL, 1, &found, NULL, NULL, &error);
    if (error == CL_SUCCESS)
      queue = clCreateCommandQueue(context, found, 0, &error);
    if (error != CL_SUCCESS) {
      snprintf(message, size, "the OpenCL device cannot be opened (error %d)",
               error);
      return 2;
    }
  }
  strcpy(device, name);
  return 0;
}

/* Waits for a launch; a queue may end well though a kernel in it did not. */
static cl_int finish(cl_event launched) {
  cl_int error = clFinish(queue), status = CL_COMPLETE;
  if (error == CL_SUCCESS && launched)
    error = clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS,
                           sizeof status, &status, NULL);
  if (launched)
    clReleaseEvent(launched);
  return error != CL_SUCCESS ? error : status < 0 ? status : CL_SUCCESS;
}
