# Of products that cancel everywhere, or roots of squares, rounding is all that is
# left: that can neither agree nor fail. What is larger than that fails.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl --check --param n=1009 | FileCheck %s
# RUN: not %loopyc %s --target=opencl --check --param n=1009 --set OFF=1e-5 2>&1 | FileCheck %s --check-prefix=WRONG
import loopy as lp
import numpy as np

off = float(globals().get("OFF", 0))
zero = " + off(a[i])" if off else ""


def kernel(name, text):
    knl = lp.make_kernel("{ [i]: 0<=i<n }", text, name=name)
    if off:
        knl = lp.register_callable(knl, "off", lp.ScalarCallable(
            "off", {0: np.float32, -1: np.float32}, preamble=f"""
#ifdef __OPENCL_VERSION__
LOOPYC_FUNCTION float off(float x) {{ return {off}f; }}
#else
LOOPYC_FUNCTION float off(float x) {{ return 0; }}
#endif"""))
    knl = lp.add_dtypes(knl, {"a": np.float32})
    return lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")


products = kernel("products", f"y[i] = a[i]*a[i+1] - a[i+1]*a[i]{zero}")
roots = kernel("roots", f"""
    <> p = sqrt(a[i])
    y[i] = p*(a[i]/p) - a[i]{zero}
    """)
beside = kernel("beside", f"""
    y[i] = a[i]*a[i+1] - a[i+1]*a[i]
    z[i] = 2*a[i]{zero}
    """)
# CHECK: check: products: opencl: skipped: y is nothing but what rounding leaves: {{.*}}; choose other inputs with --init or --param
# CHECK: check: roots: opencl: skipped: y is nothing but what rounding leaves
# CHECK: check: beside: opencl: ok: {{.*}} in z ({{.*}}, 3 runs; not compared: y, nothing but what rounding leaves)
# WRONG: check: products: opencl: FAILED: y(
# WRONG: check: roots: opencl: FAILED: y(
# WRONG: check: beside: opencl: ok: {{.*}} in z
RESULT = [products, roots, beside]
