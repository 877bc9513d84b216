# Reductions within segments; and reductions of the script's own as running values.
# RUN: %loopyc %s --target=c --check -Wno-serial --set SCAN=True | FileCheck %s
# RUN: %loopyc %s --target=c --check -Wno-serial --set SCAN=False | FileCheck %s --check-prefix=LOOP
# RUN: not %loopyc %s --target=c --set SCAN=True --set OF=max 2>&1 | FileCheck %s --check-prefix=MAX
# RUN: not %loopyc %s --target=c --set SCAN=True --set "TERM=a[j]*i" 2>&1 | FileCheck %s --check-prefix=CHANGES
# RUN: not %loopyc %s --target=c --set SCAN=True --set "FLAGS=" 2>&1 | FileCheck %s --check-prefix=ONE
import loopy as lp
import numpy as np

of = globals().get("OF", "sum")
term, flags = globals().get("TERM", "a[j]"), globals().get("FLAGS", ", f[j]")
# CHECK-LABEL: KERNEL: starts
# CHECK: insn_acc = 0
# CHECK-NEXT: insn_acc_0 = 0
# CHECK-NEXT: for i
# CHECK-NEXT: insn_value = a[i]
# CHECK: s[i] = insn_acc
# CHECK-NEXT: end i
# MAX: <starts>:1:34: error: segments are reduced by sum or product
# CHANGES: error: realize_reduction: {{.*}}: 'insn_acc' is no scan: its terms, {{.*}}, change with 'i'
# ONE: error: 'segmented(sum)' reduces 2 values at once, not 1
# LOOP-LABEL: KERNEL: starts
# LOOP: for j
starts = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<=i }",
    "s[i], <> seen = " +
    f"reduce(segmented({of}), j, {term}{flags})", name="starts")
starts = lp.add_dtypes(starts, {"a": np.float32, "f": np.int32})

# Before the first iteration, nothing; with a condition on the number.
# CHECK-LABEL: KERNEL: peaks
# CHECK: insn_acc = 0
# CHECK: for i
# CHECK: if i > 0
# CHECK: insn_acc = max(insn_acc, abs(insn_value))
peaks = lp.make_kernel(
    ["{ [r,i]: 0<=r<m and 0<=i<n }", "{ [j]: 0<=j<i }"],
    "p[r,i] = largest(j, b[r,j])", name="peaks")
peaks = lp.register_reduction(
    peaks, "largest", 0, lambda a, b: f"max({a}, abs({b}))")
peaks = lp.add_dtypes(peaks, {"b": np.float64})
RESULT = [starts, lp.tag_inames(peaks, {"r": "g.0"})]
if SCAN:
    RESULT = [lp.realize_reduction(knl, force_scan=True) for knl in RESULT]
for knl in RESULT:
    print(knl)
# CHECK: check: starts: c: ok
# CHECK: check: peaks: c: ok
# LOOP: check: starts: c: ok
# LOOP: check: peaks: c: ok
