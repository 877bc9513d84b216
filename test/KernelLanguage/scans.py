# Reductions that have one term more in each iteration are running values.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

RESULT = []


def add(name, domains, text, data=["..."], types={"a": np.float64},
        transform=None, **options):
    knl = lp.add_dtypes(lp.make_kernel(domains, text, data, name=name), types)
    knl = lp.realize_reduction(knl, **(options or {"force_scan": True}))
    RESULT.append(transform(knl) if transform else knl)
    return RESULT[-1]


def items(knl):
    return lp.split_iname(knl, "i", 32, inner_tag="l.0")


def groups(knl):
    return lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")


TRIANGLE = "{ [i,j]: 0<=i<n and 0<=j<=i }"
knl = add("prefix", TRIANGLE, "y[i] = sum(j, a[j])")
print(knl)
# CHECK: acc_j = 0.0d0  {id=insn_init}
# CHECK-NEXT: for i
# CHECK-NEXT: acc_j = acc_j + a[i]  {id=insn_update}
# CHECK-NEXT: y[i] = acc_j  {id=insn}
# CHECK-NEXT: end i
add("items", TRIANGLE, "y[i] = 2*sum(j, a[j]**2) + a[i]", transform=items)
add("groups", TRIANGLE, "y[i] = sum(j, a[j])", types={"a": np.float32},
    transform=groups)
add("exclusive", ["{ [i]: 0<=i<n }", "[i] -> { [j]: 0<=j<i }"], "y[i] = sum(j, a[j])",
    transform=items)
add("from_three", "{ [i,j]: 3<=i<n and 2<=j<i }", "y[i] = sum(j, a[j + 1])",
    transform=items)
add("rows", "{ [h,i,j]: 0<=i<n and 0<=j<=i and 0<=h<m }",
    "y[h,i] = max(j, a[h,j])",
    transform=lambda knl: lp.tag_inames(knl, "h:g.0"))
add("two", TRIANGLE, """
    y[i] = sum(j, a[j]) + product(j, b[j])
    z[i] = min(j, b[j])
    """, types={"a": np.float32, "b": np.float32})
# Others stay as they are.
knl = add("some", "{ [i,j,k]: 0<=i<n and 0<=j<=i and 0<=k<m }", """
    y[i] = sum(j, a[j]) {id=scan}
    z[i] = sum(k, b[i,k]) {id=rows}
    """, types={"a": np.float32, "b": np.float32}, automagic_scans_ok=True)
print(knl)
# CHECK: acc_j = acc_j + a[i]
# CHECK: acc_k = acc_k + b[i, k]
add("chosen", TRIANGLE, """
    y[i] = sum(j, a[j]) {id=scan}
    z[i] = sum(j, a[j]*b[j]) {id=other}
    """, types={"a": np.float32, "b": np.float32}, force_scan=True,
    insn_id_filter="id:scan")
# CHECK-DAG: check: prefix: opencl: ok
# CHECK-DAG: check: prefix: c: ok
# CHECK-DAG: check: items: opencl: ok
# CHECK-DAG: check: items: c: ok
# CHECK-DAG: check: groups: opencl: ok
# CHECK-DAG: check: groups: c: ok
# CHECK-DAG: check: exclusive: opencl: ok
# CHECK-DAG: check: exclusive: c: ok
# CHECK-DAG: check: from_three: opencl: ok
# CHECK-DAG: check: from_three: c: ok
# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
# CHECK-DAG: check: two: opencl: ok
# CHECK-DAG: check: two: c: ok
# CHECK-DAG: check: some: opencl: ok
# CHECK-DAG: check: some: c: ok
# CHECK-DAG: check: chosen: opencl: ok
# CHECK-DAG: check: chosen: c: ok
