# What is no scan is refused, with the reason.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np


def refused(domains, text, data=["..."]):
    knl = lp.make_kernel(domains, text, data)
    try:
        lp.realize_reduction(knl, force_scan=True)
        print("it is one")
    except lp.LoopyError as error:
        print(error)


TRIANGLE = "{ [i,j]: 0<=i<n and 0<=j<=i }"
refused("{ [i,j]: 0<=i<n and 0<=j<m }", "y[i] = sum(j, a[j])")
# CHECK: realize_reduction: kernel 'loopy_kernel': sum(j, a[j]) of 'insn' is no scan: it is over more than one value
refused(TRIANGLE, "y[i] = sum(j, a[i,j])", [lp.GlobalArg("a", shape="n,n"), "..."])
# CHECK-NEXT: {{.*}} is no scan: its terms, a[i, j], change with 'i'
refused("{ [i,j]: 0<=i<n and 0<=j<=2*i }", "y[i] = sum(j, a[j])")
# CHECK-NEXT: {{.*}} is no scan: from one iteration of 'i' to the next, other values of 'j' are added than one, the next
refused("{ [i,j]: 4<=i<n and 0<=j<=i }", "y[i] = sum(j, a[j])")
# CHECK-NEXT: {{.*}} is no scan: it is over more than one value of 'j' in the first iteration of 'i'
refused("{ [i,j]: 0<=i<n and i<=j<n }", "y[i] = sum(j, a[j])")
# CHECK-NEXT: {{.*}} is no scan: not all that it is over in one iteration of 'i' is in the next one, too
refused("{ [i,j,k]: 0<=i<n and 0<=j,k<=i }", "y[i] = sum((j, k), a[j]*a[k])")
# CHECK-NEXT: {{.*}} is no scan: it is over several inames
refused("{ [j]: 0<=j<n }", "y = sum(j, a[j])")
# CHECK-NEXT: {{.*}} is no scan: 'insn' is in no loop
refused(TRIANGLE, "y[i] = if(a[i] > 0, sum(j, b[j]), 0)")
# CHECK-NEXT: {{.*}} is no scan: a choice decides whether its terms are read
refused(TRIANGLE, """
    if a[i] > 0
      y[i] = sum(j, b[j])
    end
    """)
# CHECK-NEXT: {{.*}} is no scan: 'insn' has a condition, and each iteration adds a term
# Which loop a scan is along may be said.
two = lp.make_kernel("{ [k,i,j]: 0<=i<n and 0<=j<=i and 0<=k<m }",
                     "y[k,i] = sum(j, a[j])", [lp.GlobalArg("a", np.float32), "..."])
scan = lp.realize_reduction(two, None, True, False, True, "i")
print([insn.id for insn in scan.instructions])
# CHECK-NEXT: {{.*}}insn
for iname, options in (("k", {"force_scan": True}), ("k", {}), ("l", {"force_scan": True})):
    try:
        lp.realize_reduction(two, force_outer_iname_for_scan=iname, **options)
        print("it is one")
    except lp.LoopyError as error:
        print(error)
# CHECK-NEXT: {{.*}} is no scan: the innermost loop around 'insn' is that over 'i', not over 'k'
# CHECK-NEXT: realize_reduction: {{.*}}force_outer_iname_for_scan chooses scans; give force_scan=True
# CHECK-NEXT: {{.*}}'l'
RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = 2*x[i]",
                        [lp.GlobalArg("x", np.float32), "..."])
