# pymbolic's short names, before anything of its others is imported.
# RUN: %loopyc %s --target=c -o - | FileCheck %s
from pymbolic import var
import loopy as lp
import numpy as np

i, n = var("i"), var("n")
# CHECK: y[i] = 2.0 * x[i] + 1.0
RESULT = lp.make_kernel(
    "{ [i]: 0<=i<n }", [lp.Assignment(var("y")[i], 2*var("x")[i] + 1)],
    [lp.GlobalArg("x", np.float64, shape=(n,)), "..."])
