# What a root, a quotient or a power makes of rounding is measured by the same
# kernel with fused products. What is larger than that fails.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl --check --param n=509 | FileCheck %s
# RUN: not %loopyc %s --target=opencl --check --param n=509 --set OFF=3e-2 2>&1 | FileCheck %s --check-prefix=WRONG
import loopy as lp
import numpy as np

off = float(globals().get("OFF", 0))
zero = " + off(a[i])" if off else ""
nothing = "(a[i]*a[i+1] - a[i+1]*a[i])"


def kernel(name, text, dtype=np.float32):
    knl = lp.make_kernel("{ [i]: 0<=i<n }", text + zero, name=name)
    if off:
        knl = lp.register_callable(knl, "off", lp.ScalarCallable(
            "off", {0: dtype, -1: dtype}, preamble=f"""
#ifdef __OPENCL_VERSION__
LOOPYC_FUNCTION float off(float x) {{ return {off}f; }}
#else
LOOPYC_FUNCTION float off(float x) {{ return 0; }}
#endif"""))
    knl = lp.add_dtypes(knl, {"a": dtype})
    return lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")


# CHECK: check: root: opencl: skipped: y is nothing but what rounding leaves: it differs by no more than rounding makes of its terms, or fused products or the inputs' last digits make of it
# CHECK: check: power: opencl: skipped: y is nothing but what rounding leaves
# CHECK: check: few: opencl: skipped: y is nothing but what rounding leaves
# CHECK: check: part: opencl: ok: max relative error {{.*}} in y ({{.*}}, fused products change it)
# WRONG: check: root: opencl: FAILED: y(
# WRONG: check: power: opencl: FAILED: y(
# WRONG: check: few: opencl: FAILED: y(
# WRONG: check: part: opencl: FAILED: y(
RESULT = [kernel("root", f"y[i] = sqrt(abs({nothing}))/a[i+2]"),
          kernel("power", f"y[i] = abs({nothing})**0.3/2"),
          kernel("few", f"y[i] = log(1 + abs({nothing}))"),
          kernel("part", f"y[i] = a[i] + sqrt(abs({nothing}))")]
