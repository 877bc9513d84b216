# Temporaries with values that nothing assigns are tables in the code.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c,cuda --check --verify -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=CUDA --input-file=%t.cu
import loopy as lp
import numpy as np

RESULT = []


def add(name, domains, text, data, types={}, transform=None):
    knl = lp.add_dtypes(lp.make_kernel(domains, text, data, name=name), types)
    knl = transform(knl) if transform else knl
    RESULT.append(lp.split_iname(knl, "i", 16, outer_tag="g.0",
                                 inner_tag="l.0"))
    return RESULT[-1]


def table(name, values, *args, **options):
    return lp.TemporaryVariable(name, *args, initializer=values,
                                read_only=True, **options)


# Of any size.
knl = add("many", "{ [i]: 0<=i<1000 }", "y[i] = w[(7*i) % 1000]*x[i]",
          [table("w", [k*k/8 for k in range(1000)], np.float32), "..."],
          {"x": np.float64})
print(knl)
# CHECK: w: type: float32, shape: (1000), {{.*}} aspace: constant, values: [0.0, 0.125, 0.5, 1.125, 2.0, 3.125, ...]
# CHECK-NOT: w_init
# CL-LABEL: void many(
# CL: __constant float w[1000] = {
# CL-NEXT: 0.0f, 0.125f, 0.5f
# CUDA-LABEL: many
# CUDA: static __constant__ const float w[1000] = {

# Its axes lie as they are tagged, with rows that are padded.
add("rows", "{ [i,k]: 0<=i<n and 0<=k<3 }",
    "y[i] = sum(k, t[i % 2, k]*a[i,k])",
    [table("t", [[1, 2, 3], [4, 5, 6]], np.int16), "..."], {"a": np.float64},
    lambda knl: lp.tag_array_axes(knl, "t", "N0,N1"))
# CL-LABEL: void rows(
# CL: __constant short t[6] = {
# CL-NEXT: 1, 4, 2, 5, 3, 6
add("padded", "{ [i,k]: 0<=i<n and 0<=k<3 }",
    "y[i] = sum(k, t[i % 2, k]*a[i,k])",
    [table("t", [[1, 2, 3], [4, 5, 6]], np.int32), "..."], {"a": np.float64},
    lambda knl: lp.add_padding(knl, "t", 0, 16))
# CL-LABEL: void padded(
# CL: __constant int t[8] = {
# CL-NEXT: 1, 2, 3, 0, 4, 5, 6, 0
add("split", "{ [i]: 0<=i<n }", "y[i] = t[i % 6]*a[i]",
    [table("t", [1, 2, 3, 4, 5, 6], np.int32), "..."], {"a": np.float64},
    lambda knl: lp.split_array_axis(knl, ("t", 0), 3))

# Of each type.
add("types", "{ [i]: 0<=i<n }", """
    y[i] = z[i % 2]*c[i % 2] + b[i % 3]
    u[i] = m[i % 2] ^ k[i % 2]
    """, [table("z", [1 - 2j, 3j]), table("c", [1.5, 0.25], np.float32),
          table("b", [True, False, True]), table("m", [2**63, 5]),
          table("k", [0, 255], np.uint8), "..."])
# CL-LABEL: void types(
# CL-DAG: __constant loopyc_cdouble z[2] = {
# CL-DAG: {1.0, -2.0}, {0.0, 3.0}
# CL-DAG: __constant float c[2] = {
# CL-DAG: __constant char b[3] = {
# CL-DAG: __constant ulong m[2] = {
# CL-DAG: 9223372036854775808uL, 5uL

# What is known of its values proves that writes do not meet, and that they are
# inside.
add("scattered", "{ [i]: 0<=i<5 }", "y[p[i]] = x[p[i]]",
    [table("p", [3, 1, 4, 0, 2], np.int32),
     lp.GlobalArg("x", np.float32, shape=5),
     lp.GlobalArg("y", np.float32, shape=5), "..."])

# Across launches, in functions that are called, and made anew.
add("launches", "{ [i,j,k]: 0<=i,j<n and 0<=k<n }", """
    t[i] = w[i % 3]*x[i]                {id=first}
    ... gbarrier                        {id=bar, dep=first}
    y[j] = w[j % 3] + t[n - 1 - j]      {dep=bar}
    """, [table("w", [2, 3, 5]), lp.GlobalArg("t", shape="n"), "..."],
    {"x": np.float32}, lambda knl: lp.split_iname(
        knl, "j", 16, outer_tag="g.0", inner_tag="l.0"))
f = lp.make_function("{ [k]: 0<=k<4 }", "b[k] = w[k]*a[k]",
                     [table("w", [1.0, 2.0, 4.0, 8.0]), "..."], name="f")
knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }",
                     "[j]: y[i,j] = f([j]: x[i,j])",
                     [lp.GlobalArg("x", np.float32, shape=("n", 4)),
                      lp.GlobalArg("y", np.float32, shape=("n", 4)), "..."],
                     name="calls")
RESULT.append(lp.merge([knl, f]))
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = w[i % 2]*x[i] {id=a}",
                     [table("w", [0.5, 2.0]), lp.GlobalArg("x", np.float32),
                      "..."], name="anew")
RESULT.append(lp.map_instructions(
    knl, "id:a", lambda insn: insn.copy(expression=insn.expression + " + w[1]")))

# What is assigned later is copied from a table, before all else.
knl = lp.make_kernel("{ [i,k]: 0<=i<n and 0<=k<40 }", """
    s[k] = s[k] + k  {id=change}
    y[i] = s[i % 40] {dep=change}
    """, [lp.TemporaryVariable("s", np.float64, initializer=list(range(40))),
          "..."], name="changed")
print(knl)
RESULT.append(knl)
# CHECK: s[s_i0] = s_values[s_i0]
# CHECK-DAG: check: many: opencl: ok
# CHECK-DAG: check: many: c: ok
# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
# CHECK-DAG: check: padded: opencl: ok
# CHECK-DAG: check: padded: c: ok
# CHECK-DAG: check: split: opencl: ok
# CHECK-DAG: check: split: c: ok
# CHECK-DAG: check: types: opencl: ok
# CHECK-DAG: check: types: c: ok
# CHECK-DAG: check: scattered: opencl: ok
# CHECK-DAG: check: scattered: c: ok
# CHECK-DAG: check: launches: opencl: ok
# CHECK-DAG: check: launches: c: ok
# CHECK-DAG: check: calls: opencl: ok
# CHECK-DAG: check: calls: c: ok
# CHECK-DAG: check: anew: opencl: ok
# CHECK-DAG: check: anew: c: ok
# CHECK-DAG: check: changed: opencl: ok
# CHECK-DAG: check: changed: c: ok
