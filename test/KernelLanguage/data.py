# Temporaries with values to begin with, and offsets of arguments.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=C --input-file=%t.c
import loopy as lp
import numpy as np

RESULT = []


def add(name, domains, text, data, types={}, transform=None, **options):
    knl = lp.make_kernel(domains, text, data, name=name, **options)
    knl = lp.add_dtypes(knl, types)
    RESULT.append(transform(knl) if transform else knl)
    return knl


def spread(iname, size=32):
    return lambda knl: lp.split_iname(knl, iname, size, outer_tag="g.0",
                                      inner_tag="l.0")


knl = add("stencil", "{ [i,k]: 0<=i<n and 0<=k<3 }",
          "y[i] = sum(k, w[k]*x[i+k])",
          [lp.TemporaryVariable("w", initializer=np.array([0.25, 0.5, 0.25]),
                                read_only=True), "..."],
          {"x": np.float64}, spread("i"))
print(knl)
# CHECK: w: type: float64, shape: (3), dim_tags: (N0:stride:1)
# CHECK-SAME: aspace: constant, values: [0.25d0, 0.5d0, 0.25d0]
# CHECK-NOT: w_init
# C-LABEL: stencil_group(
# C: static const double w[3] = {
# C-NEXT: 0.25, 0.5, 0.25
# C-NEXT: };

add("table", "{ [i]: 0<=i<n }", "y[i] = t[p[i] % 2, (p[i] // 2) % 3]*a[i]",
    [lp.TemporaryVariable("t", initializer=[[1, 2, 3], [-4, 5, 2**40]],
                          order="F"), "..."],
    {"a": np.float32, "p": np.int32}, spread("i"))
# What it begins with is changed before it is read.
add("changed", "{ [k,i]: 0<=k<4 and 0<=i<n }", """
    s[k] = s[k] + k {id=change}
    y[i] = s[i % 4]*z {dep=change}
    """, [lp.TemporaryVariable("s", np.float32, initializer=[1, 2, 3, 4]),
          lp.TemporaryVariable("z", initializer=2 - 1j), "..."])
knl = add("shifted", "{ [i]: 0<=i<n }", """
    f(j) := x[j]
    y[i] = f(i - 2) + u[i]
    """, [lp.GlobalArg("x", np.float32, offset=2),
          lp.GlobalArg("y", shape="n", offset="m+1"),
          lp.GlobalArg("u", np.float32, offset=lp.auto, for_atomic=True),
          "..."], {}, spread("i"), assumptions="m >= 0")
print(knl)
# CHECK: x: type: float32, shape: (n)
# CHECK: y: type: float32, shape: (m + n + 1)
# CHECK: y[i + m + 1] = f(i - 2) + u[i]
add("all_of_them", "{ [i]: 0<=i<n }", "y[i] = x[i]", ["..."],
    {"x": np.int16}, default_offset=3)
# Beside the views that a call assigns.
scaled = lp.make_function("{ [k]: 0<=k<m }", "b[k] = c*a[k]",
                          [lp.GlobalArg("a"), lp.ValueArg("m"),
                           lp.ValueArg("c"), "..."], name="scaled")
knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }",
                     "[j]: y[i,j] = scaled([j]: x[i,j], 4, w[1])",
                     [lp.TemporaryVariable("w", initializer=[0.5, 2.0],
                                           read_only=True), "..."], name="called")
RESULT.append(lp.add_dtypes(lp.merge([knl, scaled]), {"x": np.float64}))
# CHECK-DAG: check: called: c: ok
# CHECK-DAG: check: stencil: opencl: ok
# CHECK-DAG: check: stencil: c: ok
# CHECK-DAG: check: table: opencl: ok
# CHECK-DAG: check: table: c: ok
# CHECK-DAG: check: changed: opencl: ok
# CHECK-DAG: check: changed: c: ok
# CHECK-DAG: check: shifted: opencl: ok
# CHECK-DAG: check: shifted: c: ok
# CHECK-DAG: check: all_of_them: opencl: ok
# CHECK-DAG: check: all_of_them: c: ok
