# What a sum reads is staged without a word about loops: the reductions become
# loops by themselves, whose instructions those are meant that the instruction
# with the reduction is meant by.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify --param n=37 --param m=21 -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=1 --param m=0 -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=16 --param m=64 -Wno-serial | FileCheck %s
# RUN: FileCheck %s --input-file=%t.cl --check-prefix=CODE
import loopy as lp
import numpy as np

made = []


def kernel(name, domain, text, transform, type=np.float32, **options):
    knl = lp.make_kernel(domain, text, ["..."], name=name, **options)
    made.append(lp.add_dtypes(transform(knl), {"a, b": type}))


# CHECK-DAG: check: product: opencl: ok
# CHECK-DAG: check: product: c: ok
# CODE: void product(
# CODE: a_fetch[256]
# CODE: for (int k_outer
# CODE: acc_k_outer_k_inner = acc_k_outer_k_inner + a_fetch
def product(knl):
    knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.1")
    knl = lp.split_iname(knl, "j", 16, outer_tag="g.1", inner_tag="l.0")
    knl = lp.split_iname(knl, "k", 16)
    knl = lp.add_prefetch(knl, "a", ["k_inner", "i_inner"], default_tag="l.auto")
    return lp.add_prefetch(knl, "b", ["j_inner", "k_inner"], default_tag="l.auto")


kernel("product", "{ [i,j,k]: 0<=i,j<n and 0<=k<m }",
       "c[i,j] = sum(k, a[i,k]*b[k,j])", product)


# A rule in a sum in a sum; the sums of two instructions over one iname.
# CHECK-DAG: check: nested: opencl: ok
# CHECK-DAG: check: nested: c: ok
def nested(knl):
    knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
    return lp.precompute(knl, "f", "k, l", within="id:first", default_tag=None)


kernel("nested", "{ [i,k,l]: 0<=i<n and 0<=k,l<5 }",
       """
       f(x) := a[x] + b[x]
       c[i] = sum(k, f(k)*sum(l, f(l)/2)) {id=first}
       d[i] = max(k, f(k)) {id=second}
       """, nested, np.float64)


# The update of one of two instructions is meant by its name.
# CHECK-DAG: check: chosen: opencl: ok
# CHECK-DAG: check: chosen: c: ok
# CODE: void chosen_kernel(
# CODE: acc_k = acc_k + b_fetch[k]
# CODE: * b[0]
def chosen(knl):
    knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
    return lp.add_prefetch(knl, "b", "k", within="id:far", default_tag="l.auto",
                           temporary_address_space="local")


kernel("chosen", "{ [i,k]: 0<=i<n and 0<=k<12 }",
       """
       <> t = sum(k, b[k]*1.0) {id=far}
       c[i] = t + a[i]*b[0] {id=near}
       """, chosen)


# The target of a sum is kept in a buffer.
# CHECK-DAG: check: buffered: opencl: ok
# CHECK-DAG: check: buffered: c: ok
def buffered(knl):
    knl = lp.split_iname(knl, "i", 4, outer_tag="g.0")
    return lp.buffer_array(knl, "c", "i_inner", default_tag="unr")


kernel("buffered", "{ [i,k]: 0<=i<n and 0<=k<m }",
       "c[i] = c[i] + sum(k, a[i,k]*b[k])", buffered)

RESULT = made
