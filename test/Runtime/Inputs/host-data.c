/* What a library sees of an array whose address it is given. `home`: where the
 * host has it, 160 bytes. */
#include <stdio.h>

void look(double *a, const char *home) {
  const char *at = (const char *)a;
  int is_near = at > home && at < home + 160;
  printf("%s: %g\n",
         at == home ? "at home"
         : is_near  ? "elsewhere at home"
                    : "on the device",
         *a);
  fflush(stdout);
  *a += 10;
}
