# What is read of a text: loops, conditions, attributes, rules, types.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

# Loops as written, and as temporaries bring them along.
print(lp.make_kernel("{ [i,j,k]: 0<=i,j,k<n }", """
    for j, i
      a[i,j] = 1 {id=one}
    end
    <> s = x[k] {id=s}
    b[0] = s {id=b}
    """, silenced_warnings="*", name="loops"))
# CHECK: KERNEL: loops
# CHECK: INSTRUCTIONS:
# CHECK: for j
# CHECK-NEXT: for i
# CHECK-NEXT: a[i, j] = 1 {id=one}
# CHECK: for k
# CHECK-NEXT: s = x[k] {id=s}
# CHECK-NEXT: b[0] = s {id=b}

# Attributes of blocks are those of what is inside; ids are made up.
print(lp.make_kernel("{ [i]: 0<=i<n }", """
    with {id_prefix=set, tags=first, if=x[i] > 0}
      a[i] = 1
      b[i] = 2 {tags=second}
    end
    c[i] = a[i] + b[i] {dep=set*}
    """, name="attributes"))
# CHECK: KERNEL: attributes
# CHECK: if x[i] > 0
# CHECK-NEXT: a[i] = 1 {id=set, tags=first}
# CHECK-NEXT: b[i] = 2 {id=set_0, tags=first:second}
# CHECK: c[i] = a[i] + b[i] {id=insn}

# NumPy's types; what is open stays open.
knl = lp.make_kernel("{ [i]: 0<=i<n }", """
    a[i] = x[i]*2 + y[i]
    b[i] = 1.5*x[i]
    c[i] = k[i]/2
    d[i] = k[i] // 2
    e[i] = k[i] > 0
    f[i] = 2*open[i]
    """, name="types")
knl = lp.add_and_infer_dtypes(knl, {"x": np.float32, "y": np.int32, "k": np.int64})
for name in "abcdef":
    print(name, knl.arg_dict[name])
# CHECK: a <argument a: float64>
# CHECK-NEXT: b <argument b: float32>
# CHECK-NEXT: c <argument c: float64>
# CHECK-NEXT: d <argument d: int64>
# CHECK-NEXT: e <argument e: int32>
# CHECK-NEXT: f <argument f: <auto/runtime>>

# Transformations before types, too.
knl = lp.make_kernel("{ [i,k]: 0<=i<n and 0<=k<16 }", """
    u(x) := a[i, x]*b[x]
    y[i, k] = u(k) + 1
    """, name="late")
knl = lp.split_iname(knl, "i", 16)
knl = lp.precompute(knl, "u", "k")
knl = lp.add_dtypes(knl, {"a, b": np.float32})
print(knl.temporary_variables)
# CHECK: float32
RESULT = knl
