# Which loops may become one: of one range, with nothing in between that needs
# all of them, and no value that comes later.
# RUN: %loopyc %s --target=c --check | FileCheck %s
# RUN: not %loopyc %s -fsyntax-only --set LOOPS=i0,r 2>&1 | FileCheck %s --check-prefix=REDUCED
# RUN: not %loopyc %s -fsyntax-only --set LOOPS=i0,j 2>&1 | FileCheck %s --check-prefix=NESTED
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i0,i1,i2,i3,i4]: 0<=i0,i1,i2,i3,i4<n }", "{ [r]: 0<=r<n }",
     "{ [q]: 0<=q<n+1 }", "{ [j]: 0<=j<3 }"], """
    a[i0,j] = 2*x[i0] + j            {id=a}
    b[i1] = a[i1,1] + 1              {id=b, dep=a}
    c[i2] = b[n - 1 - i2]            {id=c, dep=b}
    s = sum(r, b[r])                 {id=s, dep=b}
    d[i3] = x[i3]/s                  {id=d, dep=s}
    e[i4] = x[i4] - 1                {id=e}
    f[q] = q                         {id=f}
    """, name="steps")
knl = lp.add_dtypes(knl, {"x": np.float64})
loops = globals().get("LOOPS", "i0,i1,i2,i3,i4,q")
# REDUCED: error: get_kennedy_unweighted_fusion_candidates: {{.*}}no instruction is within 'r'; make loops of reductions first (realize_reduction)
# NESTED: error: get_kennedy_unweighted_fusion_candidates: {{.*}}'a' is within both 'i0' and 'j', which cannot be one loop; name only one of them
groups = lp.get_kennedy_unweighted_fusion_candidates(knl, loops, prefix="t")
for name, inames in groups.items():
    print(name, *sorted(inames))
knl = lp.rename_inames_in_batch(knl, groups)
# c needs all of b, and d the sum.
# CHECK: t i0 i1 i4
# CHECK-NEXT: t_0 i2 i3
# CHECK-NEXT: t_1 q
# CHECK: check: steps: c: ok
RESULT = knl
