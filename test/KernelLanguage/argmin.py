# An extremum and its place: in one loop and in nests, of reals and integers, in
# loops of its own and in those of others, sequential and by work-items; equal
# values are many, for the data are few.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=c --check --param n=0 -Wno-serial | FileCheck %s --check-prefix=NONE
import loopy as lp
import numpy as np

kernels = []


def add(name, domains, text, types={}, data=["..."], transform=None, **options):
    knl = lp.make_kernel(domains, text, data, name=name, **options)
    knl = lp.add_dtypes(knl, types)
    kernels.append(transform(knl) if transform else knl)


def spread(iname, size=32):
    return lambda knl: lp.split_iname(knl, iname, size, outer_tag="g.0",
                                      inner_tag="l.0")


knl = lp.make_kernel("{ [i]: 0<=i<n }", "v, k = argmin(i, a[i], i)")
print(knl)
# CHECK: DOMAINS:
# CHECK-NEXT: [n] -> { [i] : 0 <= i < n }
# CHECK-NEXT: [n] -> { [i_0] : 0 <= i_0 < n }
# CHECK: INSTRUCTIONS:
# CHECK-NEXT: insn_best = inf {id=insn_best}
# CHECK-NEXT: insn_at = 0 {id=insn_at}
# CHECK-NEXT: for i
# CHECK-NEXT:   insn_value = a[i] {id=insn_value}
# CHECK-NEXT:   insn_less = insn_value < insn_best {id=insn_less}
# CHECK-NEXT:   if insn_less
# CHECK-NEXT:     insn_best = insn_value {id=insn_best_0}
# CHECK-NEXT:     insn_at = i {id=insn_at_0}
# CHECK-NEXT:   end if
# CHECK-NEXT: end i
# CHECK-NEXT: insn_found = insn_best < inf {id=insn_found}
# CHECK-NEXT: k = if(insn_found, insn_at, min([i_0], i_0)) {id=insn_second}
# CHECK-NEXT: v = insn_best {id=insn}
print(lp.add_dtypes(knl, {"a": np.int16}))
# CHECK: v: type: int16
# CHECK: insn_best = 32767

# What would visit the iterations in another order is no transformation of it.
turned = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }",
                     "v, k = argmin((i, j), a[i,j], i)", name="turned")
turned = lp.add_dtypes(turned, {"a": np.float32})
try:
    lp.generate_code_v2(lp.prioritize_loops(turned, "j,i"))
    print("turned round")
except lp.LoopyError as error:
    print("refused:", str(error).splitlines()[0])
# CHECK: refused: {{.*}}'j'

FEW = {"a": np.int32}
# CHECK-DAG: check: sequential: opencl: ok
# CHECK-DAG: check: sequential: c: ok
# NONE-DAG: check: sequential: c: ok
add("sequential", "{ [i]: 0<=i<n }", "v, k = argmin(i, a[i] % 3, i)", FEW)
# CHECK-DAG: check: by_items: opencl: ok
# CHECK-DAG: check: by_items: c: ok
# NONE-DAG: check: by_items: c: ok
add("by_items", "{ [i]: 0<=i<n }", "v, k = argmin(i, a[i] % 3, i)", FEW,
    transform=lambda knl: lp.split_iname(knl, "i", 64, inner_tag="l.0"))
# CHECK-DAG: check: by_groups: opencl: ok
# CHECK-DAG: check: by_groups: c: ok
# NONE-DAG: check: by_groups: c: ok
add("by_groups", "{ [i]: 0<=i<n }", "v, k = argmax(i, abs(a[i] % 3), n - i)",
    FEW, transform=spread("i"))
# No value is less than what it begins with: the least place.
# CHECK-DAG: check: top: opencl: ok
# CHECK-DAG: check: top: c: ok
add("top", "{ [i]: 0<=i<q }", "v, k = argmin(i, 127 + 0*a[i], 7 - i)",
    {"a": np.int8}, transform=lambda knl: lp.tag_inames(
        lp.fix_parameters(knl, q=40), {"i": "l.0"}))
# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
# NONE-DAG: check: rows: c: ok
add("rows", "{ [r,i]: 0<=i<n and 0<=r<m }", """
    <> weight = 2*w[r]
    v[r], k[r] = argmin(i, weight*a[r,i], p[i])
    """, {"a": np.float32, "w": np.float64, "p": np.int64},
    transform=spread("r"))
# CHECK-DAG: check: triangle: opencl: ok
# CHECK-DAG: check: triangle: c: ok
add("triangle", ["{ [i]: 0<=i<n }", "{ [j]: 0<=j<=i }"],
    "v, k = argmax((i, j), a[i,j] // 5, i*n + j)", FEW,
    transform=spread("i"))
# Two over one iname, a sum over it, and its own loop: copies.
# CHECK-DAG: check: shared: opencl: ok
# CHECK-DAG: check: shared: c: ok
add("shared", "{ [i]: 0<=i<n }", """
    v, k = argmin(i, a[i], i)
    <> w, <> l = argmax(i, b[i], i)
    s = sum(i, a[i])
    c[i] = a[i] - v + w*l {dep=insn*}
    """, {"a": np.float64, "b": np.float64})
# Over inames of one set, of which another stands in no loop here.
# CHECK-DAG: check: one_set: opencl: ok
# CHECK-DAG: check: one_set: c: ok
# NONE-DAG: check: one_set: c: ok
add("one_set", "{ [i,j]: 0<=i,j<n }", """
    v, k = argmax(i, a[i], i)
    w, l = argmax(j, b[j], j)
    """, {"a": np.float64, "b": np.float64})
# CHECK-DAG: check: two_of_three: opencl: ok
# CHECK-DAG: check: two_of_three: c: ok
add("two_of_three", "{ [r,i,j]: 0<=i,j<n and 0<=r<m }",
    "v, k = argmin((i, j), a[i,j], n*i + j)", FEW)
# Under a condition that is not looked into twice.
# CHECK-DAG: check: guarded: opencl: ok
# CHECK-DAG: check: guarded: c: ok
add("guarded", "{ [r,i]: 0<=i<n and 0<=r<m }", """
    for r
      if c[r] > 0
        <> v, k[r] = argmin(i, a[r,i], i) {id=find}
        u[r] = v
      end
    end
    """, {"a": np.float64, "c": np.float64}, transform=spread("r"))
# CHECK-DAG: check: angles: opencl: ok
# CHECK-DAG: check: angles: c: ok
add("angles", "{ [i]: 0<=i<n }", """
    <float64> s, c[i] = sincos(a[i]*t[i])
    d[i] = s
    """, {"a": np.float32, "t": np.int8}, transform=spread("i"))

RESULT = kernels
