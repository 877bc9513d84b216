# Work-items that are neighbours load neighbours in memory, be it rows or columns
# that lie together, into a temporary that lies as the array does. Where work-items
# keep what they load for themselves, they load it themselves.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=37 --param m=21 -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=1 --param m=0 -Wno-serial | FileCheck %s
# RUN: FileCheck %s --input-file=%t.cl --check-prefix=CODE
import loopy as lp
import numpy as np

made = []


def kernel(name, order, prefetch=True):
    knl = lp.make_kernel("{ [i,j,k]: 0<=i,j<n and 0<=k<m }",
                         "c[i,j] = sum(k, a[i,k]*b[k,j])", ["..."], name=name,
                         default_order=order)
    knl = lp.add_dtypes(knl, {"a, b": np.float64})
    knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.1")
    knl = lp.split_iname(knl, "j", 16, outer_tag="g.1", inner_tag="l.0")
    knl = lp.split_iname(knl, "k", 16)
    knl = lp.add_prefetch(knl, "a", ["i_inner", "k_inner"], default_tag="l.auto")
    made.append(lp.add_prefetch(knl, "b", ["k_inner", "j_inner"],
                                default_tag="l.auto"))


# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
# CODE: void rows(
# CODE: a_fetch[lid(0) + 16 * lid(1)] = a[16 * k_outer + lid(0) + m * (16 * gid(0) + lid(1))];
# CODE: b_fetch[lid(0) + 16 * lid(1)] = b[16 * gid(1) + lid(0) + n * (16 * k_outer + lid(1))];
kernel("rows", "C")

# CHECK-DAG: check: columns: opencl: ok
# CHECK-DAG: check: columns: c: ok
# CODE: void columns(
# CODE: a_fetch[lid(0) + 16 * lid(1)] = a[16 * gid(0) + lid(0) + n * (16 * k_outer + lid(1))];
# CODE: b_fetch[lid(0) + 16 * lid(1)] = b[16 * k_outer + lid(0) + m * (16 * gid(1) + lid(1))];
kernel("columns", "F")

# CHECK-DAG: check: own: opencl: ok
# CHECK-DAG: check: own: c: ok
# CODE: void own(
# CODE: a_fetch[8 * lid(0) + lid(1)] = a[8 * gid(1) + lid(1) + m * (16 * gid(0) + lid(0))];
knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", "c[i,j] = a[i,j]**2 + a[i,j]",
                     ["..."], name="own")
knl = lp.split_iname(lp.add_dtypes(knl, {"a": np.float64}), "i", 16,
                     outer_tag="g.0", inner_tag="l.0")
knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
made.append(lp.add_prefetch(knl, "a", ["i_inner", "j_inner"], default_tag="l.auto"))

RESULT = made
