# Names of the kernel language differ by their case: sizes of several kernels.
# RUN: %loopyc %s -o %t --target=c --check --param n=5 --param N=7 -Wno-all | FileCheck %s
# RUN: %loopyc %s -o %t --target=c --check --param n=5 -Wno-all | FileCheck %s
# CHECK-DAG: check: small: c: ok
# CHECK-DAG: check: large: c: ok
import loopy as lp
import numpy as np


def kernel(name, size):
    knl = lp.make_kernel(f"{{ [i]: 0<=i<{size} }}", "y[i] = 2*x[i]", name=name)
    return lp.add_dtypes(knl, {"x": np.float64})


RESULT = [kernel("small", "n"), kernel("large", "N")]
