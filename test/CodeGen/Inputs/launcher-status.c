#include "halve.h"

#include <stdio.h>

static void report(const char *what, int status) {
  printf("%s: %d %s", what, status, loopyc_error_string(status));
}

int main(void) {
  double x[33];
  for (int i = 0; i < 33; ++i)
    x[i] = 32;
  report("32 elements", halve_launch_c(32, 1, x));
  printf(", %.1f\n", x[31]);
  x[0] = 32;
  report("33 elements", halve_launch_c(33, 1, x));
  printf(", %.1f\n", x[0]);
  report("no elements", halve_launch_c(0, 1, NULL));
  printf("\n");
  report("2^32 elements", halve_launch_c(65536, 65536, NULL));
  printf("\n");
  return 0;
}
