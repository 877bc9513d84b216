# Each reduction gets inames and domains of its own.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [j,k]: 0<=j<=i and j<=k<n }"],
    """
    a[i] = sum(j, sum(k, x[j,k])) {id=a}
    b[i] = sum(j, x[j,j])         {id=b}
    c[i] = sum((j,k), x[j,k])     {id=c}
    d = sum(i, z[i])              {id=d}
    """, [lp.GlobalArg("x", np.float64), lp.GlobalArg("z", np.float64), "..."])

print(lp.make_reduction_inames_unique(knl))
# CHECK: [i, n] -> { [j, k] : 0 <= j <= i and j <= k < n }
# CHECK-NEXT: [i, n] -> { [j_0] : 0 <= j_0 < n and j_0 <= i }
# CHECK-NEXT: [i, n] -> { [j_1, k_0] : 0 <= j_1 <= i and j_1 <= k_0 < n }
# CHECK-NEXT: [n] -> { [i_0] : 0 <= i_0 < n }
# CHECK: a[i] = sum(j, sum(k, x[j, k]))
# CHECK-NEXT: b[i] = sum(j_0, x[j_0, j_0])
# CHECK-NEXT: c[i] = sum([j_1, k_0], x[j_1, k_0])
# CHECK: d = sum(i_0, z[i_0])

# Where the outer one gets another name, so does what its domain bounds.
print(lp.make_reduction_inames_unique(knl, "j", within="id:a or id:b"))
# CHECK: [i, n] -> { [j_0] : 0 <= j_0 < n and j_0 <= i }
# CHECK-NEXT: [i, n, j_0] -> { [k_0] : 0 <= j_0 <= i and j_0 <= k_0 < n }
# CHECK: a[i] = sum(j_0, sum(k_0, x[j_0, k_0]))
# CHECK-NEXT: b[i] = sum(j_1, x[j_1, j_1])
# CHECK-NEXT: c[i] = sum([j, k], x[j, k])

try:
    lp.make_reduction_inames_unique(knl, "q")
except lp.LoopyError as error:
    print(error)
# CHECK: make_reduction_inames_unique: kernel 'loopy_kernel' has no iname 'q'

RESULT = knl
