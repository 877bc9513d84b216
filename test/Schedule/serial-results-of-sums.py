# What all work-items do alike, as reading a sum's result, is no serial work,
# whatever launch of the sum it is in.
# RUN: %loopyc %s --target=opencl -Werror --emit=device -o - | FileCheck %s
# CHECK-COUNT-5: __kernel
# CHECK: double t = acc_k[0];
# RUN: not %loopyc %s --set local=1 --target=opencl -Werror --emit=device -o - 2>&1 | FileCheck %s --check-prefix=LOCAL
# LOCAL: runs as one work-group of 128 work-items{{.*}}[-Wserial]
import loopy as lp
import numpy as np

if "local" in globals():
    RESULT = lp.add_dtypes(
        lp.make_kernel("{ [i]: 0<=i<128 }", "b[i] = 2*a[i]"), {"a": np.float64})
    RESULT = lp.tag_inames(RESULT, "i:l.0")
else:
    knl = lp.make_kernel("{ [i,j,k]: 0<=i,j,k<n }", """
        <> s = sum(i, a[i]) {id=s}
        b[j] = s*a[j] {id=b, dep=s}
        <> t = sum(k, b[k]) {id=t, dep=b}
        c[0] = t {dep=t}
        """)
    knl = lp.add_dtypes(knl, {"a": np.float64})
    knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
    knl = lp.split_iname(knl, "j", 128, outer_tag="g.0", inner_tag="l.0")
    knl = lp.insert_global_barriers(knl)
    RESULT = lp.split_iname(knl, "k", 128, outer_tag="g.0", inner_tag="l.0")
