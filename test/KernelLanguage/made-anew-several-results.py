# RUN: %loopyc %s --target=c --check -o %t 2>&1 | FileCheck %s
# RUN: not %loopyc %s --set CASE=split -o %t 2>&1 | FileCheck %s --check-prefix=SPLIT
# What argmin became when the kernel was made stays in the order of its loop
# when the kernel is made anew, and so do reductions by the script's operations.
# CHECK: best[i] = 2.0d0*far
# CHECK: check: nearest: c: ok
# CHECK: check: spread: c: ok
# CHECK: check: batches: c: ok
import loopy as lp
import numpy as np

CASE = globals().get("CASE")
nearest = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    """
    <> far, <> k = argmax(j, abs(a[i,j]), j) {id=at}
    best[i] = far                            {id=best, dep=at}
    place[i] = k                             {id=place, dep=at}
    """, [lp.GlobalArg("a", np.float64, shape="n, m"), "..."],
    assumptions="m >= 1", name="nearest")

spread = lp.make_kernel(
    "{ [k]: 0<=k<n }",
    """
    <> count, <> mean = welford(k, 1.0, x[k]) {id=w}
    y = mean/count                            {id=y, dep=w}
    """, [lp.GlobalArg("x", np.float64), "..."], assumptions="n >= 1", name="spread")
spread = lp.register_reduction(
    spread, "welford", (0.0, 0.0),
    lambda a, b: (f"{a[0]} + {b[0]}", f"{a[1]} + ({b[1]} - {a[1]})*{b[0]}/({a[0]} + {b[0]})"),
    associative=True, commutative=True)

if CASE == "split":
    # SPLIT: nothing orders these: {{.*}}; the loops over 'j' that these had in order, for they were one instruction, are others now: make the kernel anew before they are transformed
    nearest = lp.split_iname(nearest, "j", 4)


def doubled(insn):
    return insn.copy(expression=f"2*({insn.expression})")


nearest = lp.map_instructions(nearest, "id:best", doubled)
print([str(insn) for insn in nearest.instructions if insn.id == "best"])
spread = lp.map_instructions(spread, "id:y", doubled)
# As parallel as it was.
spread = lp.split_iname(spread, "k", 8, outer_tag="g.0", inner_tag="l.0")
batches = lp.to_batched(nearest.copy(name="batches"), 3, ["a", "best", "place"])
RESULT = [nearest, spread, batches]
