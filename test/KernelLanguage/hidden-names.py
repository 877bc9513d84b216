# Parameters of rules hide variables of their names; shapes may be one text with
# brackets; layouts are read as kernels are printed.
# RUN: %loopyc %s --target=c --check -Wno-serial | FileCheck %s
# RUN: not %loopyc %s --target=c --set "RULE=f(x, x) := x" 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not %loopyc %s --target=c --set "RULE=f(x, y) := x[i] + y" 2>&1 | FileCheck %s --check-prefix=ARRAY
import loopy as lp
import numpy as np

# TWICE: <k>:1:6: error: two parameters of the rule have one name
# ARRAY: <k>:1:12: error: parameter 'x' of the rule is a value, and has no subscripts
rule = globals().get("RULE", "f(x, n) := x*x + n*y[i,0]")
knl = lp.make_kernel("{ [i]: 0<=i<n }", f"{rule}\nz[i] = f(x[i], 2.0) + f(y[i,1], x[i])", [
    lp.GlobalArg("x", np.float64, shape="(n)"),
    lp.GlobalArg("y", np.float64, shape="(max(n, 1), 2)", dim_tags="N0:stride:1,N1:stride:n"),
    lp.GlobalArg("z", shape="(n + 1)*(1 + 0)"), "..."], name="k", assumptions="n >= 1")
print(knl)
# CHECK: y: type: float64, shape: (max(n, 1), 2), dim_tags: (stride:1, stride:n)
# CHECK: z: {{.*}}, shape: (n + 1),
# CHECK: check: k: c: ok
RESULT = knl
