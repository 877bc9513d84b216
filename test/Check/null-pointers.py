# A null pointer is no element of an array: what crashes there is told apart.
# RUN: not %loopyc --check --target=c %s | FileCheck %s
# CHECK: check: nowhere: c: FAILED: {{.*}} crashes at a null pointer: it has an array of no elements, or the device's driver or compiler is at fault; check the values of --init and --param
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = lost(x[i])", name="nowhere")
knl = lp.register_callable(knl, "lost", lp.ScalarCallable(
    "lost", {0: np.float64, -1: np.float64}, preamble="""
LOOPYC_FUNCTION double lost(double x)
{
  const volatile double *volatile none = 0;
  return x + *none;
}
"""))
RESULT = lp.add_dtypes(knl, {"x": np.float64})
