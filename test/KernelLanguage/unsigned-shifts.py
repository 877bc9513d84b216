# Shifts to the right by a number whose type, without a sign, comes late: its
# negative is no large number.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=C < %t.c
import loopy as lp
import numpy as np

RESULT = []
for late in (False, True):
    for bits in (8, 16, 32, 64):
        knl = lp.make_kernel(
            "{ [i]: 0<=i<n }", """
            a[i] = (100 + i) >> (q[i] % 5)
            b[i] = p[i] >> (q[i] % 3)
            c[i] = q[i] >> (q[i] % 7)
            d[i] = p[i] << (q[i] % 4)
            """,
            [lp.GlobalArg("q", None if late else getattr(np, f"uint{bits}")),
             lp.GlobalArg("p", np.int32), "..."],
            name=f"shift{bits}" + late*"late")
        if late:
            knl = lp.add_dtypes(knl, {"q": getattr(np, f"uint{bits}")})
        RESULT.append(knl)
# CHECK-NOT: FAILED
# CHECK: check: shift8: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: shift64late: c: ok
# C: shift32late_groups(
# C-NOT: (int64_t) -(q[
# C: shift64late_groups(
