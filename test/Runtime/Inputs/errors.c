/* Each error of the data functions and of calls: its code and its sentence. */
#include "axpy.h"

#include <string.h>

enum { N = 1000, BYTES = N * sizeof(float) };
static float *x, *y;

static void not_present(void) {
  loopyrt_update_host(x, BYTES);
  print_error("not present");
  loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  print_error("exit without enter");
  if (!loopyrt_device_address(x))
    print_error("no address");
}

static void after_exit(void) {
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  loopyrt_update_device(x, BYTES);
  print_error("after exit");
}

static void partly_present(void) {
  loopyrt_enter_data(y + 500, 100 * sizeof *y, LOOPYRT_COPYIN);
  loopyrt_enter_data(y, BYTES, LOOPYRT_COPYIN);
  print_error("enter around");
  printf("partly: %d\n", axpy(DEVICE, 501, 2, x, y));
  print_error("call");
  loopyrt_exit_data(y + 500, 100 * sizeof *y, LOOPYRT_DELETE);
}

static void aliases(void) {
  printf("alias: %d\n", axpy(DEVICE, 500, 2, x, x + 499));
  print_error("alias");
  printf("no alias: %d\n", axpy(DEVICE, 500, 2, x, x + 500));
}

static void references(void) {
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(x + 10, 40, LOOPYRT_COPYIN);
  loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  printf("references: %d", loopyrt_is_present(x, BYTES));
  loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  printf(" %d\n", loopyrt_is_present(x, BYTES));
}

static void in_use(void) {
  loopyrt_call *call;
  loopyrt_enter_data(x, BYTES, LOOPYRT_COPYIN);
  loopyrt_begin("user", DEVICE, &call);
  loopyrt_array(call, "x", x, BYTES, LOOPYRT_READ);
  loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT);
  print_error("in use");
  loopyrt_finish(call, 0);
  printf("in use: %d\n", loopyrt_exit_data(x, BYTES, LOOPYRT_COPYOUT));
}

static void streams(void) {
  loopyrt_set_stream(64);
  print_error("stream");
  loopyrt_enter_data(x, 4, 7);
  print_error("enter how");
  loopyrt_exit_data(x, 4, -1);
  print_error("exit how");
  loopyrt_wait(-1);
  print_error("wait");
}

static void launcher_statuses(void) {
  for (int status = 1; status <= 11; ++status) {
    printf("status %d: %d\n", status,
           axpy_with_status(DEVICE, status, N, 2, x, y));
    print_error("status");
  }
}

static void shape(void) {
  int64_t one = 1;
  loopyrt_update_host_section(x, 4, 16, &one, &one);
  print_error("shape");
}

int main(int count, char **arguments) {
  (void)arguments;
  x = filled(N, 1);
  y = filled(N, 1);
  if (count > 1) {
    launcher_statuses();
    return 0;
  }
  not_present();
  after_exit();
  partly_present();
  aliases();
  references();
  in_use();
  streams();
  shape();
  return 0;
}
