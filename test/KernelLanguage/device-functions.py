# Functions that devices have, of those that the language has.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=19 -Wno-serial | FileCheck %s
# CHECK-DAG: check: single: opencl: ok
# CHECK-DAG: check: single: c: ok
# CHECK-DAG: check: double: opencl: ok
# CHECK-DAG: check: double: c: ok
import loopy as lp
import numpy as np


def kernel(name, type):
    knl = lp.make_kernel("{ [i]: 0<=i<n }", """
        a[i] = rsqrt(1 + x[i]**2) + mad(x[i], 2, 0.5)
        b[i] = exp2(x[i]) - exp10(x[i]/4)
        c[i] = isfinite(x[i]) + 2*isinf(x[i]) + 4*isinf(1/(x[i] - x[i]))
        """, name=name)
    knl = lp.add_dtypes(knl, {"x": type})
    return lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")


RESULT = [kernel("single", np.float32), kernel("double", np.float64)]
