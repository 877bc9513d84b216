# RUN: %loopyc %s --target=c --check -o %t 2>&1 | FileCheck %s
# RUN: not %loopyc %s --set CASE=turn -o %t 2>&1 | FileCheck %s --check-prefix=TURN
# RUN: not %loopyc %s --set CASE=two -o %t 2>&1 | FileCheck %s --check-prefix=TWO
# What argmin became when the kernel was made stays in the order of its loop
# when the kernel is made anew, and so do reductions by the script's operations;
# whether the loop was split before, and by make_kernel of the kernel's parts, too.
# CHECK: best[i] = 2.0d0*far
# CHECK: check: nearest: c: ok
# CHECK: check: spread: c: ok
# CHECK: check: batches: c: ok
# CHECK: check: tiles: c: ok
# CHECK: check: again: c: ok
# CHECK: check: columns: c: ok
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

if CASE == "turn":
    # TURN: nothing orders these: {{.*}}; these were one instruction, whose iterations came in an order that the loop over 'back' does not keep: make the kernel anew before its loops are turned round or interchanged
    nearest = lp.affine_map_inames(nearest, "j", "back", "back = m - 1 - j")


def doubled(insn):
    return insn.copy(expression=f"2*({insn.expression})")


nearest = lp.map_instructions(nearest, "id:best", doubled)
print([str(insn) for insn in nearest.instructions if insn.id == "best"])
spread = lp.map_instructions(spread, "id:y", doubled)
# As parallel as it was.
spread = lp.split_iname(spread, "k", 8, outer_tag="g.0", inner_tag="l.0")
batches = lp.to_batched(nearest.copy(name="batches"), 3, ["a", "best", "place"])

tiles = lp.split_iname(nearest.copy(name="tiles"), "j", 4)
tiles = tiles.copy(domains=tiles.domains, instructions=tiles.instructions)
# Parts of a kernel are what make_kernel takes, and arrays lie as they did.
again = lp.make_kernel(tiles.domains, tiles.instructions, [*tiles.args, *tiles.temporary_variables.values()], name="again")
assert [str(i) for i in again.instructions] == [str(i) for i in tiles.instructions]
columns = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }", "y[i,j] = 2*x[i,j]",
    [lp.GlobalArg("x", np.float64, shape="n, m", order="F"), "..."], name="columns")
columns = columns.copy(args=columns.args)
assert "dim_tags: (N0:stride:1, N1:stride:n)" in str(columns), columns
if CASE == "two":
    # TWO: the instructions are of kernels 'tiles' and 'columns', or of one before and after a transformation; take them from one, or fuse_kernels
    lp.make_kernel(tiles.domains, tiles.instructions + columns.instructions)
RESULT = [nearest, spread, batches, tiles, again, columns]
