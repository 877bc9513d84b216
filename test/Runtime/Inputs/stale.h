/* Two present arrays, of which the device has newer values of one: what programs
 * of LOOPYRT_DEBUG=1 and heal begin with. */
#include "axpy.h"

#include <string.h>
#include <unistd.h>

enum { PAGES = 16, HEADER = 64 };
static int page, n; /* elements */
static size_t bytes;
static float *x, *y;

/* y begins so many bytes behind a page's beginning; x lies behind it. */
static inline void enter(int count, size_t behind) {
  char *memory;
  n = count;
  bytes = n * sizeof *x;
  if (posix_memalign((void **)&memory, page * sizeof *x, bytes + 2 * HEADER))
    exit(2);
  x = filled(n, 1);
  y = (float *)(memory + behind);
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  loopyrt_enter_data(x, bytes, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, bytes, LOOPYRT_COPYIN);
}

/* y := a x + y. */
static inline void kernel(int count, float a) {
  int status = axpy(DEVICE, count, a, x, y);
  printf("kernel: %d\n", status);
  if (status)
    exit(1);
}

static inline void print_mean(const char *what, const float *first, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += first[i];
  printf("%s: %g\n", what, sum / count);
}

struct mode {
  const char *name;
  void (*run)(void);
};

/* The one that the first argument names. */
static inline const struct mode *find_mode(const struct mode *modes, int count,
                                           int argc, char **argv) {
  page = (int)(sysconf(_SC_PAGESIZE) / (long)sizeof *x);
  for (int i = 0; argc > 1 && i < count; ++i)
    if (strcmp(modes[i].name, argv[1]) == 0)
      return &modes[i];
  exit(2);
}
