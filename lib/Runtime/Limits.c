#include "Limits.h"
#include "Output.h"
#include "Settings.h"

#include <inttypes.h>

static void print_limit(FILE *out, const char *name, int64_t limit) {
  if (limit > 0)
    fprintf(out, "%s = %" PRId64 "\n", name, limit);
}

static void print_axes(FILE *out, const char *name, const int64_t limits[3]) {
  for (int axis = 0; axis < 3; ++axis)
    if (limits[axis] > 0)
      fprintf(out, "%s_%d = %" PRId64 "\n", name, axis, limits[axis]);
}

void rt_print_limits(void (*find)(struct rt_limits *)) {
  const char *where = rt_settings()->print_limits;
  struct rt_limits limits = {.device = ""};
  FILE *out;
  if (!where)
    return;
  find(&limits);
  out = rt_open_output(where, "the device's limits follow");
  fprintf(out, "# %s\n", limits.device);
  print_limit(out, "local_memory_bytes", limits.local_memory_bytes);
  print_limit(out, "work_group_size", limits.work_group_size);
  print_axes(out, "work_items", limits.work_items);
  print_axes(out, "work_groups", limits.work_groups);
  rt_close_output(out);
}
