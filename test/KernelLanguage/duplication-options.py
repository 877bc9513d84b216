# Where loops cannot be nested: what to duplicate, and that it helps.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

# The reductions over j share it, in other loops.
knl = lp.add_dtypes(lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }",
    """
    y[i] = sum(j, a[i,j]) {id=y}
    s = sum(j, x[j])      {id=s}
    """, name="shared"), {"a, x": np.float64})
print(lp.has_schedulable_iname_nesting(knl))
# CHECK: False
options = list(lp.get_iname_duplication_options(knl))
print(options)
# CHECK-NEXT: [('j', 'id:s'), ('j', 'id:y')]
done = []
for number, (iname, within) in enumerate(options):
    one = lp.duplicate_inames(knl.copy(name=f"shared{number}"), iname, within)
    print(lp.has_schedulable_iname_nesting(one),
          list(lp.get_iname_duplication_options(one)))
    done.append(one)
# CHECK-NEXT: True []
# CHECK-NEXT: True []

print(lp.has_schedulable_iname_nesting(
    lp.make_reduction_inames_unique(knl)))
# CHECK-NEXT: True

# CHECK-DAG: check: shared0: c: ok
# CHECK-DAG: check: shared1: c: ok
RESULT = done
