// OpenCL in check programs.
#include "OpenCL/OpenCLTarget.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const deviceText =
    R"c(/* The OpenCL device that a check program runs on. */
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
)c";

static const LauncherCall launcherCall = {
    deviceText,
    "  cl_int error;\n"
    "  cl_event launched = NULL;\n"
    "  int missing = open_device(device_number, device, message, size);\n"
    "  if (missing)\n    return missing;\n",
    "  cl_mem buffer_{0} = clCreateBuffer(context, CL_MEM_READ_WRITE | "
    "CL_MEM_COPY_HOST_PTR,\n      bytes_{0} ? bytes_{0} : 1, staging_{0}, "
    "&error);\n"
    "  if (error != CL_SUCCESS) {{\n"
    "    snprintf(message, size, \"no device memory (error %d)\", error);\n"
    "    return 1;\n  }\n",
    "buffer_{0}",
    "queue",
    ", &launched",
    "  error = finish(launched);\n"
    "  if (error != CL_SUCCESS) {\n"
    "    snprintf(message, size, \"the kernel failed (OpenCL error %d)\", "
    "error);\n    return 1;\n  }\n",
    "  if (bytes_{0})\n    error = clEnqueueReadBuffer(queue, buffer_{0}, "
    "CL_TRUE, 0, bytes_{0}, staging_{0}, 0, NULL, NULL);\n"
    "  if (error != CL_SUCCESS) {{\n"
    "    snprintf(message, size, \"the results cannot be read (OpenCL error "
    "%d)\", error);\n    return 1;\n  }\n"
    "  clReleaseMemObject(buffer_{0});\n"};

namespace {

class OpenCLCheckSide : public CheckSide {
public:
  const LauncherCall &call() const override { return launcherCall; }
  Words compilerOptions(bool) const override {
    return {"-DCL_TARGET_OPENCL_VERSION=120"};
  }
  Words libraries(const std::string &, bool) const override {
    return {"-lOpenCL"};
  }
  std::vector<Missing> missing() const override {
    return {{"CL/cl.h", "no OpenCL headers (CL/cl.h)"},
            {"-lOpenCL", "no OpenCL library"}};
  }
};

} // namespace

const CheckSide &codegen::openclCheckSide() {
  static const OpenCLCheckSide side;
  return side;
}
