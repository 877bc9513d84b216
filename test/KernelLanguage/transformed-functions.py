# Functions that were transformed, or have fixed parameters, before what calls them
# is known: as they are now they stand in the places of calls, and --check compares
# with what they were.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=C --input-file=%t.c
import loopy as lp
import numpy as np

RESULT = []
D = "{ [i,j]: 0<=i<n and 0<=j<m }"
ROWS = "[j]: y[i,j] = f([j]: x[i,j], m)"


def function(text, name="f", data=("a", "w"), domains="{ [k]: 0<=k<w }", **options):
    return lp.make_function(domains, text, [
        lp.ValueArg(d) if d in "wcv" else lp.GlobalArg(d) for d in data]
        + ["..."], name=name, **options)


def joined(name, f, text=ROWS, domains=D, types={"x": np.float64}, **options):
    knl = lp.make_kernel(domains, text, name=name, **options)
    knl = lp.add_dtypes(lp.merge([knl, f]), types)
    RESULT.append(knl)
    return knl


f = function("b[k] = 2*a[k] + k")
split = lp.split_iname(f, "k", 4, inner_tag="unr", slabs=(0, 1))
split = lp.prioritize_loops(split, "k_outer,k_inner")
print(joined("unrolled", split))
# CHECK: KERNEL: unrolled
# CHECK: INAME IMPLEMENTATION TAGS:
# CHECK: f_k_inner: unr
# CHECK: y[i, f_k_inner + 4*f_k_outer] = 2.0d0*x[i, f_k_inner + 4*f_k_outer] + float64(f_k_inner + 4*f_k_outer)
# C-LABEL: unrolled
# C: y[{{.*}}
# C: y[{{.*}}
# C: y[{{.*}}
# C: y[{{.*}}

# Each call has loops of its own, with the same tags.
twice, = joined("twice", lp.split_iname(f, "k", 8, inner_tag="l.0"), """
    [j]: y[i,j] = f([j]: x[i,j], m) {id=first}
    [j]: z[i,j] = f([j]: y[i,j], m) {dep=first}
    """)
print({iname: [str(tag) for tag in twice.iname_tags(iname)]
       for iname in sorted(twice.all_inames()) if "inner" in iname})
# CHECK: {'f_k_inner': ['l.0'], 'f_k_inner_0': ['l.0']}

# What is fetched ahead is a temporary of the caller's.
staged = function("b[k] = sum(l, a[l]*a[k])", domains=["{ [k]: 0<=k<w }",
                                                      "{ [l]: 0<=l<w }"],
                  fixed_parameters={"w": 16})
staged = lp.add_prefetch(lp.realize_reduction(staged), "a", ["k", "l"], default_tag=None)
joined("staged", staged, "[c]: y[i,c] = f([c]: x[i,c])",
       "{ [i,c]: 0<=i<n and 0<=c<16 }")

# A parameter that is fixed is none of the call's any more.
fixed = lp.fix_parameters(f, w=5)
print(joined("fixed", fixed, "[c]: y[i,c] = f([c]: x[i,c])",
             "{ [i,c]: 0<=i<n and 0<=c<5 }"))
# CHECK: { [f_k] : 0 <= f_k <= 4 }

# Types that came after a transformation.
typed = lp.add_dtypes(lp.split_iname(f, "k", 2), {"a": np.float32})
joined("typed", typed, types={})

# One that calls another, which was transformed.
g = function("[k]: b[k] = f([k]: a[k], w)", "g")
knl = lp.make_kernel(D, "[j]: y[i,j] = g([j]: x[i,j], m)", name="chain")
print(lp.add_dtypes(lp.merge([knl, g, split]), {"x": np.float64}))
RESULT.append(lp.add_dtypes(lp.merge([knl, g, split]), {"x": np.float64}))
# CHECK: g_f_k_inner: unr
RESULT.append(lp.add_dtypes(lp.register_callable(
    lp.make_kernel(D, ROWS, name="named"),
    "f", lp.split_iname(f, "k", 3)), {"x": np.float64}))


def refused(f):
    try:
        lp.merge([lp.make_kernel(D, ROWS, name="caller"), f])
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


refused(lp.rename_argument(f, "a", "q"))
# CHECK: merge: kernel 'f' is called, and was made with the arguments a, w, b; now they are q, w, b; write them so in make_function
refused(lp.set_argument_order(f, "w, a, b"))
# CHECK: merge: kernel 'f' is called, and was made with the arguments a, w, b; now they are w, a, b
# CHECK-DAG: check: unrolled: opencl: ok
# CHECK-DAG: check: unrolled: c: ok
# CHECK-DAG: check: twice: opencl: ok
# CHECK-DAG: check: twice: c: ok
# CHECK-DAG: check: staged: opencl: ok
# CHECK-DAG: check: staged: c: ok
# CHECK-DAG: check: fixed: opencl: ok
# CHECK-DAG: check: fixed: c: ok
# CHECK-DAG: check: typed: opencl: ok
# CHECK-DAG: check: typed: c: ok
# CHECK-DAG: check: chain: opencl: ok
# CHECK-DAG: check: chain: c: ok
# CHECK-DAG: check: named: opencl: ok
# CHECK-DAG: check: named: c: ok
