# What is filled with literals has its type from whoever gives one; an extent is
# the largest of what subscripts reach where one of them is, whatever the sizes.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=C --input-file=%t.c
import loopy as lp
import numpy as np

RESULT = []
fill = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 0", name="fill")
print(fill.arg_dict["a"])
# CHECK: <argument a: int32>
RESULT.append(lp.add_dtypes(fill.copy(name="filled"), {"a": np.float32}))
RESULT.append(lp.add_dtypes(lp.split_iname(fill, "i", 4, inner_tag="unr"),
                            {"a": np.complex128}))
RESULT.append(lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1", name="ints"))
# C: float *restrict a
# C: a[i] = 0.0f;
# C: int *restrict a
# C: a[i] = 1;


def refused(work):
    try:
        work()
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


# Not what is declared, given before, or read.
refused(lambda: lp.add_dtypes(
    lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 0",
                   [lp.GlobalArg("a", np.int32), "..."]), {"a": np.float32}))
# CHECK: 'a' of kernel 'loopy_kernel' has type int32 already, not float32
refused(lambda: lp.add_dtypes(lp.add_dtypes(fill, {"a": np.float64}),
                              {"a": np.float32}))
# CHECK: 'a' of kernel 'fill' has type float64 already, not float32
refused(lambda: lp.add_dtypes(
    lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 3 {id=a}\nb[i] = a[i]/2 {dep=a}"),
    {"a": np.float32}))
# CHECK: 'a' of kernel 'loopy_kernel' has type int32 already, not float32

atomic = lp.make_kernel(
    "{ [i]: 0<=i<n }", "out[i%20] = out[i%20] + 2*a[i] {atomic}",
    [lp.GlobalArg("out", np.float32, shape=lp.auto, for_atomic=True),
     lp.GlobalArg("a", np.float32, shape=lp.auto), "..."],
    assumptions="n>0", name="bins")
print(atomic.arg_dict["out"].shape)
# CHECK: (20,)
RESULT.append(lp.split_iname(atomic, "i", 64, outer_tag="g.0", inner_tag="l.0"))
refused(lambda: lp.make_kernel("{ [i]: 0<=i<n }", "out[i] = 5\nout[0] = 6"))
# CHECK: the extent of axis 0 of 'out' cannot be found
# CHECK-DAG: check: filled: opencl: ok
# CHECK-DAG: check: filled: c: ok
# CHECK-DAG: check: fill: opencl: ok
# CHECK-DAG: check: fill: c: ok
# CHECK-DAG: check: ints: c: ok
# CHECK-DAG: check: bins: opencl: ok
# CHECK-DAG: check: bins: c: ok
