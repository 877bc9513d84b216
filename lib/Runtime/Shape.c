#include "Shape.h"

#include <stdio.h>

/* "(100,20)", or as much of it as there is room for. */
static void write_tuple(char *text, size_t size, const int64_t values[],
                        int rank) {
  size_t length = 0;
  for (int d = 0; d < rank && length < size; ++d)
    length += (size_t)snprintf(text + length, size - length, "%s%lld",
                               d ? "," : "(", (long long)values[d]);
  if (length < size)
    snprintf(text + length, size - length, ")");
}

const char *rt_shape_text(const struct rt_shape *shape,
                          char text[RT_SHAPE_SIZE]) {
  int length = 0;
  text[0] = '\0';
  if (shape->rank == 0)
    return text;
  length = snprintf(text, RT_SHAPE_SIZE, "an array of shape ");
  write_tuple(text + length, (size_t)(RT_SHAPE_SIZE - length), shape->extents,
              shape->rank);
  return text;
}

const char *rt_element_text(const struct rt_shape *shape, size_t offset,
                            size_t bytes, char text[RT_ELEMENT_SIZE]) {
  int64_t subscripts[RT_MAX_RANK];
  char tuple[RT_ELEMENT_SIZE - 32];
  size_t rest;
  if (!shape->element || shape->rank == 0) {
    snprintf(text, RT_ELEMENT_SIZE, "byte %zu of %zu", offset, bytes);
    return text;
  }
  rest = offset / shape->element;
  for (int d = 0; d < shape->rank; ++d) {
    size_t extent = (size_t)shape->extents[d];
    subscripts[d] =
        (int64_t)(rest % extent) + (shape->has_bounds ? shape->lower[d] : 1);
    rest /= extent;
  }
  write_tuple(tuple, sizeof tuple, subscripts, shape->rank);
  snprintf(text, RT_ELEMENT_SIZE, "element %s%s", tuple,
           shape->has_bounds ? "" : " (counted from 1)");
  return text;
}
