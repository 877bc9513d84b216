# Quotients by what cancels show how products were rounded: of few elements that
# is accepted, of others nothing, and of none what is not rounding.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl --check --param n=30011 --seed=2 | FileCheck %s
# RUN: not %loopyc %s --target=opencl --check --param n=30011 --seed=2 --rtol=1e-4 2>&1 | FileCheck %s --check-prefix=EXACT
# RUN: not %loopyc %s --target=opencl --check --param n=30011 --seed=2 --set OFF=1e-3 2>&1 | FileCheck %s --check-prefix=WRONG
import loopy as lp
import numpy as np

# The oracle is C, too, but does not define what OpenCL does.
knl = lp.make_kernel("{ [i]: 0<=i<n }", """
    <> det = a[i]*d[i] - b[i]*c[i]
    inv[i] = 1/det
    near[i] = scaled(1 + a[i])
    """, name="inverses")
knl = lp.register_callable(knl, "scaled", lp.ScalarCallable(
    "scaled", {0: np.float32, -1: np.float32}, preamble=f"""
#ifdef __OPENCL_VERSION__
#define SCALE {1 + float(globals().get("OFF", 0))}f
#else
#define SCALE 1.0f
#endif
LOOPYC_FUNCTION float scaled(float x) {{ return SCALE*x; }}"""))
knl = lp.add_dtypes(knl, {name: np.float32 for name in "abcd"})
# CHECK: check: inverses: opencl: ok: max relative error {{.*}} in inv ({{.*}}, the inputs' last digits change it)
# EXACT: check: inverses: opencl: FAILED: inv(
# WRONG: check: inverses: opencl: FAILED: near({{[0-9]+}}) =
RESULT = lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")
