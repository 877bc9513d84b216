/* One array, several layouts: what moves, and when. Numbers are elements of x;
 * LOOPYRT_LOG=1 tells what the runtime moves between the lines. */
#include "layouts.h"

enum { N0 = 5, N1 = 3, N = N0 * N1 };
enum { BYTES = N * sizeof(float), C = LOOPYRT_TARGET_C };
enum { READ = LOOPYRT_READ, BOTH = LOOPYRT_READ | LOOPYRT_WRITE };

/* x(i, j) at 3*i + j; in three buffers, by j; 4 elements for the 3 of i. */
static const struct layout turned = {
    .rank = 2,
    .terms = 2,
    .buffers = 1,
    .extents = {N0, N1},
    .term = {{0, 1, 0, N1, 0}, {1, 1, 0, 1, 0}},
    .places = N};
static const struct layout separate = {
    .rank = 2,
    .terms = 2,
    .buffers = N1,
    .extents = {N0, N1},
    .term = {{0, 1, 0, 1, 0}, {1, 1, 0, 0, 1}},
    .places = N0};
static const struct layout padded = {.rank = 2,
                                     .terms = 2,
                                     .buffers = 1,
                                     .extents = {N0, N1},
                                     .term = {{0, 1, 0, 4, 0}, {1, 1, 0, 1, 0}},
                                     .places = 4 * N0};
/* Rows that are padded to 5 elements, of 5. */
static const struct layout unpadded = {
    .rank = 2,
    .terms = 2,
    .buffers = 1,
    .extents = {N0, N1},
    .term = {{0, 1, 0, 1, 0}, {1, 1, 0, 5, 0}},
    .places = N};
/* One column. */
static const struct layout column = {.rank = 1,
                                     .terms = 2,
                                     .buffers = 1,
                                     .extents = {N0},
                                     .term = {{0, 1, 2, 3, 0}, {0, 2, 0, 1, 0}},
                                     .places = 6};

static float x[N], ones[N], other[N];

static void say(const char *what) {
  printf("%s\n", what);
  fflush(stdout);
}

static void fill(float *array, float value) {
  for (int i = 0; i < N; ++i)
    array[i] = value;
}

static void print(const char *what, int status) {
  printf("%s: %d;", what, status);
  for (int i = 0; i < N; ++i)
    printf(" %g", x[i]);
  say("");
}

/* x := x + ones */
static int add(const struct layout *layout, int targets) {
  return axpy_in(layout, targets, 1, ones, x, BOTH);
}

static void enter(void) {
  for (int i = 0; i < N; ++i)
    x[i] = (float)i;
  fill(ones, 1);
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(ones, BYTES, LOOPYRT_COPYIN);
}

static void leave(const char *what) {
  int status = loopyrt_exit_data(ones, BYTES, LOOPYRT_DELETE);
  status |= loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  print(what, status);
}

static void steady(void) {
  int status = 0;
  enter();
  say("first call");
  status |= add(&turned, DEVICE);
  say("other calls");
  for (int i = 0; i < 100; ++i)
    status |= add(&turned, DEVICE);
  say("a row");
  {
    int64_t counts = N1, strides = N0 * sizeof *x;
    status |=
        loopyrt_update_host_section(x + 1, sizeof *x, 1, &counts, &strides);
    x[1] = x[6] = x[11] = 0;
    status |=
        loopyrt_update_device_section(x + 1, sizeof *x, 1, &counts, &strides);
  }
  printf("status: %d\n", status);
  leave("steady");
}

static void alternate(void) {
  int status = 0;
  enter();
  for (int i = 0; i < 2; ++i) {
    say("turned");
    status |= add(&turned, DEVICE);
    say("separate");
    status |= add(&separate, DEVICE);
    say("Fortran's");
    status |= axpy(DEVICE, N, 1, ones, x);
    say("not padded");
    status |= add(&unpadded, DEVICE);
    say("padded");
    status |= add(&padded, DEVICE);
  }
  printf("status: %d\n", status);
  leave("alternate");
}

