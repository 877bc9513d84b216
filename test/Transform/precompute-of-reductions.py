# Rules that reduce are computed ahead one after the other: where one is, the
# others stay rules, over whatever iname they reduce.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
import loopy as lp
import numpy as np

RESULT = []
for parted in (False, True):
    knl = lp.make_kernel(
        "{ [e,i,j,l,o]: 0<=e<n and 0<=i,j,l,o<5 }", """
        ur(p, q) := sum(o, d[p,o]*u[e,o,q])
        us(p, q) := sum(o, d[q,o]*u[e,p,o])
        both(p, q) := us(p, q) + max(o, u[e,p,o])
        y[e,i,j] = g[i]*ur(i, j) + both(i, j) + sum(l, us(i, l))
        z[e,i] = sum(o, g[o]) + sum(j, ur(i, j))
        """, name="parts" + parted*"_unique")
    knl = lp.add_dtypes(knl, {"d, u, g": np.float64})
    if parted:
        knl = lp.make_reduction_inames_unique(knl)
    knl = lp.precompute(knl, "ur", "i,j")
    print(knl)
    knl = lp.precompute(knl, "us", "i,j,l")
    RESULT.append(lp.tag_inames(knl, {"e": "g.0"}))
# CHECK: both(p, q) := us(p, q) + max([o], u[e, p, o])
# CHECK: ur_0[p, q] = sum(o, d[p, o]*u[e, o, q])
# CHECK: y[e, i, j] = g[i]*ur_0[i, j] + both(i, j) + sum(l, us(i, l))
# CHECK: check: parts: c: ok
# CHECK: check: parts_unique: c: ok
