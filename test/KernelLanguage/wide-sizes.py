# Sizes of 64 and of 16 bits, in extents that are found.
# RUN: %loopyc %s --target=c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

RESULT = []
for bits in 16, 64:
    knl = lp.make_kernel(
        "{ [i,j]: 0<=i<n and 0<=j<n + m }",
        """
        z[2*i + 1, j] = x[j] + n
        <> t[i] = 2*x[i]
        y[i] = t[n - 1 - i]
        """, [lp.GlobalArg("x", np.float64), lp.ValueArg("m, n", f"int{bits}"), "..."], name=f"bits{bits}",
        assumptions="m >= 0")
    print(knl)
    RESULT.append(knl)
# CHECK-LABEL: KERNEL: bits16
# CHECK: x: {{.*}}, shape: (int32(m) + int32(n)),
# CHECK-LABEL: KERNEL: bits64
# CHECK: x: {{.*}}, shape: (m + n),
# CHECK: check: bits16: c: ok
# CHECK: check: bits64: c: ok
