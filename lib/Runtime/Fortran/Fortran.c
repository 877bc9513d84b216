/* Data functions as the Fortran module binds them: arrays come as the C
 * descriptors of Fortran 2018. */
#include "Data.h"
#include "Descriptor.h"
#include "Error.h"

#define RT_EXPORT __attribute__((visibility("default")))

/* An error goes to the program's status if it asks for one. */
static void done(int code, const char *function,
                 const struct rt_descriptor *name, int *status) {
  char text[64];
  if (!status) {
    rt_require(code, function, name);
    return;
  }
  if (code != LOOPYRT_SUCCESS) {
    if (name)
      rt_error_in(rt_text_of(name, text));
    rt_error_in(function);
  }
  *status = code;
}

/* --- Data --- */

RT_EXPORT void loopyrt_fortran_enter_data(const struct rt_descriptor *array,
                                          const int *how,
                                          const struct rt_descriptor *name,
                                          int *status) {
  struct rt_section section = rt_section_of(array);
  char text[64];
  struct rt_arrival arrival = {.name = rt_text_of(name, text),
                               .shape = rt_shape_of(array),
                               .caller = __builtin_return_address(0)};
  int code = rt_check_array(array, LOOPYRT_ERROR_SHAPE,
                            "; let it enter after it is allocated");
  if (code == LOOPYRT_SUCCESS)
    code = rt_enter(&section, how ? *how : LOOPYRT_COPYIN, &arrival);
  done(code, "loopyrt_enter_data", name, status);
}

RT_EXPORT void loopyrt_fortran_exit_data(const struct rt_descriptor *array,
                                         const int *how,
                                         const struct rt_descriptor *name,
                                         int *status) {
  struct rt_section section = rt_section_of(array);
  int code = rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT,
                            "; arrays leave before they are deallocated");
  if (code == LOOPYRT_SUCCESS)
    code = rt_exit(&section, how ? *how : LOOPYRT_COPYOUT);
  done(code, "loopyrt_exit_data", name, status);
}

static int update(const struct rt_descriptor *array,
                  enum rt_direction direction) {
  struct rt_section section = rt_section_of(array);
  int code = rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT, "");
  return code == LOOPYRT_SUCCESS ? rt_update(&section, direction) : code;
}

RT_EXPORT void loopyrt_fortran_update_host(const struct rt_descriptor *array,
                                           const struct rt_descriptor *name,
                                           int *status) {
  done(update(array, RT_TO_HOST), "loopyrt_update_host", name, status);
}

RT_EXPORT void loopyrt_fortran_update_device(const struct rt_descriptor *array,
                                             const struct rt_descriptor *name,
                                             int *status) {
  done(update(array, RT_TO_DEVICE), "loopyrt_update_device", name, status);
}

RT_EXPORT bool loopyrt_fortran_is_present(const struct rt_descriptor *array) {
  struct rt_section section = rt_section_of(array);
  return section.span && rt_present(&section);
}

RT_EXPORT void *
loopyrt_fortran_device_address(const struct rt_descriptor *array) {
  void *result = rt_address_on_device(rt_section_of(array).first);
  done(result ? LOOPYRT_SUCCESS : loopyrt_last_error(),
       "loopyrt_device_address", NULL, NULL);
  return result;
}

/* --- For stubs: a strided section that the compiler packs for a call --- */

static void done_in(int code, const struct rt_descriptor *procedure,
                    const struct rt_descriptor *name) {
  char text[64];
  done(code, rt_text_of(procedure, text), name, NULL);
}

RT_EXPORT void
loopyrt_fortran_before_packing(const struct rt_descriptor *array,
                               const struct rt_descriptor *procedure,
                               const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  done_in(rt_before_packing(&section), procedure, name);
}

RT_EXPORT void
loopyrt_fortran_after_unpacking(const struct rt_descriptor *array,
                                const struct rt_descriptor *procedure,
                                const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  done_in(rt_after_unpacking(&section), procedure, name);
}

/* From the first scalar to the last, with what lies between them. */
static struct rt_section section_between(char *first, char *last,
                                         int64_t bytes) {
  char *low = first < last ? first : last, *high = first < last ? last : first;
  return rt_whole(low, (size_t)(high - low + bytes));
}

RT_EXPORT void
loopyrt_fortran_before_gathering(char *first, char *last, int64_t bytes,
                                 const struct rt_descriptor *procedure,
                                 const struct rt_descriptor *name) {
  struct rt_section section = section_between(first, last, bytes);
  done_in(rt_before_packing(&section), procedure, name);
}

RT_EXPORT void
loopyrt_fortran_after_scattering(char *first, char *last, int64_t bytes,
                                 const struct rt_descriptor *procedure,
                                 const struct rt_descriptor *name) {
  struct rt_section section = section_between(first, last, bytes);
  done_in(rt_after_unpacking(&section), procedure, name);
}

/* --- Streams --- */

RT_EXPORT void loopyrt_fortran_set_stream(int stream, int *status) {
  done(loopyrt_set_stream(stream), "loopyrt_set_stream", NULL, status);
}

RT_EXPORT void loopyrt_fortran_wait(int stream, int *status) {
  done(loopyrt_wait(stream), "loopyrt_wait", NULL, status);
}

RT_EXPORT void loopyrt_fortran_wait_all(int *status) {
  done(loopyrt_wait_all(), "loopyrt_wait_all", NULL, status);
}

/* --- Memory that is kept --- */

RT_EXPORT void loopyrt_fortran_trim(const int64_t *keep) {
  loopyrt_trim(keep ? *keep : 0);
}
