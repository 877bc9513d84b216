# What each copy of an unrolled loop of a function sets before it reads it is
# declared in each.
# RUN: %loopyc %s -o %t --target=c --check --param n=2 --param m=7 | FileCheck %s
# RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.c
# CHECK: check: rows: c: ok
# TEXT-LABEL: static inline void norms(
# TEXT: double insn_value = a[
# TEXT: double insn_value_0 = a[
# TEXT: static int rows_groups
# TEXT-NOT: insn_value
import loopy as lp
import numpy as np

norms = lp.make_function(
    ["{ [k]: 0<=k<w }", "{ [l]: 0<=l<w }"], "b[k] = norm(l, a[l]) + k",
    [lp.GlobalArg("a"), lp.GlobalArg("b"), lp.ValueArg("w"), "..."], name="norms")
norms = lp.register_reduction(
    norms, "norm", 0.0, lambda a, b: f"sqrt({a}*{a} + {b}*{b})")
norms = lp.split_iname(norms, "k", 3, inner_tag="unr")
rows = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [c]: 0<=c<m }", "{ [d]: 0<=d<m }"],
    """
    for i
      [c]: y[i,c] = norms([d]: x[i,d], m)
    end
    """,
    [lp.GlobalArg("x", np.float64, shape="n,m"),
     lp.GlobalArg("y", np.float64, shape="n,m"), "..."], name="rows")
RESULT = lp.merge([rows, norms])
