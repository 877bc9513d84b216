/* An array as Fortran sees it: what messages say of it and of its elements. */
#ifndef RT_SHAPE_H
#define RT_SHAPE_H

#include "Section.h"

struct rt_shape {
  size_t element; /* bytes; 0: nothing is known of the shape */
  int rank;
  int64_t extents[RT_MAX_RANK];
  bool has_bounds; /* `lower` is known: descriptors do not hold it */
  int64_t lower[RT_MAX_RANK];
};

enum { RT_SHAPE_SIZE = 64, RT_ELEMENT_SIZE = 192 };

/* "an array of shape (100,20)"; "" where that is not known. */
const char *rt_shape_text(const struct rt_shape *shape,
                          char text[RT_SHAPE_SIZE]);

/* "element (3,5)", "element (3,5) (counted from 1)" without bounds, or "byte 80
 * of 400", for the byte at `offset` of an array of so many bytes. */
const char *rt_element_text(const struct rt_shape *shape, size_t offset,
                            size_t bytes, char text[RT_ELEMENT_SIZE]);

#endif
