/* Calls that say how much of an array they touch: nothing, all, or nothing said. */
#include "loopyrt.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 22 };

static int touch(const char *name, int says, int64_t read, int64_t written,
                 char *array) {
  loopyrt_call *call;
  if (loopyrt_begin(name, LOOPYRT_TARGET_C, &call) < 0)
    return 1;
  loopyrt_array(call, "x", array, BYTES, LOOPYRT_READ | LOOPYRT_WRITE);
  if (says)
    loopyrt_touched(call, read, written);
  memset(array, 1, BYTES);
  return loopyrt_finish(call, 0);
}

int main(void) {
  char *array = malloc(BYTES);
  return !array || touch("nothing", 1, 0, 0, array) ||
         touch("all", 1, -1, -1, array) || touch("unsaid", 0, 0, 0, array);
}
