# RUN: %loopyc %s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %s --set SHORT=1 --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=SHORT
# Domains and subscripts that are alike but for names are read, and asked of,
# once; each has its own names then, and its own arrays.
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i,j]: 0<=i<n and 0<=j<m }", "{ [k,l]: 0<=k<m and 0<=l<n }",
     "[n,m] -> { [p]: 0<=p<n }", "[n,m] -> { [q]: 0<=q<m }",
     "{ [n1]: 0<=n1<2n }", "{ [n0]: 0<=n0<2m }"],
    """
    a[i,j] = 1
    b[k,l] = 2
    c[p + 1] = 3
    d[q + 1] = 4
    e[n1] = 5
    f[n0] = 6
    """,
    [lp.GlobalArg("f", np.float32, shape="2*m - 1"), ...]
    if "SHORT" in globals() else [...])
RESULT = lp.add_dtypes(knl, {name: np.float32 for name in "abcdef"})

# CHECK: a: type: float32, shape: (n, m)
# CHECK: b: type: float32, shape: (m, n)
# CHECK: c: type: float32, shape: (n + 1)
# CHECK: d: type: float32, shape: (m + 1)
# CHECK: e: type: float32, shape: (2*n)
# CHECK: f: type: float32, shape: (2*m)
# CHECK: DOMAINS:
# CHECK-NEXT: [{{.*}}] -> { [i, j] : 0 <= i < n and 0 <= j < m }
# CHECK-NEXT: [{{.*}}] -> { [k, l] : 0 <= k < m and 0 <= l < n }
# CHECK-NEXT: [n] -> { [p] : 0 <= p < n }
# CHECK-NEXT: [m] -> { [q] : 0 <= q < m }
# CHECK-NEXT: [n] -> { [n1] : 0 <= n1 < 2n }
# CHECK-NEXT: [m] -> { [n0] : 0 <= n0 < 2m }
# SHORT: error: 'f[n0]' of instruction {{.*}} is outside of its array
