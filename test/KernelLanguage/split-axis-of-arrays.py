# split_array_axis takes names of arrays, the axis and a count.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
# CHECK: a: type: float32, shape: (n, 4, 4)
# CHECK: b: type: float32, shape: (n, 4, 4)
# CHECK: check: axes: c: ok
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<16 }", "b[i,j] = a[i,15 - j]", name="axes")
knl = lp.add_dtypes(knl, {"a": np.float32})
RESULT = lp.split_array_axis(knl, ["a", "b"], 1, 4)
assert str(RESULT) == str(lp.split_array_axis(knl, [("a", 1), ("b", 1)], 4))
assert str(RESULT) == str(lp.split_array_axis(knl, array_names="a, b", axis_nr=1, count=4))
print(RESULT)
