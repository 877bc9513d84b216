# What a reduction reads is read after the loops, too: nothing else has a value
# for it, so that no assertion would help.
# RUN: not %loopyc %s --target=c 2>&1 | FileCheck %s
# CHECK: [[#@LINE+8]]:{{.*}}error: kernel 'reduced': privatize_temporaries_with_inames: 't' is not private to 'm', for what the loops wrote is read after them
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [m]: 0<=m<4 }", "{ [d]: 0<=d<4 }"],
    """
    <> t[m] = 2*u[m] {id=t}
    f[0] = sum(d, t[d]) {dep=t}
    """, name="reduced")
knl = lp.add_dtypes(knl, {"u": np.float64})
RESULT = lp.privatize_temporaries_with_inames(knl, "m", "t")
