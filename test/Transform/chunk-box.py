# One of several inames of a set is chunked where its range is the same in all
# iterations of the others.
# RUN: %loopyc %s --check --target=c -Wno-serial --param n=7 --param m=3 | FileCheck %s
# RUN: not %loopyc --set TRIANGLE=1 %s --target=c 2>&1 | FileCheck %s --check-prefix=REFUSED
# CHECK: check: box: c: ok
# REFUSED: error: chunk_iname: kernel 'box': iname 'i' must have one range for all iterations of other loops
import loopy as lp
import numpy as np

bounds = "i<=j" if globals().get("TRIANGLE") else "0<=i<n"
knl = lp.make_kernel(f"{{ [i, j]: 0<=i and {bounds} and 0<=j<m }}", "y[i, j] = 2*a[i, j]",
                     name="box")
knl = lp.add_dtypes(knl, {"a": np.float64})
RESULT = lp.chunk_iname(knl, "i", 4)
