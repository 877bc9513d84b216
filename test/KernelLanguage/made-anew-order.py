# What is made anew from its text keeps its barriers, and quotients that
# truncate, as those of pieces of a map do.
# RUN: %loopyc %s -o %t --target=c --check --param n=37 | FileCheck %s
# CHECK-DAG: dep=*a}
# CHECK-DAG: dep=*a:g}
# CHECK-DAG: check: turned: c: ok
# CHECK-DAG: check: pieces: c: ok
import loopy as lp
import numpy as np


def anew(knl):
    return lp.map_instructions(
        knl, "writes:*", lambda insn: insn.copy(expression=f"2*({insn.expression})"))


turned = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    y[i] = 2*x[i]                {id=a}
    ... gbarrier                 {id=g, dep=a}
    z[i] = y[n - 1 - i]          {dep=g}
    """, name="turned")
turned = lp.add_dtypes(turned, {"x": np.float32})
turned = anew(lp.split_iname(turned, "i", 8, outer_tag="g.0", inner_tag="l.0"))
print(lp.t_unit_to_python(turned))

pieces = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i]", name="pieces")
pieces = lp.add_dtypes(pieces, {"x": np.float32})
pieces = lp.map_domain(
    pieces, "{ [i] -> [k]: (k = 2*i and i < 5) or (k = 2*i + 1 and i >= 5) }")
RESULT = [turned, anew(pieces)]
