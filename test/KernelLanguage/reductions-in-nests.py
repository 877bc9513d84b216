# Reductions over one iname in several nests, or one behind the other, get loops of
# their own.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=C < %t.c
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,l,j]: 0<=i<n and 0<=l<m and 0<=j<k }", """
    y[i] = sum(j, a[i,j]*x[j])
    z[l] = max(j, b[l,j])
    w[l] = sum(j, b[l,j]) + 1
    s = sum(j, x[j])
    """, name="nests")
knl = lp.add_dtypes(knl, {"a": np.float64, "b": np.float64, "x": np.float64})
plain = knl.copy(name="plain")
knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
knl = lp.split_iname(knl, "l", 8, outer_tag="g.0", inner_tag="l.0")
# One after the other, of what was reduced before.
chain = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<k }", """
    <> most = max(j, a[i,j])
    <> total = sum(j, exp(a[i,j] - most))
    y[i] = sum(j, exp(a[i,j] - most)/total*x[j])
    """, name="softmax")
chain = lp.add_dtypes(chain, {"a": np.float64, "x": np.float64})
norm = lp.make_kernel("{ [i]: 0<=i<n }", """
    <> total = sum(i, x[i]*x[i]) {id=total}
    y[i] = x[i]/sqrt(total + 1) {dep=total}
    """, name="norm")
norm = lp.add_dtypes(norm, {"x": np.float64})
RESULT = [norm, plain, knl, chain,
          lp.split_iname(chain.copy(name="spread"), "i", 8, outer_tag="g.0", inner_tag="l.0")]
# CHECK-NOT: FAILED
# CHECK: check: norm: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: plain: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: spread: c: ok
# C: norm_group{{s?}}(
# C: for (int i_0 = 0; i_0 < n; ++i_0)
# C: for (int i = 0; i < n; ++i)
# C: nests_group{{s?}}(
# C: acc_j_0 = fmax(acc_j_0, b[j_0
# C: acc_j_1 = acc_j_1 + b[j_1
