# How many groups a loop over every second index has, beside nests of their own:
# the cases of its bounds must not double with each operation on them.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check | FileCheck %s
# RUN: FileCheck %s --check-prefix=GRID < %t.c
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i]: 0<=i<n and i mod 2 = 0 }", "{ [j]: 0<=j<5 }",
     "{ [k]: 0<=k<3 }", "{ [l]: 0<=3*l<m }"], """
    y[i] = 2*x[i]                    {id=even}
    c[j] = x[j + 1]                  {id=few}
    for l, k
      <> w[k] = x[l + 3*k]           {id=some}
      d[l, k] = w[k]
    end
    """, [lp.GlobalArg("x", shape="n + m + 16"), "..."],
    assumptions="n >= 0 and m >= 0", name="even")
knl = lp.affine_map_inames(knl, "i", "s", "s = i - 6")
knl = lp.split_iname(knl, "s", 3, outer_tag="g.0", inner_tag="l.0")
RESULT = lp.add_dtypes(knl, {"x": np.float32})
# CHECK: check: even: opencl: ok
# CHECK: check: even: c: ok
# GRID: groups[0] = {{.{1,200}$}}
