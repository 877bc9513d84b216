/* Whether two sections overlap: block by block of the one, in the lattice of
 * the other. */
#include "Overlap.h"

/* { first + sum_d i_d * strides[d] + [0, run) : d < dims } meets [low, high). */
static bool meets(const struct rt_section *section, int dims, size_t width,
                  uintptr_t first, uintptr_t low, uintptr_t high) {
  size_t stride, inner, begin = 0, end;
  if (first >= high || first + width <= low)
    return false;
  if (!dims)
    return true;
  --dims;
  stride = section->strides[dims];
  inner = width - (section->counts[dims] - 1) * stride;
  /* Parts that end behind `low`, and begin before `high`. */
  if (first + inner <= low)
    begin = (low - first - inner) / stride + 1;
  end = (high - 1 - first) / stride + 1;
  if (end > section->counts[dims])
    end = section->counts[dims];
  for (size_t i = begin; i < end; ++i)
    if (meets(section, dims, inner, first + i * stride, low, high))
      return true;
  return false;
}

static size_t blocks(const struct rt_section *section) {
  size_t result = 1;
  for (int d = 0; d < section->rank; ++d)
    result *= section->counts[d];
  return result;
}

/* The next block of a section; false behind the last. */
static bool advance(const struct rt_section *section, size_t at[],
                    uintptr_t *address) {
  for (int d = 0; d < section->rank; ++d) {
    *address += section->strides[d];
    if (++at[d] < section->counts[d])
      return true;
    *address -= section->counts[d] * section->strides[d];
    at[d] = 0;
  }
  return false;
}

bool rt_sections_meet(const struct rt_section *a, const struct rt_section *b) {
  const struct rt_section *few = blocks(a) <= blocks(b) ? a : b;
  const struct rt_section *many = few == a ? b : a;
  const uintptr_t first = (uintptr_t)many->first;
  uintptr_t address = (uintptr_t)few->first;
  size_t at[RT_MAX_RANK] = {0};
  if (!a->span || !b->span || address >= first + many->span ||
      first >= address + few->span)
    return false;
  do
    if (meets(many, many->rank, many->span, first, address,
              address + few->run))
      return true;
  while (advance(few, at, &address));
  return false;
}
