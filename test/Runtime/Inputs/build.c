/* Builds a program from the text of the first argument, and finishes a call as
 * a launcher's stub does. */
#include "axpy.h"

int main(int count, char **arguments) {
  const char *pieces[] = {count > 1 ? arguments[1] : "", "\n"};
  loopyrt_call *call;
  int status = 0;
  if (loopyrt_begin("builder", LOOPYRT_TARGET_OPENCL, &call) < 0)
    return 1;
  if (!build(loopyrt_queue(call), pieces, 2))
    status = 8;
  status = loopyrt_finish(call, status);
  printf("status %d\n", status);
  return status != 0;
}
