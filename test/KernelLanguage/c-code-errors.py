# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np


def refused(*args, data=["..."], **options):
    try:
        lp.make_kernel("{ [i]: 0<=i<n }",
                       [lp.CInstruction(*args, **options), "y[i] = x {inames=i}"], data)
        print("accepted:", args)
    except (lp.LoopyError, TypeError) as error:
        print(str(error).splitlines()[0])


refused("i", "x = a[i];", {"a[i]"}, "x")
# CHECK: CInstruction: 'a[i]' in read_variables is no name; C code reads inames, values and temporaries
refused("i", "foo();")
# CHECK-NEXT: CInstruction: nothing is assigned, so that it would have no effect; name temporaries in assignees=
refused("i", "x = i;", assignees="x")
# CHECK-NEXT: CInstruction: 'x' is assigned, and nothing says its type, an integer or a real one; declare it, as lp.TemporaryVariable("x", np.float64) in kernel_data
refused("i", "x = i;", assignees="x", data=[lp.GlobalArg("x", np.float64), "..."])
# CHECK-NEXT: CInstruction: 'x' is assigned, and is no temporary
refused("i, i", "x = i;", assignees="x", data=[lp.TemporaryVariable("x", np.float64), "..."])
# CHECK-NEXT: CInstruction: 'i' is read twice
refused([3], "x = i;", assignees="x")
# CHECK-NEXT: CInstruction: iname_exprs holds names, and pairs of a name and an expression, found 3
refused("i", "x = i;", assignees="x", colour="red")
# CHECK-NEXT: lp.CInstruction has no argument 'colour'
RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")
