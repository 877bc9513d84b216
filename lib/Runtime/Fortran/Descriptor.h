/* Arrays and strings as Fortran hands them over: the C descriptors of Fortran
 * 2018. */
#ifndef RT_DESCRIPTOR_H
#define RT_DESCRIPTOR_H

#include "Section.h"
#include "Shape.h"

#include <stdbool.h>

/* The beginning of every compiler's CFI_cdesc_t: gfortran's and flang's differ
 * only in the order of the type and the attribute, behind the rank. */
struct rt_dimension {
  intptr_t lower_bound, extent, stride; /* the stride in bytes */
};
struct rt_descriptor {
  void *address;
  size_t element;
  int version;
  signed char rank;
  char type_and_attribute[3];
  struct rt_dimension dimensions[];
};

/* An array without elements has an address, one that is not allocated none: for
 * that, the error `code` and what to do. */
int rt_check_array(const struct rt_descriptor *array, int code,
                   const char *remedy);
struct rt_section rt_section_of(const struct rt_descriptor *array);
/* With `bytes` from where each element begins. */
struct rt_section rt_section_of_parts(const struct rt_descriptor *array,
                                      size_t bytes);

/* Not one behind the other, in the order of Fortran's elements? Such an array
 * is copied for a call. */
bool rt_lies_apart(const struct rt_descriptor *array);

struct rt_shape rt_shape_of(const struct rt_descriptor *array);

/* A Fortran string as one of C; NULL for an argument that is not there. */
const char *rt_text_of(const struct rt_descriptor *string, char text[64]);

/* An error, "FUNCTION: NAME: ...", is printed, and the end of the program. */
void rt_require(int code, const char *function,
                const struct rt_descriptor *name);

#endif
