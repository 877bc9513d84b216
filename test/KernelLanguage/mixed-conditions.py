# What holds in a branch of a choice: of `and` each part that is affine, whatever
# the others are, and of the opposite of `or`. Accesses there are inside of their
# arrays, and --check finds sizes at which something is computed.
# RUN: %loopyc %s -o %t --target=c --check --verify -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

kernels = []


def add(name, text, domain="{ [i]: 0<=i<n }"):
    kernels.append(lp.make_kernel(
        domain, text, [lp.GlobalArg("x", np.float64, shape="n"), "..."],
        name=name))


# CHECK-NOT: empty
# CHECK-DAG: check: data_first: c: ok: max relative error
add("data_first", "c[i] = if(x[i] > 0.1 and i < n-1, x[i+1], 0)")
# CHECK-DAG: check: data_last: c: ok: max relative error
add("data_last", "c[i] = if(i < n-1 and x[i] > 0.1, x[i+1], 0)")
# CHECK-DAG: check: either: c: ok: max relative error
add("either", "c[i] = 0 if (i == n-1 or x[i] < 0.1) else x[i+1]")
# CHECK-DAG: check: negated: c: ok: max relative error
add("negated", "c[i] = if(not (x[i] < 0.1 or i == n-1), x[i+1], 0)")
# CHECK-DAG: check: neither: c: ok: max relative error
add("neither", "c[i] = if(not (x[i] > 0.1 and i < n-1), 0, x[i+1])")
# CHECK-DAG: check: guarded: c: ok: max relative error
add("guarded", "c[i] = x[i+1] {if=not (x[i] > 0.1 or i == n-1)}")
# CHECK-DAG: check: summed: c: ok: max relative error
add("summed", "c[i] = sum(j, if(x[i] > 0.1 and j < n-1, x[j+1], 1))",
    "{ [i,j]: 0<=i,j<n }")
# CHECK-NOT: empty
RESULT = kernels
