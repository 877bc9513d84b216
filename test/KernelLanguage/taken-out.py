# remove_inames_from_insn and remove_predicates_from_insn.
# RUN: %loopyc %s -o %t --target=c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np


def refused(function, *args):
    try:
        function(*args)
        print("accepted")
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", """
    <> t = x[i] {id=t, inames=i:j}
    y[i,j] = t + j {id=y, if=(x[i] > 0):(j < 3)}
    """, [lp.GlobalArg("y", shape=("n", "m")), "..."], name="taken")
knl = lp.add_dtypes(knl, {"x": np.float64})
out = lp.remove_inames_from_insn(knl, "j", "id:t")
out = lp.remove_predicates_from_insn(out, {"x[i]>0.0"}, "id:y")
print(out)
# CHECK: for i
# CHECK-NEXT: t = x[i] {id=t}
# CHECK-NEXT: for j
# CHECK-NEXT: if j < 3
# CHECK-NEXT: y[i, j] = t + float64(j) {id=y}
refused(lp.remove_inames_from_insn, out, "j", "id:t")
# CHECK: remove_inames_from_insn: none of the instructions that are meant is in the loop over 'j'
refused(lp.remove_inames_from_insn, out, "j", "id:y")
# CHECK-NEXT: remove_inames_from_insn: 'y' mentions 'j', and stays in the loop over it
refused(lp.remove_inames_from_insn, out, "k", "id:y")
# CHECK-NEXT: {{.*}}'k'
refused(lp.remove_predicates_from_insn, out, "x[i] > 0", "id:y")
# CHECK-NEXT: remove_predicates_from_insn: none of the instructions that are meant has the condition 'x[i]>0'
# A type that is said twice.
refused(lp.add_dtypes, out, {"x": np.float32})
# CHECK-NEXT: 'x' of kernel 'taken' has type float64 already, not float32
RESULT = out
# CHECK: check: taken: c: ok
