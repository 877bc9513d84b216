#include "OpenCL/Api.h"
#include "Error.h"
#include "loopyrt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct rt_opencl_api api;
static pthread_once_t api_once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return;
  loaded = true;
#define RT_LOAD(NAME)                                                          \
  *(void **)&api.NAME = dlsym(library, #NAME);                                 \
  loaded = loaded && api.NAME;
  RT_OPENCL_FUNCTIONS(RT_LOAD)
#undef RT_LOAD
}

const struct rt_opencl_api *rt_opencl_api(void) {
  pthread_once(&api_once, load);
  if (loaded)
    return &api;
  rt_fail(LOOPYRT_ERROR_NO_DEVICE, "no libOpenCL.so.1 with OpenCL 1.2");
  return NULL;
}

int rt_opencl_out_of_memory(cl_int error) {
  return rt_fail(LOOPYRT_ERROR_MEMORY,
                 "the OpenCL device is out of memory (OpenCL error %d)", error);
}

/* CL_OUT_OF_RESOURCES is no sign of full memory here: drivers tell by it, too,
 * that a kernel failed while it ran. */
int rt_opencl_fail(cl_int error, const char *doing) {
  switch (error) {
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_OUT_OF_HOST_MEMORY:
    return rt_opencl_out_of_memory(error);
  default:
    return rt_fail(LOOPYRT_ERROR_TRANSFER, "%s failed (OpenCL error %d)", doing,
                   error);
  }
}
