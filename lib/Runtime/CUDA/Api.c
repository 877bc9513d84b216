#include "CUDA/Api.h"
#include "Error.h"
#include "loopyrt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct rt_cuda_api api;
static pthread_once_t api_once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return;
  loaded = true;
#define RT_LOAD(NAME, SYMBOL, PARAMETERS)                                      \
  *(void **)&api.NAME = dlsym(library, SYMBOL);                                \
  loaded = loaded && api.NAME;
  RT_CUDA_FUNCTIONS(RT_LOAD)
#undef RT_LOAD
}

const struct rt_cuda_api *rt_cuda_api(void) {
  pthread_once(&api_once, load);
  if (loaded)
    return &api;
  rt_fail(LOOPYRT_ERROR_NO_DEVICE, "no libcuda.so.1 (the CUDA driver)");
  return NULL;
}

int rt_cuda_check(CUresult result, const char *doing) {
  const char *name = NULL;
  if (result == CUDA_SUCCESS)
    return LOOPYRT_SUCCESS;
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    return rt_fail(LOOPYRT_ERROR_MEMORY, "the CUDA device is out of memory");
  if (api.cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
    name = "an unknown error";
  return rt_fail(LOOPYRT_ERROR_TRANSFER, "%s failed (%s, %d)", doing, name,
                 result);
}
