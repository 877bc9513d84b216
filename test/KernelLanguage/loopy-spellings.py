# Loo.py's other words: happens_after=, ids as dependences, constants of NumPy.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    [lp.Assignment("b[i]", "np.pi*x[i] + np.e", id="set"),
     lp.Assignment("b[i]", "b[i] + 1", id="add", happens_after={"set": None}),
     lp.Assignment("c[i]", "x[i]", id="copy"),
     lp.Assignment("d[i]", "c[i]", id="last",
                   happens_after=frozenset(["copy"]))],
    [lp.GlobalArg("x", np.float32), "..."], name="spelled")
knl = lp.add_dependency(knl, "id:copy", "add")
knl = lp.add_dependency(knl, "id:last", ["set", "ad*"])
print(knl)
for wrong in ("put", ["put"]):
    try:
        lp.add_dependency(knl, "id:last", wrong)
    except lp.LoopyError as error:
        print(error)
try:
    lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = np.nan")
except lp.LoopyError as error:
    print(error)
RESULT = knl
# CHECK: b[i] = 3.141592653589793*x[i] + 2.718281828459045  {id=set}
# CHECK: b[i] = b[i] + 1.0  {id=add}
# CHECK: c[i] = x[i]  {id=copy, dep=add}
# CHECK: d[i] = c[i]  {id=last, dep=add:set}
# CHECK: add_dependency: depends_on 'put' matches no instruction of kernel 'spelled'; print
# CHECK: add_dependency: depends_on ['put'] matches no instruction
# CHECK: 'np.nan' is no constant here; write 0.0/0.0
# CHECK: check: spelled: c: ok
