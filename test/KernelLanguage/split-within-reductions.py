# split_iname(..., within=...) of an iname that the range of a reduction depends
# on: the range is said in the new inames; where it would be in both, an error.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [k]: i<=k<i+3 }"], """
    y[i] = sum(k, x[k])   {id=rows}
    z[i] = 1.5*x[i]       {id=scale}
    """, [lp.GlobalArg("x", shape="n + 3"), "..."], name="within")
knl = lp.add_dtypes(knl, {"x": np.float64})
both = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [k]: i<=k<i+3 }"], """
    y[i] = sum(k, x[k])   {id=rows}
    z[i] = max(k, x[k])   {id=most}
    """, [lp.GlobalArg("x", shape="n + 3"), "..."], name="both")
try:
    lp.split_iname(both, "i", 4, within="id:most")
except lp.LoopyError as error:
    print(error)
# CHECK: split_iname: kernel 'both': the range of 'k' depends on 'i', but 'within' selects only a part
split = lp.split_iname(knl, "i", 4, within="id:rows")
print(split)
# CHECK: [i_outer, i_inner] -> { [k] : 4i_outer + i_inner <= k <= 2 + 4i_outer + i_inner }
other = lp.split_iname(knl.copy(name="other"), "i", 4, within="id:scale")
RESULT = [split, other]
# CHECK: check: within: opencl: ok
# CHECK: check: within: c: ok
# CHECK: check: other: opencl: ok
# CHECK: check: other: c: ok
