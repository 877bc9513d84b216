#include "CUDA/NvrtcApi.h"
#include "BuildLog.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static struct rt_nvrtc_api api;
static pthread_once_t api_once = PTHREAD_ONCE_INIT;
static bool loaded;

/* In a toolkit's folder, or (NULL) where the loader looks. */
static void *open_in(const char *toolkit) {
  static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                                      "libnvrtc.so.11.2"};
  char path[PATH_MAX];
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; ++i) {
    if (toolkit)
      snprintf(path, sizeof path, "%s/lib64/%s", toolkit, names[i]);
    library = dlopen(toolkit ? path : names[i], RTLD_NOW);
  }
  return library;
}

static void *open_library(void) {
  const char *own = getenv("CUDA_HOME"), *other = getenv("CUDA_PATH");
  void *library = open_in(NULL);
  if (!library && own)
    library = open_in(own);
  if (!library && other)
    library = open_in(other);
  return library ? library : open_in("/usr/local/cuda");
}

static void load(void) {
  void *library = open_library();
  if (!library)
    return;
  loaded = true;
#define RT_LOAD(NAME, PARAMETERS)                                              \
  *(void **)&api.NAME = dlsym(library, #NAME);                                 \
  loaded = loaded && api.NAME;
  RT_NVRTC_FUNCTIONS(RT_LOAD)
#undef RT_LOAD
}

const struct rt_nvrtc_api *rt_nvrtc_api(void) {
  pthread_once(&api_once, load);
  if (loaded)
    return &api;
  rt_keep_build_log("no NVRTC (libnvrtc.so.13, .12 or .11.2); name the folder "
                    "of the CUDA toolkit in CUDA_HOME, or its lib64 in "
                    "LD_LIBRARY_PATH");
  return NULL;
}
