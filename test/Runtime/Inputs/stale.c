/* LOOPYRT_DEBUG=1 and heal: host arrays that are older than the device's, read,
 * written and given back. The first argument says what is done. */
#define _DEFAULT_SOURCE
#include "axpy.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 16, HEADER = 64, THREADS = 4 };
static int page, n; /* elements */
static size_t bytes;
static float *x, *y;

/* y begins so many bytes behind a page's beginning. */
static void enter(int count, size_t behind) {
  char *memory;
  n = count;
  bytes = n * sizeof *x;
  x = filled(n, 1);
  if (posix_memalign((void **)&memory, page * sizeof *x, bytes + 2 * HEADER))
    exit(2);
  y = (float *)(memory + behind);
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  loopyrt_enter_data(x, bytes, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, bytes, LOOPYRT_COPYIN);
}

/* y := a x + y. */
static void kernel(int count, float a) {
  int status = axpy(DEVICE, count, a, x, y);
  printf("kernel: %d\n", status);
  if (status)
    exit(1);
}

static void print_mean(const char *what, const float *first, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += first[i];
  printf("%s: %g\n", what, sum / count);
}

/* --- Reads --- */

static void do_read(void) { printf("read: %g\n", y[3 * page + 5]); }

static void do_read_often(void) {
  for (int i = 0; i < 3; ++i) {
    printf("read: %g\n", y[i]);
    kernel(n, 2);
  }
  printf("also read: %g\n", y[1]);
}

/* What the kernel may have written, and did not, is not stale: not a whole
 * page, nor an element of one. */
static void do_read_unchanged(void) {
  loopyrt_update_host(y, bytes);
  kernel(n, 0);
  print_mean("unchanged", y, n);
  for (int i = 2 * page + 10; i < n; ++i)
    x[i] = 0;
  loopyrt_update_device(x, bytes);
  kernel(n, 2);
  loopyrt_update_host(y, 2 * page * sizeof *y);
  print_mean("part", y, 2 * page);
  printf("rest: %g\n", y[2 * page + 20]);
  printf("beside it: %g\n", y[2 * page + 5]);
}

static void *add_all(void *result) {
  *(double *)result = 0;
  for (int i = 0; i < n; ++i)
    *(double *)result += y[i];
  return NULL;
}

static void do_threads(void) {
  pthread_t threads[THREADS];
  double sums[THREADS];
  loopyrt_update_host(y, bytes);
  kernel(n, 0);
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, add_all, &sums[i]);
  for (int i = 0; i < THREADS; ++i) {
    pthread_join(threads[i], NULL);
    printf("thread: %g\n", sums[i] / n);
  }
}

/* From the middle of page 4 to that of page 6. */
static void do_section(void) {
  float *first = y + 4 * page + page / 2;
  loopyrt_update_host(first, 2 * page * sizeof *y);
  print_mean("section", first, 2 * page);
  printf("in its pages: %g\n", first[-1]);
  printf("beside: %g\n", y[7 * page]);
}

/* Neighbours in the pages at both ends, which are open. */
static void do_ends(void) {
  ((char *)y)[-1] = 1;
  ((char *)y)[bytes] = 1;
  printf("ends: %g %g\n", y[0], y[n - 1]);
  printf("whole page: %g\n", y[page]);
}

static void do_small(void) {
  printf("small: %g\n", y[5]);
  y[5] = 7;
  kernel(n, 2);
}

static void do_system(void) {
  int ends[2];
  if (pipe(ends))
    exit(2);
  printf("system: %d\n", (int)write(ends[1], y, 100));
  printf("a bad address: %d\n", errno == EFAULT);
}

/* --- Writes --- */

static void do_write(void) {
  y[2 * page + 1] = 7;
  kernel(n, 2);
}

static void do_write_and_exit(void) {
  y[2 * page + 1] = 7;
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  print_error("exit");
}

static void do_tell(void) {
  for (int i = 0; i < n; ++i)
    y[i] = 5;
  loopyrt_update_device(y, bytes);
  kernel(n, 2);
  y[8] = 7 + n;
  loopyrt_update_device(y + 8, sizeof *y);
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  print_mean("told", y, n);
}

static void do_tell_more(void) {
  y[2 * page + 1] = 3 + n;
  loopyrt_update_device(y, bytes);
  print_error("update");
  if (loopyrt_last_error())
    exit(1);
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  print_mean("healed", y, n);
}

/* --- The end of arrays --- */

static void do_delete(void) {
  loopyrt_exit_data(y, bytes, LOOPYRT_DELETE);
  print_mean("deleted", y, n);
  free(y);
}

static void do_free(void) {
  free(y);
  printf("freed\n");
  kernel(1, 2);
}

static void do_unmap(void) {
  munmap(y, bytes);
  kernel(n, 2);
}

static void do_unmap_and_touch(void) {
  munmap(y, bytes);
  y[page] = 1;
}

static void do_unmap_and_end(void) { munmap(y, bytes); }

static void do_fault(void) { *(volatile int *)8 = 1; }

/* Whoever takes the signal later is asked after the runtime. */
static void on_fault(int signal) {
  (void)signal;
  if (write(1, "handled\n", 8) == 8)
    _exit(4);
}

static void do_handle_fault(void) {
  signal(SIGSEGV, on_fault);
  kernel(n, 2);
  fflush(stdout);
  do_fault();
}

static void do_handle_read(void) {
  signal(SIGSEGV, on_fault);
  kernel(n, 2);
  do_read();
}

static const struct {
  const char *name;
  void (*run)(void);
} all[] = {{"read", do_read},
           {"read-often", do_read_often},
           {"read-unchanged", do_read_unchanged},
           {"threads", do_threads},
           {"section", do_section},
           {"ends", do_ends},
           {"small", do_small},
           {"system", do_system},
           {"write", do_write},
           {"write-and-exit", do_write_and_exit},
           {"tell", do_tell},
           {"tell-more", do_tell_more},
           {"delete", do_delete},
           {"free", do_free},
           {"unmap", do_unmap},
           {"unmap-and-touch", do_unmap_and_touch},
           {"unmap-and-end", do_unmap_and_end},
           {"fault", do_fault},
           {"handle-fault", do_handle_fault},
           {"handle-read", do_handle_read}};

int main(int argc, char **argv) {
  page = (int)(sysconf(_SC_PAGESIZE) / (long)sizeof *x);
  for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; ++i) {
    if (strcmp(all[i].name, argv[1]) != 0)
      continue;
    if (all[i].run == do_small)
      enter(100, 0);
    else
      enter(PAGES * page, all[i].run == do_ends ? HEADER : 0);
    kernel(n, 2);
    all[i].run();
    return 0;
  }
  return 2;
}
