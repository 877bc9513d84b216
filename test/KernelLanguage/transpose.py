# Seed 004, Ordering: a dependence acts within the loops that both instructions
# are in, so the first form is refused, and explained; inames of their own mend
# it.
# RUN: split-file %s %t
# RUN: not %loopyc %t/wrong.py -o %t/w 2>&1 | FileCheck %s --check-prefix=WRONG
# RUN: not %loopyc %t/unordered.py -o %t/w 2>&1 | FileCheck %s --check-prefix=UNORDERED
# RUN: %loopyc %t/right.py -o %t/r --target=c --check | FileCheck %s --check-prefix=RIGHT
# RUN: %loopyc %t/silenced.py -o %t/s --target=c 2>&1 | FileCheck %s --check-prefix=SILENCED
# RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/s.c

# RUN: not %loopyc %t/rule.py -o %t/w 2>&1 | FileCheck %s --check-prefix=RULE
# RUN: %loopyc %t/unset.py -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNSET

#--- rule.py
import loopy as lp
RESULT = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    f(x) := y[x]
    y[i] = a[i] {id=y}
    b[i] = f(n-1-i) {dep=*}
    """, [lp.GlobalArg("a", "float64"), "..."])
# RULE: rule.py:7:5: error: nothing orders these: 'y' writes y[i] for i = {{[01]}}, 'insn' reads y[n - 1 - i] for i = {{[01]}} (with n = {{[12]}})

#--- unset.py
import loopy as lp
RESULT = lp.make_kernel(
    "{ [i]: 1<=i<n }",
    """
    <> t[i] = a[i]
    b[i] = t[i-1]
    """, [lp.GlobalArg("a", "float64"), "..."])
# UNSET: unset.py:6:5: warning: 'insn_0' reads t[i - 1], of which t[0] is set by nothing; set all elements of 't' that are read [-Wunset]

#--- wrong.py
import loopy as lp
RESULT = lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }",
    """
    out[j,i] = a[i,j] {id=transpose}
    out[i,j] = 2*out[i,j] {dep=transpose}
    """, [lp.GlobalArg("a", "float64"), "..."])
# WRONG: wrong.py:6:5: error: nothing orders these: 'transpose' writes out[j, i] for i = {{.*}}, 'insn' reads out[i, j] for i = {{.*}}, which may be the same;
# WRONG-SAME: a dependence acts within the loops that both instructions are in: give 'insn' inames of its own
# WRONG-NEXT: out[i,j] = 2*out[i,j]
# WRONG-NEXT: ^~~~
# WRONG: wrong.py:5:5: note: 'transpose' is 'out[j,i] = a[i,j]'

#--- unordered.py
import loopy as lp
RESULT = lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }",
    """
    out[i,j] = a[i,j]
    out[i,j] = 2*out[i,j]
    """, [lp.GlobalArg("a", "float64"), "..."])
# UNORDERED: unordered.py:6:5: error: nothing orders these: 'insn' writes out[i, j] for i = 0, j = 0, 'insn_0' reads out[i, j] for i = 0, j = 0
# UNORDERED-SAME: write {dep=insn} behind 'insn_0'

#--- right.py
import loopy as lp
knl = lp.make_kernel(
    "{ [i,j,ii,jj]: 0<=i,j,ii,jj<n }",
    """
    out[j,i] = a[i,j] {id=transpose}
    out[ii,jj] = 2*out[ii,jj] {dep=transpose}
    """, [lp.GlobalArg("a", "float64"), "..."])
RESULT = lp.prioritize_loops(knl, "i,j,ii,jj")
# RIGHT: check: loopy_kernel: c: ok

#--- silenced.py
import loopy as lp
RESULT = lp.make_kernel(
    "{ [i,j]: 0<=i,j<n }",
    """
    out[j,i] = a[i,j] {id=transpose}
    out[i,j] = 2*out[i,j] {dep=transpose}
    """, [lp.GlobalArg("a", "float64"), "..."],
    silenced_warnings=["unordered(out)"])
# SILENCED: warning: nothing orders these:
# REMARK: the order of 'transpose' and 'insn' on 'out' is as written (silenced_warnings)
