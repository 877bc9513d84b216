# What a sum reads may come from other work-groups: the barrier stands before the
# instruction that has the sum, which is a loop of its own only later.
# RUN: %loopyc %s --target=c,opencl --check -o %t | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i,l]: 0<=i,l<n }", "{ [p,q]: 0<=p,q<5 }", "{ [s,t]: 0<=s,t<m }"],
    """
    coef[p] = sum(s, w[s]*x[s]**p) {id=form}
    for i
      <> scale = 2*y[i]
      <> value = sum(q, coef[q]*scale**q) {id=value, dep=form}
      out[i] = value + sum(t, w[t]*sum(l, y[l])) {id=out}
    end
    """,
    [lp.GlobalArg("coef", np.float64, shape=5), lp.GlobalArg("w,x,y", np.float64), "..."],
    name="expansion")
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
knl = lp.insert_global_barriers(knl)
print(knl)
# CHECK: for p
# CHECK: {id=form}
# CHECK: end p
# CHECK: ... gbarrier
# CHECK: value = sum(q,
# CHECK: check: expansion: c: ok
# CHECK: check: expansion: opencl: ok
RESULT = knl
