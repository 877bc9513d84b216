/* Arrays that are larger than the device's memory: entered, and in a call. The
 * host's pages are never touched. */
#define _GNU_SOURCE
#include "axpy.h"

#include <sys/mman.h>

int main(void) {
  size_t bytes = (size_t)1 << 42;
  float *x = filled(16, 1);
  float *huge = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  loopyrt_call *call;
  if (huge == MAP_FAILED)
    return 2;
  huge[0] = 1;
  if (loopyrt_enter_data(huge, bytes, LOOPYRT_CREATE))
    print_error("enter");
  printf("present: %d\n", loopyrt_is_present(huge, bytes));
  loopyrt_begin("user", DEVICE, &call);
  loopyrt_array(call, "x", x, 64, LOOPYRT_READ);
  loopyrt_array(call, "huge", huge, bytes, LOOPYRT_READ | LOOPYRT_WRITE);
  printf("ready: %d\n", loopyrt_ready(call));
  fflush(stdout);
  switch (loopyrt_finish(call, 0)) {
  case -1:
    printf("on the host\n");
    loopyrt_host_done(call);
    break;
  case 1:
    print_error("call");
  }
  printf("small: %d\n", axpy(DEVICE, 8, 2, x, x + 8));
  return 0;
}
