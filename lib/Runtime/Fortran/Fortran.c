/* Data functions as the Fortran module binds them: arrays come as the C
 * descriptors of Fortran 2018. */
#include "Data.h"
#include "Error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The beginning of every compiler's CFI_cdesc_t: gfortran's and flang's differ
 * only in the order of the type and the attribute, behind the rank. */
struct dimension {
  intptr_t lower_bound, extent, stride; /* the stride in bytes */
};
struct descriptor {
  void *address;
  size_t element;
  int version;
  signed char rank;
  char type_and_attribute[3];
  struct dimension dimensions[];
};

_Static_assert(offsetof(struct descriptor, rank) == 20,
               "the rank follows the version");
_Static_assert(offsetof(struct descriptor, dimensions) == 24,
               "the dimensions come next");

#define RT_EXPORT __attribute__((visibility("default")))

/* --- Sections of descriptors --- */

/* An array without elements has an address, one that is not allocated none. The
 * last extent of an assumed-size array is -1. */
static int check_array(const struct descriptor *array, int code,
                       const char *remedy) {
  if (!array->address)
    return rt_fail(code, "the array is not allocated%s", remedy);
  if (array->rank > 0 && array->rank <= RT_MAX_RANK &&
      array->dimensions[array->rank - 1].extent < 0)
    return rt_fail(
        LOOPYRT_ERROR_SHAPE,
        "the array is of assumed size; name a section of it, as a(:n)");
  return LOOPYRT_SUCCESS;
}

static struct rt_section section_of(const struct descriptor *array) {
  int64_t counts[RT_MAX_RANK], strides[RT_MAX_RANK];
  int rank = array->rank <= RT_MAX_RANK ? array->rank : RT_MAX_RANK;
  for (int d = 0; d < rank; ++d) {
    counts[d] = array->dimensions[d].extent;
    strides[d] = array->dimensions[d].stride;
  }
  if (!array->address)
    rank = 0;
  return rt_make_section(array->address, array->address ? array->element : 0,
                         rank, counts, strides);
}

/* --- Errors --- */

/* A Fortran string as one of C; NULL for an argument that is not there. */
static const char *text_of(const struct descriptor *string, char text[64]) {
  size_t length = !string ? 0 : string->element < 63 ? string->element : 63;
  if (!string)
    return NULL;
  memcpy(text, string->address, length);
  text[length] = '\0';
  return text;
}

/* "FUNCTION: NAME: ...", to the program's status if it asks for one, else it is
 * the end of the program. */
static void done(int code, const char *function, const struct descriptor *name,
                 int *status) {
  char text[64];
  if (code != LOOPYRT_SUCCESS) {
    if (name)
      rt_error_in(text_of(name, text));
    rt_error_in(function);
  }
  if (status) {
    *status = code;
  } else if (code != LOOPYRT_SUCCESS) {
    rt_print_error();
    loopyrt_stop();
  }
}

/* "an array of shape (100,20)"; "" for a scalar. */
static const char *shape_of(const struct descriptor *array, char text[64]) {
  int length = 0;
  text[0] = '\0';
  for (int d = 0; d < array->rank && d < RT_MAX_RANK && length < 64; ++d)
    length += snprintf(text + length, (size_t)(64 - length), "%s%lld",
                       d ? "," : "an array of shape (",
                       (long long)array->dimensions[d].extent);
  if (length > 0 && length < 63)
    strcpy(text + length, ")");
  return text;
}

/* --- Data --- */

RT_EXPORT void loopyrt_fortran_enter_data(const struct descriptor *array,
                                          const int *how,
                                          const struct descriptor *name,
                                          int *status) {
  struct rt_section section = section_of(array);
  char text[64], shape[64];
  int code = check_array(array, LOOPYRT_ERROR_SHAPE,
                         "; let it enter after it is allocated");
  if (code == LOOPYRT_SUCCESS)
    code = rt_enter(&section, how ? *how : LOOPYRT_COPYIN, text_of(name, text),
                    shape_of(array, shape));
  done(code, "loopyrt_enter_data", name, status);
}

RT_EXPORT void loopyrt_fortran_exit_data(const struct descriptor *array,
                                         const int *how,
                                         const struct descriptor *name,
                                         int *status) {
  struct rt_section section = section_of(array);
  int code = check_array(array, LOOPYRT_ERROR_NOT_PRESENT,
                         "; arrays leave before they are deallocated");
  if (code == LOOPYRT_SUCCESS)
    code = rt_exit(&section, how ? *how : LOOPYRT_COPYOUT);
  done(code, "loopyrt_exit_data", name, status);
}

static int update(const struct descriptor *array, enum rt_direction direction) {
  struct rt_section section = section_of(array);
  int code = check_array(array, LOOPYRT_ERROR_NOT_PRESENT, "");
  return code == LOOPYRT_SUCCESS ? rt_update(&section, direction) : code;
}

RT_EXPORT void loopyrt_fortran_update_host(const struct descriptor *array,
                                           const struct descriptor *name,
                                           int *status) {
  done(update(array, RT_TO_HOST), "loopyrt_update_host", name, status);
}

RT_EXPORT void loopyrt_fortran_update_device(const struct descriptor *array,
                                             const struct descriptor *name,
                                             int *status) {
  done(update(array, RT_TO_DEVICE), "loopyrt_update_device", name, status);
}

RT_EXPORT bool loopyrt_fortran_is_present(const struct descriptor *array) {
  struct rt_section section = section_of(array);
  return section.span && rt_present(&section);
}

RT_EXPORT void *loopyrt_fortran_device_address(const struct descriptor *array) {
  void *result = rt_address_on_device(section_of(array).first);
  done(result ? LOOPYRT_SUCCESS : loopyrt_last_error(),
       "loopyrt_device_address", NULL, NULL);
  return result;
}

/* --- For stubs: a strided section that the compiler packs for a call --- */

static void done_in(int code, const struct descriptor *procedure,
                    const struct descriptor *name) {
  char text[64];
  done(code, text_of(procedure, text), name, NULL);
}

RT_EXPORT void
loopyrt_fortran_before_packing(const struct descriptor *array,
                               const struct descriptor *procedure,
                               const struct descriptor *name) {
  struct rt_section section = section_of(array);
  done_in(rt_before_packing(&section), procedure, name);
}

RT_EXPORT void
loopyrt_fortran_after_unpacking(const struct descriptor *array,
                                const struct descriptor *procedure,
                                const struct descriptor *name) {
  struct rt_section section = section_of(array);
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
                                 const struct descriptor *procedure,
                                 const struct descriptor *name) {
  struct rt_section section = section_between(first, last, bytes);
  done_in(rt_before_packing(&section), procedure, name);
}

RT_EXPORT void
loopyrt_fortran_after_scattering(char *first, char *last, int64_t bytes,
                                 const struct descriptor *procedure,
                                 const struct descriptor *name) {
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
