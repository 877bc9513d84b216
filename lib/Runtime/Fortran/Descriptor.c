#include "Descriptor.h"
#include "Error.h"

#include <string.h>

_Static_assert(offsetof(struct rt_descriptor, rank) == 20,
               "the rank follows the version");
_Static_assert(offsetof(struct rt_descriptor, dimensions) == 24,
               "the dimensions come next");

/* The last extent of an assumed-size array is -1. */
int rt_check_array(const struct rt_descriptor *array, int code,
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

struct rt_section rt_section_of(const struct rt_descriptor *array) {
  return rt_section_of_parts(array, array->element);
}

struct rt_section rt_section_of_parts(const struct rt_descriptor *array,
                                      size_t bytes) {
  int64_t counts[RT_MAX_RANK], strides[RT_MAX_RANK];
  int rank = array->rank <= RT_MAX_RANK ? array->rank : RT_MAX_RANK;
  for (int d = 0; d < rank; ++d) {
    counts[d] = array->dimensions[d].extent;
    strides[d] = array->dimensions[d].stride;
  }
  if (!array->address)
    rank = 0;
  return rt_make_section(array->address, array->address ? bytes : 0,
                         rank, counts, strides);
}

bool rt_lies_apart(const struct rt_descriptor *array) {
  intptr_t next = (intptr_t)array->element;
  bool apart = false;
  for (int d = 0; d < array->rank; ++d) {
    const struct rt_dimension *dimension = &array->dimensions[d];
    if (dimension->extent <= 0)
      return false;
    apart |= dimension->extent > 1 && dimension->stride != next;
    next *= dimension->extent;
  }
  return apart;
}

struct rt_shape rt_shape_of(const struct rt_descriptor *array) {
  struct rt_shape shape = {.element = array->element};
  shape.rank = array->rank <= RT_MAX_RANK ? array->rank : RT_MAX_RANK;
  for (int d = 0; d < shape.rank; ++d)
    shape.extents[d] = array->dimensions[d].extent;
  return shape;
}

const char *rt_text_of(const struct rt_descriptor *string, char text[64]) {
  size_t length = !string ? 0 : string->element < 63 ? string->element : 63;
  if (!string)
    return NULL;
  memcpy(text, string->address, length);
  text[length] = '\0';
  return text;
}

void rt_require(int code, const char *function,
                const struct rt_descriptor *name) {
  char text[64];
  if (code == LOOPYRT_SUCCESS)
    return;
  if (name)
    rt_error_in(rt_text_of(name, text));
  rt_error_in(function);
  rt_print_error();
  loopyrt_stop();
}
