# RUN: %loopyc %inputs/rules.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=ambiguous -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AMBIGUOUS
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=early -fsyntax-only 2>&1 | FileCheck %s --check-prefix=EARLY
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=unshared -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNSHARED
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=running -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RUNNING
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=last -fsyntax-only 2>&1 | FileCheck %s --check-prefix=LAST
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=clobbered -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CLOBBERED
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=unassigned -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNASSIGNED
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=unknown -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
CASE = globals().get("CASE")
kernels = lp.parse_fortran(SOURCE, FILENAME)

# AMBIGUOUS: rules.f90:[[#]]:{{.*}}: error: {{.*}}'t', read by 'y_0', may have been assigned by 't_0' or by 't_1', for example from (i = 0) to (i = 0); a rule can only stand for one assignment
# AMBIGUOUS: rules.f90:[[#]]:{{.*}}: note: it is assigned here
# AMBIGUOUS: rules.f90:[[#]]:{{.*}}: note: and here
# EARLY: 't' is read by 'y_0', but not every time is there an assignment before
# UNSHARED: 't' is read by 'y_0', but not every time is there an assignment before
# RUNNING: 't', read by 't_1', may have been assigned by 't_0' or by 't_1', for example from (i = 0) to (i = 1)
# LAST: 't', read by 'y_0', may have been assigned by 't_0' or by 't_1', for example from (i = 0, j = 0) to (i = 0)
# CLOBBERED: the value that 't_0' gives to 't' and 'y_0' reads depends on x[i + 2], which 'x_0' overwrites in between, for example at (i = 0) before (i = 0)
# CLOBBERED: note: it is overwritten here
# UNASSIGNED: nothing assigns 'x' in kernel 'named'
# UNKNOWN: kernel 'named' has no argument or temporary 'tt'; did you mean 't'?
if CASE in ("ambiguous", "early", "unshared", "running", "last",
            "clobbered"):
    lp.assignment_to_subst(kernels[CASE], "t")
if CASE == "unassigned":
    lp.assignment_to_subst(kernels["named"], "x")
if CASE == "unknown":
    lp.assignment_to_subst(kernels["named"], "tt")

# CHECK-LABEL: KERNEL: named
# CHECK-NOT: TEMPORARIES
# CHECK: SUBSTITUTION RULES:
# CHECK-NEXT: t_subst := 2.0d0*x[i]
# CHECK: for i
# CHECK-NEXT: y[i] = t_subst()*t_subst()
# CHECK-NEXT: end i
named = lp.assignment_to_subst(kernels["named"], "t")

# Each read gets the assignment that reaches it.
# CHECK-LABEL: KERNEL: twice
# CHECK-NOT: TEMPORARIES
# CHECK: t_subst := 2.0d0*x[i]
# CHECK-NEXT: t_subst_0 := x[i]*x[i]
# CHECK: y[i] = t_subst() + 1.0d0
# CHECK-NEXT: z[i] = t_subst_0() - 1.0d0
twice = lp.assignment_to_subst(kernels["twice"], "t")

# The iname that assignment and use do not share becomes a parameter.
# CHECK-LABEL: KERNEL: across
# CHECK: t_subst([[I:.*]]) := 2.0d0*x[[[I]]]
# CHECK: INSTRUCTIONS:
# CHECK-NEXT: for j
# CHECK-NEXT: y[j + 1] = t_subst(j + 1) - t_subst(j)
across = lp.assignment_to_subst(kernels["across"], "t")

# A use under the same condition.
# CHECK-LABEL: KERNEL: guarded
# CHECK: t_subst := 2.0d0*x[i]
# CHECK: if x[i] > 0.0d0
# CHECK-NEXT: y[i] = t_subst()
guarded = lp.assignment_to_subst(kernels["guarded"], "t")

# A rule for each branch, and each assigned part of an array.
# CHECK-LABEL: KERNEL: branches
# CHECK: t_subst := 2.0d0*x[i]
# CHECK-NEXT: t_subst_0 := 3.0d0
# CHECK: if x[i] > 0.0d0
# CHECK-NEXT: y[i] = t_subst()
# CHECK: if not x[i] > 0.0d0
# CHECK-NEXT: y[i] = y[i] - t_subst_0()
branches = lp.assignment_to_subst(kernels["branches"], "t")
# CHECK-LABEL: KERNEL: parities
# CHECK: t_subst([[EVEN:.*]]) := x[[[EVEN]]]
# CHECK-NEXT: t_subst_0([[ODD:.*]]) := -x[[[ODD]]]
# CHECK: y[j] = t_subst(j) + t_subst_0(j)
parities = lp.assignment_to_subst(kernels["parities"], "t")

# The last of some values, if there are any.
# CHECK-LABEL: KERNEL: last
# CHECK: t_subst([[J:.*]]) := 2.0d0*x[i, [[J]]]
# CHECK: y[i] = t_subst(m - 1)
last = lp.assume(kernels["last"], "m >= 1")
last = lp.assignment_to_subst(last, "t")

# What is read elsewhere stays assigned.
# CHECK-LABEL: KERNEL: partly
# CHECK: t_subst := x[i]*x[i]
# CHECK: t = 2.0d0*x[i]
# CHECK-NEXT: y[i] = t + 1.0d0
# CHECK-NEXT: z[i] = t_subst() - 1.0d0
partly = lp.assignment_to_subst(kernels["twice"], "t", within="writes:z")

# CHECK-LABEL: KERNEL: retained
# CHECK: t_subst := 2.0d0*x[i]
# CHECK: t = 2.0d0*x[i]
# CHECK-NEXT: y[i] = t_subst()*t_subst()
retained = lp.assignment_to_subst(kernels["named"], "t",
                                  force_retain_argument=True)

RESULT = [named, twice, across, guarded, branches, parities, last,
          partly.copy(name="partly"),
          retained.copy(name="retained")]
