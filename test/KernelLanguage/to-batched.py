# A kernel for many sets of arguments computes what one with an axis more does.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

types = {"x": np.float64, "a": np.float64}
knl = lp.add_dtypes(lp.make_kernel(
    "{ [i,k,j,l]: 0<=i,k,j,l<n }",
    """
    sq(v) := v*v + a
    <> t[i] = sq(x[i])  {id=t}
    y[k] = sum(j, t[j]) + x[k] {dep=t}
    s = sum(l, x[l])
    """, name="batch"), types)
batched = lp.to_batched(knl, "nb", ["x", "y", "s", "a"])
print(batched)
# CHECK: a: type: float64, shape: (nb)
# CHECK: x: type: float64, shape: (nb, n), dim_tags: (N1:stride:n, N0:stride:1)
# CHECK: nb: ValueArg, type: int32
# CHECK: [nb] -> { [ibatch] : 0 <= ibatch < nb }
# CHECK: sq(v) := v*v + a[ibatch]
# CHECK: t[i] = sq(x[ibatch, i])

ref = lp.add_dtypes(lp.make_kernel(
    "{ [b,i,j,l]: 0<=b<nb and 0<=i,j,l<n }",
    """
    y[b,i] = sum(j, x[b,j]*x[b,j] + a[b]) + x[b,i] {inames=b:i}
    s[b] = sum(l, x[b,l])
    """, name="batch"), types)
lp.auto_test_vs_ref(ref, None, batched)
fixed = lp.to_batched(lp.make_kernel(
    "{ [i]: 0<=i<n }", "y[i] = 2*x[i]", name="fixed"), 4, "x, y", "b")


def refused(what):
    try:
        what()
        print("accepted")
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


refused(lambda: lp.to_batched(knl, 4, ["x", "n"]))
# CHECK: to_batched: 'n' bounds a loop or an array, and is one for all batches; leave it out of batch_varying_args
refused(lambda: lp.to_batched(knl, 0, ["x"]))
# CHECK-NEXT: to_batched: there must be a batch at least, found 0
refused(lambda: lp.to_batched(knl, 4, ["x", "q"]))
# CHECK-NEXT: {{.*}}'q'
refused(lambda: lp.to_batched(knl, 4, ["x"]))
# CHECK-NEXT: nothing orders these: {{.*}}
refused(lambda: lp.to_batched(knl, "4 + n", ["x"]))
# CHECK-NEXT: to_batched: '4 + n' is no name of an integer

# CHECK-DAG: check: batch: opencl: ok
# CHECK-DAG: check: batch: c: ok
# CHECK-DAG: check: fixed: opencl: ok
RESULT = [lp.tag_inames(batched, {"ibatch": "g.0"}),
          lp.add_dtypes(fixed, {"x": np.float32})]
