# What a call of a kernel became is a function in the generated code, which calls
# share, where it stands together; what is passed are addresses where views
# begin, sizes and numbers by value, variables that it sets by address.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c,cuda --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t.1 --target=opencl,c --check -Wno-serial --param n=1 --param m=1 | FileCheck %s
# RUN: %loopyc %s -o %t.0 --target=opencl,c --check -Wno-serial --param n=13 --param m=0 | FileCheck %s
# RUN: FileCheck %s --check-prefix=C --input-file=%t.c
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=CUDA --input-file=%t.cu
import loopy as lp
import numpy as np

RESULT = []
D = "{ [i,j]: 0<=i<n and 0<=j<m }"


def add(name, functions, text, domains=D, types={"x": np.float64},
        transform=None, data=("...",), **options):
    knl = lp.make_kernel(domains, text, [*data], name=name, **options)
    knl = lp.add_dtypes(lp.merge([knl, *functions]), types)
    knl = transform(knl) if transform else knl
    RESULT.append(knl)
    return knl


def spread(knl):
    return lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")


twice = lp.make_function("{ [k]: 0<=k<w }", "b[k] = 2*a[k]",
                         [lp.GlobalArg("a"), lp.ValueArg("w"), "..."],
                         name="twice")

# Two calls, one function: of rows, whatever the arrays.
add("rows", [twice], """
    [j]: y[i,j] = twice([j]: x[i,j], m) {id=first}
    [j]: z[i,j] = twice([j]: y[i,j], m) {dep=first}
    """, transform=spread)
# C: static inline void twice(const double *a, int w, double *b)
# C-NEXT: {
# C: for (int k = 0; k < w; ++k) {
# C: b[k] = 2.0 * a[k];
# Another of columns, with the size that their stride needs.
# C: static inline void twice_2(const double *a, int w, double *b{{.*}})
# CL: static inline void twice(__global const double *a, int w, __global double *b)
# CUDA: static __device__ inline void twice(const double *a, int w, double *b)
# C: rows_group(
# C: twice(&x[{{.*}}], m, &y[{{.*}}]);
# C: twice(&y[{{.*}}], m, &z[{{.*}}]);
# CL-LABEL: void rows(
# CL: twice(&x[{{.*}}], m, &y[{{.*}}]);
# CUDA-LABEL: rows(
# CUDA: twice(&x[{{.*}}], m, &y[{{.*}}]);
# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok

add("columns", [twice], "[j]: y[j,i] = twice([j]: x[j,i], m)", transform=spread)
# C-LABEL: columns_group(
# C: twice_2(
# CHECK-DAG: check: columns: opencl: ok
# CHECK-DAG: check: columns: c: ok

# A number that it sets, which is a variable of the kernel, and one of an array;
# its own temporaries are its own.
total = lp.make_function(["{ [k]: 0<=k<w }", "{ [l]: 0<=l<w }"], """
    <> sq = a[k]*a[k]
    b[k] = sq + c
    s = sum(l, a[l])
    """, [lp.GlobalArg("a"), lp.ValueArg("w"), lp.ValueArg("c"),
          lp.GlobalArg("b"), lp.GlobalArg("s", shape=())], name="total")
add("numbers", [total], """
    [j]: y[i,j], t = total([j]: x[i,j], m, 3*f[i]) {id=all}
    r[i] = 2*t {dep=all}
    """, types={"x": np.float32, "f": np.float32},
    data=(lp.TemporaryVariable("t", np.float32, shape=()), "..."),
    transform=spread)
# C-LABEL: numbers_group(
# C: total(
# C-SAME: &t
# CHECK-DAG: check: numbers: opencl: ok
# CHECK-DAG: check: numbers: c: ok

# Conditions of the call stand in front of it.
add("branches", [twice], """
    for i
      if p[i] > 2
        [j]: y[i,j] = twice([j]: x[i,j], m)
      else
        [j]: y[i,j] = twice([j]: v[j,i], m)
      end
    end
    """, types={"x": np.float64, "v": np.float64},
    data=(lp.GlobalArg("p", np.int32), "..."), transform=spread)
