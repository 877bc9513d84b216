# An instruction that conflicts with a group is not in between: before all of it, or
# behind it, also after transformations.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s --emit=schedule -o - -Wno-serial | FileCheck %s --check-prefix=SCHEDULE
import loopy as lp
import numpy as np

D = "{ [i]: 0<=i<n }"
RESULT = []


def ids(name, text, **options):
    knl = lp.make_kernel(D, text, name=name, **options)
    RESULT.append(lp.add_dtypes(knl, {"a": np.float32}))
    print(name, *[insn.id for insn in knl.insns])


# As written, it would be the second.
ids("behind", """
    x[i] = a[i] {id=first, groups=g}
    y[i] = a[i] {id=other, conflicts=g}
    z[i] = a[i] {id=last, groups=g}
    """)
# CHECK: behind first last other
ids("before", """
    y[i] = a[i] {id=other, conflicts=g}
    x[i] = a[i] {id=first, groups=g}
    z[i] = a[i] + y[i] {id=last, groups=g}
    """)
# CHECK-NEXT: before other first last
# A dependence says it, and priorities do not.
ids("asked", """
    x[i] = a[i] {id=first, groups=g, priority=10}
    y[i] = a[i] {id=other, conflicts=g}
    z[i] = y[i] {id=last, groups=g}
    """)
# CHECK-NEXT: asked other first last
# Two groups that exclude each other.
ids("both", """
    x[i] = a[i] {id=a0, groups=a, conflicts=b}
    y[i] = a[i] {id=b0, groups=b, conflicts=a}
    z[i] = a[i] {id=a1, groups=a, conflicts=b}
    w[i] = a[i] {id=b1, groups=b, conflicts=a}
    """)
# CHECK-NEXT: both a0 a1 b0 b1
# An order is no dependence: of data, it says nothing.
try:
    ids("data", """
    x[i] = a[i] {id=first, groups=g}
    x[i] = 2*a[i] {id=other, conflicts=g}
    """)
except lp.LoopyError as error:
    print(str(error).splitlines()[0])
# CHECK-NEXT: nothing orders these: 'first' writes x[i] for i = 0, 'other' writes x[i] for i = 0
# CHECK-DAG: check: behind: opencl: ok
# CHECK-DAG: check: behind: c: ok
# CHECK-DAG: check: both: opencl: ok

# SCHEDULE-LABEL: kernel behind
# SCHEDULE: first
# SCHEDULE: last
# SCHEDULE: other
# SCHEDULE-LABEL: kernel both
# SCHEDULE: a0
# SCHEDULE: a1
# SCHEDULE: b0
# SCHEDULE: b1
