#include "CUDA/Nvrtc.h"
#include "BuildLog.h"
#include "CUDA/NvrtcApi.h"
#include "Cache.h"
#include "Key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Architectures --- */

/* A device runs the machine code of its own capability, and PTX of all before
 * it. */
struct architecture {
  int capability;
  bool machine_code;
  char option[48];
};

/* The newest that NVRTC knows and the device runs. */
static bool choose_architecture(const struct rt_nvrtc_api *nvrtc, int device,
                                struct architecture *chosen) {
  int count = 0, *known = NULL;
  *chosen = (struct architecture){.capability = 0};
  if (nvrtc->nvrtcGetNumSupportedArchs(&count) == NVRTC_SUCCESS && count)
    known = calloc((size_t)count, sizeof *known);
  if (known && nvrtc->nvrtcGetSupportedArchs(known) == NVRTC_SUCCESS)
    for (int i = 0; i < count; ++i)
      if (known[i] <= device && known[i] > chosen->capability)
        chosen->capability = known[i];
  free(known);
  chosen->machine_code = chosen->capability == device;
  snprintf(chosen->option, sizeof chosen->option, "--gpu-architecture=%s_%d",
           chosen->machine_code ? "sm" : "compute", chosen->capability);
  if (!chosen->capability)
    rt_keep_build_log("NVRTC knows no device like this one, of compute "
                      "capability %d.%d",
                      device / 10, device % 10);
  return chosen->capability;
}

/* --- Keys: everything that the image depends on --- */

static struct rt_key make_key(const struct rt_nvrtc_api *nvrtc,
                              const struct rt_cuda_source *source,
                              const struct architecture *architecture) {
  struct rt_key key = {.data = NULL};
  int major = 0, minor = 0;
  char version[64];
  nvrtc->nvrtcVersion(&major, &minor);
  snprintf(version, sizeof version, "NVRTC %d.%d", major, minor);
  rt_key_add(&key, version);
  rt_key_add(&key, architecture->option);
  rt_key_add_program(&key, source->options, source->pieces, source->count);
  return key;
}

/* --- Compiling --- */

static char *join(const struct rt_cuda_source *source) {
  size_t bytes = 0, length;
  char *text = NULL, *end;
  for (size_t i = 0; i < source->count; ++i)
    bytes += strlen(source->pieces[i]);
  end = text = malloc(bytes + 1);
  for (size_t i = 0; text && i < source->count; ++i, end += length) {
    length = strlen(source->pieces[i]);
    memcpy(end, source->pieces[i], length);
  }
  if (text)
    *end = '\0';
  return text;
}

struct options {
  char *words; /* cut at its blanks */
  const char **list;
  int count;
};

static bool split(const struct rt_cuda_source *source,
                  const struct architecture *architecture,
                  struct options *options) {
  size_t bytes = strlen(source->options) + 1;
  char *rest = NULL;
  options->words = malloc(bytes);
  options->list = calloc(bytes / 2 + 1, sizeof *options->list);
  options->count = 0;
  if (!options->words || !options->list)
    return false;
  memcpy(options->words, source->options, bytes);
  options->list[options->count++] = architecture->option;
  for (char *word = strtok_r(options->words, " ", &rest); word;
       word = strtok_r(NULL, " ", &rest))
    options->list[options->count++] = word;
  return true;
}

static void keep_log(const struct rt_nvrtc_api *nvrtc, nvrtcProgram program) {
  size_t bytes = 0;
  char *log = NULL;
  if (nvrtc->nvrtcGetProgramLogSize(program, &bytes) == NVRTC_SUCCESS)
    log = calloc(1, bytes + 1);
  if (log && nvrtc->nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
    rt_keep_build_log("%s", log);
  free(log);
}

static void *image_of(const struct rt_nvrtc_api *nvrtc, nvrtcProgram program,
                      bool machine_code, size_t *bytes) {
  nvrtcResult result = machine_code ? nvrtc->nvrtcGetCUBINSize(program, bytes)
                                    : nvrtc->nvrtcGetPTXSize(program, bytes);
  char *image = result == NVRTC_SUCCESS && *bytes ? malloc(*bytes) : NULL;
  if (image)
    result = machine_code ? nvrtc->nvrtcGetCUBIN(program, image)
                          : nvrtc->nvrtcGetPTX(program, image);
  if (result == NVRTC_SUCCESS)
    return image;
  free(image);
  return NULL;
}

static void *compile_text(const struct rt_nvrtc_api *nvrtc, const char *text,
                          const struct options *options, bool machine_code,
                          size_t *bytes) {
  nvrtcProgram program;
  void *image = NULL;
  if (nvrtc->nvrtcCreateProgram(&program, text, "program.cu", 0, NULL, NULL) !=
      NVRTC_SUCCESS)
    return NULL;
  if (nvrtc->nvrtcCompileProgram(program, options->count, options->list) ==
      NVRTC_SUCCESS)
    image = image_of(nvrtc, program, machine_code, bytes);
  else
    keep_log(nvrtc, program);
  nvrtc->nvrtcDestroyProgram(&program);
  return image;
}

static void *compile(const struct rt_nvrtc_api *nvrtc,
                     const struct rt_cuda_source *source,
                     const struct architecture *architecture, size_t *bytes) {
  char *text = join(source);
  struct options options;
  void *image = NULL;
  rt_keep_build_log("NVRTC failed without a word");
  if (split(source, architecture, &options) && text)
    image =
        compile_text(nvrtc, text, &options, architecture->machine_code, bytes);
  free(options.words);
  free(options.list);
  free(text);
  return image;
}

/* --- Through the cache --- */

bool rt_cuda_get_image(const struct rt_cuda_source *source,
                       struct rt_cuda_image *image) {
  const struct rt_nvrtc_api *nvrtc = rt_nvrtc_api();
  struct architecture architecture;
  *image = (struct rt_cuda_image){.data = NULL};
  if (!nvrtc || !choose_architecture(nvrtc, source->capability, &architecture))
    return false;
  image->key = make_key(nvrtc, source, &architecture);
  if (rt_is_key(&image->key))
    image->data =
        rt_cache_load(image->key.data, image->key.bytes, &image->bytes);
  image->cached = image->data;
  if (!image->data)
    image->data = compile(nvrtc, source, &architecture, &image->bytes);
  if (image->data && !image->cached && rt_is_key(&image->key))
    rt_cache_store(image->key.data, image->key.bytes, image->data,
                   image->bytes);
  if (!image->data)
    free(image->key.data);
  return image->data;
}

void rt_cuda_drop_image(struct rt_cuda_image *image, bool refused) {
  if (refused && rt_is_key(&image->key))
    rt_cache_remove(image->key.data, image->key.bytes);
  free(image->data);
  free(image->key.data);
}
