#include "Gathered.h"

/* Of contiguous bytes, what lies in present arrays, which may be several. */
static int parts_of_run(char *first, size_t bytes,
                        int (*function)(struct rt_entry *,
                                        const struct rt_section *)) {
  char *const end = first + bytes;
  struct rt_entry *entry;
  while (first < end &&
         rt_find(first, (size_t)(end - first), &entry) != RT_APART) {
    char *begin = entry->base > first ? entry->base : first;
    char *behind = entry->base + entry->bytes;
    struct rt_section part =
        rt_whole(begin, (size_t)((behind < end ? behind : end) - begin));
    int status = function(entry, &part);
    if (status != 0)
      return status;
    first = begin + part.span;
  }
  return 0;
}

int rt_each_present_part(const struct rt_section *section,
                         int (*function)(struct rt_entry *,
                                         const struct rt_section *)) {
  size_t position[RT_MAX_RANK] = {0};
  char *first = section->first;
  while (section->span) {
    int d = 0;
    int status = parts_of_run(first, section->run, function);
    if (status != 0)
      return status;
    for (; d < section->rank; ++d) {
      first += section->strides[d];
      if (++position[d] < section->counts[d])
        break;
      first -= section->counts[d] * section->strides[d];
      position[d] = 0;
    }
    if (d == section->rank)
      break;
  }
  return 0;
}
