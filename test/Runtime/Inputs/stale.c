/* LOOPYRT_DEBUG=1 and heal: host arrays that are older than the device's, read,
 * written and given back. The first argument says what is done. */
#define _DEFAULT_SOURCE
#include "stale.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>

enum { THREADS = 4 };

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

/* A system call cannot fill what is closed; an update opens it. */
static void do_read_file(void) {
  FILE *file = tmpfile();
  float *zeros = calloc(n, sizeof *zeros);
  if (!file || !zeros || fwrite(zeros, sizeof *zeros, n, file) != (size_t)n)
    exit(2);
  printf("bytes: %d\n", (int)pread(fileno(file), y, bytes, 0));
  loopyrt_update_host(y, bytes);
  printf("bytes after the update: %d\n", (int)pread(fileno(file), y, bytes, 0));
  loopyrt_update_device(y, bytes);
  kernel(n, 5);
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  print_mean("from a file", y, n);
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

/* All is written, most of it with the value that the host had. */
static void do_tell_again(void) {
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < n; ++i)
      y[i] = 1;
    y[2] = y[2 * page] = y[n - 1] = 1 + step;
    loopyrt_update_device(y, bytes);
    kernel(n, 2);
  }
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  printf("told again: %g %g %g\n", y[0], y[2], y[2 * page + 1]);
}

/* What was left as it was, and what was written in a page that is not watched:
 * C's arrays are bytes, eight of them at a time. */
static void update_ends(void) {
  loopyrt_update_device(y, bytes);
  print_error("update");
  if (loopyrt_last_error())
    exit(1);
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  printf("at the ends: %g %g %g %g\n", y[0], y[2], y[2 * page], y[n - 1]);
}

static void do_tell_ends(void) {
  y[0] = 100;
  update_ends();
}

static void do_tell_end_and_page(void) {
  y[0] = 100;
  y[2 * page + 4] = 100;
  update_ends();
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

/* What lies before y gets used: its memory is joined with no other's, and the
 * allocator's list is written in it. */
static void use_gaps(void) {
  enum { MANY = 100000, SMALL = 24 };
  char *volatile block = NULL;
  for (int i = 0; i < MANY && block < (char *)y; ++i)
    block = malloc(SMALL);
}

static void do_free(void) {
  use_gaps();
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

static void do_unmap_and_update(void) {
  munmap(y, bytes);
  loopyrt_update_host(y, bytes);
  print_error("update");
  loopyrt_update_host(y, bytes);
  print_error("again");
}

static void do_unmap_and_exit(void) {
  munmap(y, bytes);
  loopyrt_exit_data(y, bytes, LOOPYRT_COPYOUT);
  print_error("exit");
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

static const struct mode modes[] = {
    {"read", do_read},
    {"read-often", do_read_often},
    {"read-unchanged", do_read_unchanged},
    {"threads", do_threads},
    {"section", do_section},
    {"ends", do_ends},
    {"small", do_small},
    {"system", do_system},
    {"read-file", do_read_file},
    {"write", do_write},
    {"write-and-exit", do_write_and_exit},
    {"tell", do_tell},
    {"tell-again", do_tell_again},
    {"tell-more", do_tell_more},
    {"tell-ends", do_tell_ends},
    {"tell-end-and-page", do_tell_end_and_page},
    {"delete", do_delete},
    {"free", do_free},
    {"unmap", do_unmap},
    {"unmap-and-touch", do_unmap_and_touch},
    {"unmap-and-update", do_unmap_and_update},
    {"unmap-and-exit", do_unmap_and_exit},
    {"unmap-and-end", do_unmap_and_end},
    {"fault", do_fault},
    {"handle-fault", do_handle_fault},
    {"handle-read", do_handle_read}};

static bool has_open_ends(void (*run)(void)) {
  return run == do_ends || run == do_tell_ends || run == do_tell_end_and_page;
}

int main(int argc, char **argv) {
  const struct mode *mode =
      find_mode(modes, sizeof modes / sizeof *modes, argc, argv);
  if (mode->run == do_small)
    enter(100, 0);
  else
    enter(PAGES * page, has_open_ends(mode->run) ? HEADER : 0);
  kernel(n, 2);
  mode->run();
  return 0;
}
