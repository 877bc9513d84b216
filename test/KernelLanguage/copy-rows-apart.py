# Two copies into one temporary bring elements that fit together, or its rows
# cannot be copied.
# RUN: not %loopyc %s --target=opencl -o %t 2>&1 | FileCheck %s
# CHECK: error: copy_rows: kernel 'loopy_kernel': 'second' copies no rows: it brings other elements to the places of 't' than what else is copied there
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{[g, i, j, k]: 0 <= g < n and 0 <= i < 8 and 8 <= j < 16 and 0 <= k < 16}",
    """
    for g
      t[i] = a[i] {id=first}
      t[j] = a[j + 100] {id=second}
      b[g, k] = t[k] {dep=first:second}
    end
    """,
    [lp.GlobalArg("a", np.float32, shape=(200,)),
     lp.GlobalArg("b", np.float32, shape=("n", 16)),
     lp.TemporaryVariable("t", np.float32, shape=(16,), address_space=lp.AddressSpace.LOCAL),
     lp.ValueArg("n", np.int32)])
knl = lp.tag_inames(knl, "g:g.0, k:l.0")
RESULT = lp.copy_rows(knl, "t")
