/* The part of NVRTC's interface that the runtime calls. The declarations are
 * the library's own binary interface, as in Api.h. */
#ifndef RT_CUDA_NVRTC_API_H
#define RT_CUDA_NVRTC_API_H

#include <stddef.h>

typedef int nvrtcResult; /* enum in nvrtc.h */
typedef struct _nvrtcProgram *nvrtcProgram;

enum { NVRTC_SUCCESS = 0 };

/* F(name, parameters) */
#define RT_NVRTC_FUNCTIONS(F)                                                  \
  F(nvrtcVersion, (int *major, int *minor))                                    \
  F(nvrtcGetNumSupportedArchs, (int *count))                                   \
  F(nvrtcGetSupportedArchs, (int *capabilities))                               \
  F(nvrtcCreateProgram,                                                        \
    (nvrtcProgram *, const char *text, const char *name, int header_count,     \
     const char *const *headers, const char *const *header_names))             \
  F(nvrtcDestroyProgram, (nvrtcProgram *))                                     \
  F(nvrtcCompileProgram,                                                       \
    (nvrtcProgram, int option_count, const char *const *options))              \
  F(nvrtcGetProgramLogSize, (nvrtcProgram, size_t *))                          \
  F(nvrtcGetProgramLog, (nvrtcProgram, char *))                                \
  F(nvrtcGetCUBINSize, (nvrtcProgram, size_t *))                               \
  F(nvrtcGetCUBIN, (nvrtcProgram, char *))                                     \
  F(nvrtcGetPTXSize, (nvrtcProgram, size_t *))                                 \
  F(nvrtcGetPTX, (nvrtcProgram, char *))

struct rt_nvrtc_api {
#define RT_MEMBER(NAME, PARAMETERS) nvrtcResult(*NAME) PARAMETERS;
  RT_NVRTC_FUNCTIONS(RT_MEMBER)
#undef RT_MEMBER
};

/* NULL, and why in the build log, if the library cannot be loaded. */
const struct rt_nvrtc_api *rt_nvrtc_api(void);

#endif
