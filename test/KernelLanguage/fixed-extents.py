# fixed_parameters= in extents, of axes that must be constant, too; views as objects;
# default_order=lp.auto.
# RUN: %loopyc %s --target=c --check -Wno-serial | FileCheck %s
# RUN: not %loopyc %s --target=c --set "ASSUME=n <= 2" 2>&1 | FileCheck %s --check-prefix=CONTRADICTS
import loopy as lp
import numpy as np
from loopy.symbolic import SubArrayRef
from pymbolic.primitives import Call, Subscript, Variable

# CONTRADICTS: error: fix_parameters: the values contradict what kernel 'norms' assumes
norms = lp.make_kernel(
    "{ [i,d]: 0<=i<n and 0<=d<dim }",
    """
    <> a[d] = x[d,i]
    y[i] = sum(d, a[d]**2)*k
    """, [lp.GlobalArg("x", np.float64, shape="dim, n", dim_tags="sep,C"),
          lp.GlobalArg("y", shape="n*k"), "..."],
    name="norms", assumptions=globals().get("ASSUME"), default_order=lp.auto,
    fixed_parameters={"dim": 2, "k": 3} | ({"n": 5} if "ASSUME" in globals() else {}))
print(norms)
# CHECK: x: type: float64, shape: (2, n), dim_tags: (sep, {{.*}})
# CHECK: y: type: float64, shape: ({{3\*n|n\*3}})

i, e = Variable("i"), Variable("e")
inc = lp.make_function("{ [k]: 0<=k<4 }", "b[k] = a[k] + 1", [
    lp.GlobalArg("b", np.float64, shape=4), lp.GlobalArg("a", np.float64, shape=4)], name="inc")
call = lp.CallInstruction(
    (SubArrayRef((i,), Subscript(Variable("y"), (e, i))),),
    Call(Variable("inc"), (SubArrayRef((i,), Subscript(Variable("x"), (e, i))),)),
    within_inames=frozenset(["e"]), id="call")
rows = lp.make_kernel("{ [e,i]: 0<=e<n and 0<=i<4 }", [call], [
    lp.GlobalArg("x, y", np.float64, shape=("n", 4)), "..."], name="rows")
# CHECK: check: norms: c: ok
# CHECK: check: rows: c: ok
RESULT = [lp.tag_inames(norms, {"d": "unr"}), *lp.merge([rows, inc])]
