# Two copies fill one slot of rows at different times, from places that lie
# differently: the second overwrites what the first has brought, whose uses need
# a barrier before it, and stay before it, whatever the script asks for later.
# RUN: %loopyc %s --target=opencl,c -o %t --check --param n=5 -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# REQUIRES: opencl
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [g, l, i, j, k, m]: 0 <= g < n and 0 <= l < 9 and 0 <= i, j, m < 8 and 8 <= k < 16 }",
    """
    for g, l
      for i
        t[l % 3, i] = a[g, i + 9*l] {id=first}
      end
      for j
        b[g, l, j] = t[l % 3, j] {id=low}
      end
      for k
        t[l % 3, k] = a[g, k + 102] {id=second}
      end
      for m
        c[g, l, m] = t[l % 3, m + 8] {id=high}
      end
    end
    """,
    [lp.GlobalArg("a", np.float32, shape=("n", 203)),
     lp.GlobalArg("b,c", np.float32, shape=("n", 9, 8)),
     lp.TemporaryVariable("t", np.float32, shape=(3, 16),
                          address_space=lp.AddressSpace.LOCAL),
     lp.ValueArg("n", np.int32)], seq_dependencies=True, name="neighbours")
knl = lp.copy_rows(lp.tag_inames(knl, "g:g.0, j:l.0, m:l.0"), "t")
# CL: barrier(
# CL: b[
# CL: barrier(
# CL: c[
try:
    lp.generate_code_v2(lp.add_dependency(knl, "id:low", "id:second"))
    print("accepted")
except lp.LoopyError as error:
    print("refused:", error)
# CHECK: refused: {{.*}} the anti dependence on 't' from reading t[l % 3, j] ('low') to writing t[l % 3, k] ('second')
# CHECK: check: neighbours: opencl: ok
# CHECK: check: neighbours: c: ok
RESULT = knl
