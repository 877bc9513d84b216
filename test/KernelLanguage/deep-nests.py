# A nest of 50 loops: what sets say of one iname has nothing to do with the
# others, and is found without a look at them.
# RUN: timeout 100 %loopyc %s --target=c -Wno-serial -o %t && FileCheck %s < %t.c
import loopy as lp
import numpy as np

names = [f"i{k}" for k in range(50)]
at = ",".join(names)
# CHECK: for (int i0 = 0; i0 < n; ++i0)
# CHECK: for (int i49 = 0;
# CHECK: b[
knl = lp.make_kernel(
    "{ [" + at + "]: " + " and ".join(f"0<={name}<n" for name in names) + " }",
    f"b[{at}] = 2*a[{at}] + b[{at}]", name="deep")
RESULT = lp.add_dtypes(knl, {"a": np.float32, "b": np.float32})
