# RUN: %loopyc %s --target=opencl --verify -o %t 2>&1 | FileCheck %s --implicit-check-not="could not be proved"
# Proofs for all sizes where a choice reads what is set under its condition, and
# where what is read may be less than what is set: behind data, and under them.
import loopy as lp
import numpy as np

largest = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    """
    <> most, <> at = argmax(j, abs(a[i,j]), j)
    r[i] = most
    q[i] = at
    """, [lp.GlobalArg("a", np.float64), "..."], assumptions="m >= 1", name="largest")
largest = lp.split_iname(largest, "j", 64, inner_tag="l.0")
largest = lp.tag_inames(largest, {"i": "g.0"})

rows = lp.make_kernel(
    ["{ [i]: 0<=i<m }", "{ [j]: 0<=j<length }"],
    """
    for i
      <> start = starts[i]
      <> length = starts[i+1] - start
      y[i] = sum(j, values[start + j]*x[columns[start + j]])
    end
    """,
    [lp.GlobalArg("values", np.float64, shape="nnz"), lp.GlobalArg("columns", np.int32, shape="nnz"),
     lp.GlobalArg("starts", np.int32, shape="m+1"), lp.GlobalArg("x", np.float64, shape="n"), "..."], name="rows")
rows = lp.split_iname(rows, "j", 32, inner_tag="l.0")
rows = lp.tag_inames(rows, {"i": "g.0"})

# Set under a condition, read in the branch of a choice where that holds.
chosen = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<4 }",
    """
    for i
      <> c = x[i] > 0           {id=c}
      <> s = 2*x[i]             {id=s, dep=c, if=c}
      y[i] = if(c, s, 1.0)      {dep=c:s}
    end
    """, [lp.GlobalArg("x", np.float64), "..."], seq_dependencies=True, name="chosen")
chosen = lp.split_iname(chosen, "i", 16, outer_tag="g.0", inner_tag="l.0")
RESULT = [largest, rows, chosen]
# CHECK: verify: largest: ok
# CHECK: verify: rows: ok
# CHECK: verify: chosen: ok