/* Between two devices, one of which is the host. */
static void both(void) {
  int status = 0;
  enter();
  status |= add(&separate, DEVICE | C) | add(&turned, C) |
            add(&separate, DEVICE | C) | axpy(C, N, 1, ones, x) |
            add(&padded, C);
  leave(status ? "both failed" : "both");
}

/* Columns of an array that has another layout, and the other way round. */
static void parts(void) {
  int status = 0;
  enter();
  status |= add(&turned, DEVICE);
  say("a part in Fortran's order");
  status |= axpy(DEVICE, N0, 1, ones, x + N0);
  say("a part in its own layout");
  status |= axpy_in(&column, DEVICE, 1, ones, x + 2 * N0, BOTH);
  say("whole");
  status |= add(&turned, DEVICE);
  printf("status: %d\n", status);
  leave("parts");
}

/* One array twice, read in two layouts. */
static void twice(void) {
  loopyrt_call *call;
  void *first, *second, *out;
  int status = 0, target = loopyrt_begin("twice", DEVICE, &call);
  fill(other, 0);
  enter();
  name_array(call, "first", x, READ, &turned, &first);
  say("named once");
  name_array(call, "second", x, READ, &padded, &second);
  out = loopyrt_array(call, "out", other, BYTES, BOTH);
  if (loopyrt_ready(call))
    status = launch(target, call, N, 1, first, out) |
             launch(target, call, 3, 100, second, out);
  status |= loopyrt_finish(call, status);
  printf("twice: %d; %g %g %g %g\n", status, other[0], other[1], other[2],
         other[3]);
  leave("twice");
}

/* All of it is written, so that nothing moves. */
static void overwrite(void) {
  int status;
  enter();
  status = add(&turned, DEVICE);
  say("overwrite");
  /* The device's values may be any: the kernel multiplies what it wrote. */
  status |=
      axpy_in(&separate, DEVICE, 1, ones, x, LOOPYRT_WRITE | LOOPYRT_OVERWRITE);
  say("overwritten");
  loopyrt_exit_data(x, BYTES, LOOPYRT_DELETE);
  loopyrt_exit_data(ones, BYTES, LOOPYRT_DELETE);
  printf("overwrite: %d\n", status);
}

static void address(void) {
  loopyrt_call *call;
  void *handle;
  int status;
  enter();
  status = add(&padded, DEVICE);
  say("address");
  printf("address: %d\n", loopyrt_device_address(x) != NULL);
  status |= axpy(DEVICE, N, 1, ones, x) | add(&separate, DEVICE);
  loopyrt_begin("user", DEVICE, &call);
  name_array(call, "x", x, READ, &separate, (void *[N1]){0});
  handle = loopyrt_device_address(x);
  printf("in use: %d %d\n", handle != NULL, loopyrt_last_error());
  loopyrt_finish(call, 0);
  leave(status ? "address failed" : "address");
}

/* Buffers that are too small, and terms of terms that come later. */
static void errors(void) {
  struct layout small = turned, later = turned;
  small.places = N - 1;
  later.term[0].of = 2;
  printf("small: %d", add(&small, DEVICE));
  print_error("");
  printf("later: %d", add(&later, DEVICE));
  print_error("");
}

/* LOOPYRT_FALLBACK=host: a launcher that refuses. */
static void refused(void) {
  loopyrt_call *call;
  void *handles[N1];
  int status;
  enter();
  add(&turned, DEVICE);
  loopyrt_begin("refused", DEVICE, &call);
  name_array(call, "x", x, BOTH, &separate, handles);
  status = loopyrt_finish(call, 1);
  for (int i = 0; i < N; ++i)
    x[i] *= 2;
  loopyrt_host_done(call);
  add(&separate, DEVICE);
  leave(status < 0 ? "refused" : "refused failed");
}

int main(void) {
  steady();
  alternate();
  both();
  parts();
  twice();
  overwrite();
  address();
  errors();
  if (getenv("LOOPYRT_FALLBACK"))
    refused();
  return 0;
}
