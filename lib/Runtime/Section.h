/* Parts of arrays: from counts and strides, as Fortran describes sections, to
 * the fewest rectangles of bytes. */
#ifndef RT_SECTION_H
#define RT_SECTION_H

#include "Device.h"

enum { RT_MAX_RANK = 15 };

/* { first + run bytes at sum_d i_d * strides[d] : 0 <= i_d < counts[d] },
 * strides positive and ascending, counts over 1. */
struct rt_section {
  char *first;
  size_t run, span; /* span: from the first byte to behind the last; 0: empty */
  int rank;
  size_t counts[RT_MAX_RANK], strides[RT_MAX_RANK];
};

struct rt_section rt_whole(void *address, size_t bytes);

/* Turns dimensions of negative strides round, and joins contiguous ones. */
struct rt_section rt_make_section(void *address, size_t element, int rank,
                                  const int64_t counts[],
                                  const int64_t strides[]);

static inline bool rt_is_contiguous(const struct rt_section *section) {
  return section->rank == 0;
}

/* Calls `function` for blocks that make up the section, whose first byte is at
 * `offset`, until it returns something else than 0, which is returned. */
int rt_each_block(const struct rt_section *section, size_t offset,
                  int (*function)(const struct rt_block *, void *),
                  void *context);

static inline size_t rt_offset(const struct rt_section *section,
                               const void *base) {
  return (size_t)(section->first - (const char *)base);
}

/* Copies a section of an array at `from` to the same place at `to`. */
void rt_copy_section(const struct rt_section *section, const void *base,
                     void *to, const void *from);

size_t rt_section_bytes(const struct rt_section *section);

#endif
