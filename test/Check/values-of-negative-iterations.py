# What each iteration of a loop has for itself is outside of nothing, from
# whatever number the loop counts: here, in a loop of launches.
# RUN: %loopyc %s -o %t --target=c --check --param n=13 | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,r,s]: -2<=i<3 and 0<=r,s<n }", """
    o[i+2] = i*sum(r, b[r])
    k[i+2] = i*sum(s, o[i+2]*q[i+2])
    """, name="held")
knl = lp.add_dtypes(knl, {"b": np.float64, "q": np.int32})
knl = lp.split_iname(knl, "r", 8, outer_tag="g.0", inner_tag="l.0")
RESULT = lp.buffer_array(knl, "k", [])
# CHECK: check: held: c: ok
