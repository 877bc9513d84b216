/* Whether two parts of memory have a byte in common. */
#ifndef RT_OVERLAP_H
#define RT_OVERLAP_H

#include "Section.h"

#include <stdbool.h>

/* Exact for all strides; takes as long as going through the blocks of the
 * section that has fewer, where the ranges from first to last byte overlap. */
bool rt_sections_meet(const struct rt_section *a, const struct rt_section *b);

#endif
