# A private value that one iteration of an ilp or vec iname hands to the next has
# no copies, and no order of iterations side by side keeps it.
# RUN: not %loopyc %s --target=c -o %t 2>&1 | FileCheck %s
# RUN: not %loopyc %s --target=c --set TAG=vec -o %t 2>&1 | FileCheck %s
# RUN: %loopyc %s --target=c --set TAG=unr --check -Wno-serial -o %t | FileCheck %s --check-prefix=UNROLLED
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,j]: 0<=i<4 and 0<=j<n }",
    """
    for j, i
      <> p[0] = x[i,j] if i == 0 else p[0] + x[i,j]
      y[i,j] = p[0]
    end
    """, [lp.GlobalArg("x", np.float64), "..."], seq_dependencies=True, name="carried")
# CHECK: :13:{{.*}}: error: kernel 'carried': the loops cannot be ordered, because each would have to come before the other: the {{flow|anti}} dependence on 'p'
# UNROLLED: check: carried: c: ok
RESULT = lp.tag_inames(knl, {"i": globals().get("TAG", "ilp")})
