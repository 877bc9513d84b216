# Reductions over one iname, one of them within another reduction: each stands in
# loops of its own, so they are not one loop.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# CHECK: check: nested: opencl: ok
# CHECK: check: nested: c: ok
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,j,k]: 0<=i<n and 0<=j<m and 0<=k<4 }",
    """
    if any(j, a[i,j] > 1.5)
      y[i] = product(k, 1 + a[i,0]*k)           {id=one}
    else
      y[i] = sum(j, max(k, a[i,j]*(k - 1)))     {id=other}
    end
    """, name="nested", assumptions="m >= 1")
knl = lp.add_dtypes(knl, {"a": np.float64})
RESULT = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