# C-LABEL: branches_group(
# C: if (p[{{.*}}] > 2) {
# C-NEXT: twice(
# CHECK-DAG: check: branches: opencl: ok
# CHECK-DAG: check: branches: c: ok

# Its loop on work-items, the caller's unrolled; one of a table and a local array.
add("inside", [twice], "[j]: y[i,j] = twice([j]: x[i,j], m)",
    transform=lambda k: lp.split_iname(lp.tag_inames(k, {"i": "g.0"}),
                                       "twice_k", 16, inner_tag="l.0"))
# CL-LABEL: void inside(
# CL: twice{{.*}}(
# CHECK-DAG: check: inside: opencl: ok
# CHECK-DAG: check: inside: c: ok
add("unrolled", [twice], "[j]: y[i,j] = twice([j]: x[i,j], m)",
    transform=lambda k: lp.split_iname(k, "i", 4, outer_tag="g.0",
                                       inner_tag="unr"))
# CHECK-DAG: check: unrolled: opencl: ok
# CHECK-DAG: check: unrolled: c: ok
add("tables", [twice], """
    <> w[j] = x[i,j]
    y[i,:] = twice(g[:], 4)
    z[i,:] = twice(w[:], 4)
    """, domains="{ [i,j]: 0<=i<n and 0<=j<4 }",
    data=(lp.TemporaryVariable("g", initializer=np.array([1.5, 2, 3, 4]),
                               read_only=True), "..."), transform=spread)
# CL-LABEL: void tables(
# CL: twice{{.*}}(&g[0], {{.*}}y[
# CHECK-DAG: check: tables: opencl: ok
# CHECK-DAG: check: tables: c: ok

# Nested calls are one function; a call that is to be part of the kernel is none.
both = lp.make_function("{ [k]: 0<=k<w }", """
    [k]: c[k] = twice([k]: a[k], w) {id=first}
    [k]: d[k] = twice([k]: c[k], w) {dep=first}
    """, [lp.GlobalArg("a"), lp.ValueArg("w"), lp.GlobalArg("c"),
          lp.GlobalArg("d")], name="both")
add("nested", [both, twice], "[j]: y[i,j], [l]: z[i,l] = both([j]: x[i,j], m)",
    domains="{ [i,j,l]: 0<=i<n and 0<=j,l<m }", transform=spread)
# C-LABEL: nested_group(
# C: both(
# C-NOT: twice(
# CHECK-DAG: check: nested: opencl: ok
# CHECK-DAG: check: nested: c: ok
add("inlined", [twice], "[j]: y[i,j] = twice([j]: x[i,j], m)",
    transform=lambda k: spread(lp.inline_callable_kernel(k, "twice")))
# C-LABEL: inlined_group(
# C-NOT: twice(
# C: 2.0 * x[
# CHECK-DAG: check: inlined: opencl: ok
# CHECK-DAG: check: inlined: c: ok

# What it waits for in between is no function, and why.
staged = lp.make_function(["{ [k]: 0<=k<16 }", "{ [l]: 0<=l<16 }"], """
    <> t[k] = a[k]
    b[l] = t[15 - l]
    """, name="staged")
add("waits", [staged], "y[i,:] = staged(x[i,:])",
    domains="{ [i]: 0<=i<n }",
    data=(lp.GlobalArg("x", shape="n, 16"), "..."),
    transform=lambda k: lp.tag_inames(k, {
        "i": "g.0", "staged_k": "l.0", "staged_l": "l.0"}))
# CL-LABEL: void waits(
# CL: 'staged' is part of the kernel, and no function: its instructions do not stand together
# CL-NOT: staged(
# CHECK-DAG: check: waits: opencl: ok
# CHECK-DAG: check: waits: c: ok
