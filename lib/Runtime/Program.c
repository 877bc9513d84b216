/* OpenCL programs for generated host code: from the cache, or built. */
#include "BuildLog.h"
#include "Cache.h"
#include "Error.h"
#include "Key.h"
#include "OpenCL/Api.h"
#include "Parts.h"
#include "loopyrt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep_log(const struct rt_opencl_api *cl, cl_program program,
                     cl_device_id device) {
  size_t size = 0;
  char *log = NULL;
  cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL,
                            &size);
  if (!size || !(log = calloc(1, size + 1)))
    return;
  cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log,
                            NULL);
  rt_keep_build_log("%s", log);
  free(log);
}

/* --- Keys: everything that the binary depends on --- */

static void add_info(const struct rt_opencl_api *cl, struct rt_key *key,
                     cl_device_id device, cl_device_info what) {
  char value[512] = "";
  cl->clGetDeviceInfo(device, what, sizeof value - 1, value, NULL);
  rt_key_add(key, value);
}

static struct rt_key make_key(const struct rt_opencl_api *cl,
                              cl_device_id device, const char *const *pieces,
                              size_t count, const char *options) {
  struct rt_key key = {.data = NULL};
  add_info(cl, &key, device, CL_DEVICE_VENDOR);
  add_info(cl, &key, device, CL_DEVICE_NAME);
  add_info(cl, &key, device, CL_DEVICE_VERSION);
  add_info(cl, &key, device, CL_DRIVER_VERSION);
  rt_key_add_program(&key, options, pieces, count);
  return key;
}

/* --- Building --- */

static cl_program from_cache(const struct rt_opencl_api *cl, cl_context context,
                             cl_device_id device, const struct rt_key *key,
                             const char *options) {
  size_t bytes = 0;
  cl_int error, loaded = CL_SUCCESS;
  unsigned char *binary = rt_cache_load(key->data, key->bytes, &bytes);
  cl_program program = NULL;
  if (!binary)
    return NULL;
  program = cl->clCreateProgramWithBinary(context, 1, &device, &bytes,
                                          (const unsigned char **)&binary,
                                          &loaded, &error);
  free(binary);
  if (error == CL_SUCCESS && loaded == CL_SUCCESS &&
      cl->clBuildProgram(program, 1, &device, options, NULL, NULL) ==
          CL_SUCCESS)
    return program;
  if (program)
    cl->clReleaseProgram(program);
  rt_log(1, "cache: the driver refused a binary: rebuilt");
  rt_cache_remove(key->data, key->bytes);
  return NULL;
}

static void to_cache(const struct rt_opencl_api *cl, cl_program program,
                     const struct rt_key *key) {
  size_t bytes = 0;
  unsigned char *binary;
  if (cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes,
                           &bytes, NULL) != CL_SUCCESS ||
      !bytes || !(binary = malloc(bytes)))
    return;
  if (cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                           NULL) == CL_SUCCESS)
    rt_cache_store(key->data, key->bytes, binary, bytes);
  free(binary);
}

static cl_program from_source(const struct rt_opencl_api *cl,
                              cl_context context, cl_device_id device,
                              const char *const *pieces, size_t count,
                              const char *options) {
  cl_int error;
  cl_program program = cl->clCreateProgramWithSource(
      context, (cl_uint)count, (const char **)pieces, NULL, &error);
  if (error != CL_SUCCESS)
    return NULL;
  if (cl->clBuildProgram(program, 1, &device, options, NULL, NULL) ==
      CL_SUCCESS)
    return program;
  keep_log(cl, program, device);
  cl->clReleaseProgram(program);
  return NULL;
}

cl_program loopyrt_build_program(cl_context context, cl_device_id device,
                                 const char *const *pieces, size_t count,
                                 const char *options) {
  const struct rt_opencl_api *cl = rt_opencl_api();
  struct rt_key key;
  cl_program program = NULL;
  if (!cl)
    return NULL;
  key = make_key(cl, device, pieces, count, options);
  if (rt_is_key(&key))
    program = from_cache(cl, context, device, &key, options);
  if (!program &&
      (program = from_source(cl, context, device, pieces, count, options)) &&
      rt_is_key(&key))
    to_cache(cl, program, &key);
  free(key.data);
  rt_launch_was_delayed();
  return program;
}

/* --- Variants: here, for weak references take nothing from an archive, and to
 * this file there are others --- */

/* " -DLOOPYC_step__n=5 -DLOOPYC_step__m=3" as "n = 5, m = 3". */
static void describe(const char *options, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  while (used < size && (options = strstr(options, "-D"))) {
    size_t length = strcspn(options, " ");
    const char *name = options + 2, *value = memchr(options, '=', length);
    int blank;
    if (!value)
      break;
    for (const char *at = name; at + 2 < value; ++at)
      if (at[0] == '_' && at[1] == '_')
        name = at + 2;
    blank = (int)(options + length - value) - 1;
    used += (size_t)snprintf(text + used, size - used, "%s%.*s = %.*s",
                             used ? ", " : "", (int)(value - name), name, blank,
                             value + 1);
    options += length;
  }
}

void loopyrt_note_variant(const char *kernel, const char *values, int number) {
  char text[400];
  describe(values, text, sizeof text);
  if (*text)
    rt_log(1, "%s: compiled for %s (variant %d)", kernel, text, number);
  else
    rt_log(1, "%s: there are %d variants: other values run the general kernel",
           kernel, number);
}
