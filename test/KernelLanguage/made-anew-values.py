# What is made anew from its text has the same values: signs in front of
# quotients, literals whose type nothing else says, imaginary ones, inames
# that come first.
# RUN: %loopyc %s -o %t --target=c --check --param n=7 | FileCheck %s
import re

import loopy as lp
import numpy as np

VALUES = """
-(p[i]//2)
-(p[i]%3)
-(p[i]//3*2)
-p[i]//2
-(u[i]//3)
np.float32(0.1)*d[i]
d[i]*sqrt(0.1f)
d[i]*(np.float32(0.1) + np.float32(0.7))
np.float64(0.1)*np.float64(0.7)*x[i]
cast(np.float64, 0.1f if p[i] > 1 else 0.7f)
sum(k, 0.1f)*d[i]
x[i]*(np.float32(0.1)*np.float32(0.7))
max(d[i], cast(np.float64, min(x[i], np.inf)))
sum(k, 3.5*x[k]) + 1.5
p[i]*np.int64(100000)*100000
np.int64(100000)*np.int64(100000)
c[i]*2j + 1
c[i]*(1 - 2.5j)/3
c[i]*np.complex128(0.1j)
i ^ 5
(i | 1)*min(+i, 3)
"""
# CHECK-COUNT-21: same
# CHECK-NOT: differs
# CHECK: min(+i, p[i])
# CHECK: max((+i), (2*p[i]))
# CHECK: check: last: c: ok


def body(knl):
    return re.sub(r"/\*.*?\*/", "", lp.generate_body(knl), flags=re.S)


def same(insn):
    return insn.copy(expression=insn.expression)


def kernel(value):
    return lp.make_kernel(
        "{ [i,k]: 0<=i,k<n }", f"y[i] = {value}",
        [lp.GlobalArg("x", np.float32), lp.GlobalArg("d", np.float64),
         lp.GlobalArg("c", np.complex64), lp.GlobalArg("p", np.int32),
         lp.GlobalArg("u", np.uint32), "..."], name="last")


for value in VALUES.strip().splitlines():
    knl = kernel(value)
    anew = lp.map_instructions(knl, "id:insn", same)
    print("same" if body(knl) == body(anew) else f"differs: {value}")

knl = kernel("min(+i, p[i]) + max(+i, p[i])")
print(knl.insns[0].expression)
print(knl.insns[0].expression_value.map(
    lambda node, operands: "2*p[i]" if node.kind == "subscript" else None))
knl = kernel("c[i]*2j - (p[i]//2) + np.float32(0.1)*d[i]")
names = {}
exec(lp.t_unit_to_python(knl), names)
RESULT = names["t_unit"]
