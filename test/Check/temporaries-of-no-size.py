# Sizes below 0 are those of loops that do not run: temporaries have no elements
# then, in the plain C that the generated code is compared with, too.
# RUN: %loopyc %s -o %t --target=c --check --param n=-3 | FileCheck %s
# RUN: %loopyc %s -o %t --target=c --check --param n=-1 | FileCheck %s
# CHECK: check: halves: c: ok
import loopy as lp
import numpy as np

RESULT = lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }",
    """
    t[i] = x[i]/2        {id=t}
    y[j] = t[n - 1 - j]  {dep=t}
    s = 1
    """,
    [lp.GlobalArg("x", np.float32), lp.TemporaryVariable("t", np.float32, shape="n"),
     "..."], name="halves")
