# Where nothing that is meant reads the variable, there is nothing to do, which
# is said.
# RUN: %loopyc %s -o %t -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i]: 0<=i<n }", """
<> t = a[i]       {id=first}
b[i] = t          {id=second}
c[i] = b[i] + t   {id=third}
""", [lp.GlobalArg("a", np.float32), "..."], name="unread")
for name, within in (("t", "id:first"), ("b", "id:second"), ("c", None)):
    try:
        lp.assignment_to_subst(knl, name, within=within)
    except lp.LoopyError as error:
        print(error)
RESULT = lp.assignment_to_subst(knl, "t", within="id:second")
print(RESULT)
# CHECK: assignment_to_subst: kernel 'unread': 'within' selects no read of 't'
# CHECK: assignment_to_subst: kernel 'unread': 'within' selects no read of 'b'
# CHECK: assignment_to_subst: kernel 'unread': nothing reads 'c', so no use of a rule comes of it
# CHECK: b[i] = t_subst()
