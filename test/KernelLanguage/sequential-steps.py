# As it is written, an instruction that sets what the next iteration reads comes
# behind the one that reads it, though nothing else sets it.
# RUN: %loopyc %s -o %t --target=c --check --param n=9 | FileCheck %s
# CHECK: y[l] = a[l]  {id=read}
# CHECK-NEXT: a[l + 1] = y[l]*2.0
# CHECK: check: steps: c: ok
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [l]: 0<=l<n }",
    """
    for l
      y[l] = a[l]         {id=read}
      a[l + 1] = y[l]*2.0 {id=write}
    end
    """, seq_dependencies=True, name="steps")
print(knl)
RESULT = lp.add_dtypes(knl, {"a": np.float64})
