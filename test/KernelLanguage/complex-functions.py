# RUN: %loopyc %s --target=c --check -o %t | FileCheck %s
# Functions that complex numbers do not have are refused where types are found,
# by the name that they are called by, with a place.
import loopy as lp
import numpy as np


def typed(text):
    return lp.add_dtypes(lp.make_kernel("{ [j]: 0<=j<n }", text, name="k"), {"x": np.complex128})


for call in "tgamma(x[j])", "trunc(x[j])", "atan2(x[j], 1)", "copysign(x[j], 1)", "fmod(x[j], 2)", "x[j] % 2", "log10(x[j])", "fmax(x[j], 1)":
    try:
        typed(f"y[j] = {call}")
        print("accepted:", call)
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])
# CHECK: kernel 'k': 'tgamma' is not for complex numbers; write it with real(x) and imag(x)
# CHECK-NEXT: kernel 'k': 'trunc' is not for complex numbers
# CHECK-NEXT: kernel 'k': 'atan2' is not for complex numbers
# CHECK-NEXT: kernel 'k': 'copysign' is not for complex numbers
# CHECK-NEXT: kernel 'k': 'fmod' is not for complex numbers
# CHECK-NEXT: kernel 'k': '%' is not for complex numbers
# CHECK-NEXT: kernel 'k': 'log10' is not for complex numbers
# CHECK-NEXT: kernel 'k': 'fmax' is not for complex numbers

# Also where they are known from the first; and fabs, which late types alone do
# not tell from abs(x[j]*1.0).
try:
    lp.make_kernel("{ [j]: 0<=j<n }", "y[j] = fabs(x[j])", [lp.GlobalArg("x", np.complex128, shape="n"), "..."], name="k")
except lp.LoopyError as error:
    print(str(error).splitlines()[0])
# CHECK-NEXT: 'fabs' is not for complex numbers

# A number of arguments that no conversion makes right.
knl = lp.make_kernel("{ [j]: 0<=j<n }", "y[j] = f(x[j], 3)", name="k")
knl = lp.register_callable(knl, "f", lp.ScalarCallable("g", {0: np.float64, -1: np.float64}))
try:
    lp.add_dtypes(knl, {"x": np.float64})
except lp.LoopyError as error:
    print(str(error).splitlines()[0])
# CHECK-NEXT: kernel 'k': function 'f' takes (float64), not (float64, int32){{$}}

# What they have: values, and parts.
RESULT = typed("y[j] = sqrt(x[j]) + exp(x[j])*conj(x[j]) + abs(x[j]) + abs(x[j]*1.0)")
# CHECK: check: k: c: ok
