// Prints what the fused kernels of fuse-flows.f90 compute.
#include <stdio.h>

static void show(const char *name, const double *x) {
  printf("%s: %g %g %g %g\n", name, x[0], x[1], x[2], x[3]);
}

int main(void) {
  double a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, c[4], d[4], e[4], f[4];
  int status = skipping_launch_c(a, b, c, d);
  show("skipping c", c);
  show("skipping d", d);
  status |= two_flows_launch_c(a, b, c, e, f);
  show("two_flows e", e);
  show("two_flows f", f);
  return status;
}
