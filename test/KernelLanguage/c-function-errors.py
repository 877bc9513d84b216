# Functions in C that are not known, take other types, or cannot be called.
# RUN: split-file %s %t
# RUN: %loopyc %t/refused.py -fsyntax-only | FileCheck %s
# RUN: not %loopyc %t/open.py 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: not %loopyc %t/types.py 2>&1 | FileCheck %s --check-prefix=TYPES
# RUN: not %loopyc %t/target.py --target=opencl -o %t/k 2>&1 | FileCheck %s --check-prefix=TARGET
# RUN: not ls %t/k.cl
# RUN: not %loopyc %t/names.py -o %t/k 2>&1 | FileCheck %s --check-prefix=NAMES
# RUN: not %loopyc %t/raises.py -o %t/k 2>&1 | FileCheck %s --check-prefix=RAISES

#--- refused.py
import loopy as lp
import numpy as np

f8 = np.float64
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = f(x[i])")


def refused(function, *args):
    try:
        function(*args)
        print("accepted:", args)
    except (lp.LoopyError, TypeError) as error:
        print(str(error).splitlines()[0])


def register(*args, name="f", to=knl, **options):
    refused(lp.register_callable, to, name,
            lp.ScalarCallable(name, *args, **options))


register({0: f8, -1: f8}, is_pure=False)
# CHECK: register_callable: 'f' is not pure, and expressions have no order in which it could be called
register({0: f8, -1: f8}, name="sqrt")
# CHECK-NEXT: register_callable: 'sqrt' is a function that kernels have already; call yours by another name, with name_in_target="sqrt"
register()
# CHECK-NEXT: function 'f' has no types; say them, as arg_id_to_dtype=
register({0: f8})
# CHECK-NEXT: function 'f': arg_id_to_dtype has no type of the value, as -1: np.float64
register({0: f8, 2: f8, -1: f8})
# CHECK-NEXT: function 'f': arg_id_to_dtype has no type of argument 1, as 1: np.float64
register({0: np.complex64, -1: f8})
# CHECK-NEXT: function 'f': argument 0 is complex64, and functions in C are of integers and real numbers
register({0: f8, -1: f8, -2: f8})
# CHECK-NEXT: function 'f' has several values, and one that kernels call in expressions has one
register({0: f8, -1: f8}, name_in_target="a b")
# CHECK-NEXT: function 'f': 'a b' is no name in C
register({0: f8, -1: f8}, preamble={"metal": ""})
# CHECK-NEXT: the preamble of 'f' is for target 'metal', and targets are c, opencl and cuda
refused(lp.register_callable, knl, "f", 3)
# CHECK-NEXT: register_callable: argument 'callable_' must be an lp.ScalarCallable, a list of these, or a kernel of lp.make_function, found 3
register({0: f8, -1: f8}, to=lp.merge([lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i]")]))
# CHECK-NEXT: register_callable: it is for a kernel of the kernel language, as lp.make_kernel and lp.make_function return it, before lp.merge
refused(lp.register_preamble_generators, knl, [len])
# CHECK-NEXT: register_preamble_generators: preambles stand before functions in C, and none is known yet
refused(lp.register_preamble_generators, knl, 3)
# CHECK-NEXT: register_preamble_generators: argument 'preamble_generators' must be a list of functions, found 3

RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")

#--- open.py
import loopy as lp
knl = lp.make_kernel("{ [i]: 0<=i<n }", """
    y[i] = 2*clmp(x[i], 1)
    """)
print(knl)
clamp = lp.ScalarCallable("clamp", {0: float, 1: int, -1: float})
RESULT = lp.register_callable(knl, "clamp", clamp)
# OPEN: CALLS: clmp
# OPEN: open.py:3:14: error: 'clmp' is no function that kernels have, and no substitution rule; did you mean 'clamp'?; {{.*}}a function in C is made known by lp.register_callable
# OPEN-NEXT: y[i] = 2*clmp(x[i], 1)

#--- types.py
import loopy as lp
import numpy as np
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = f(x[i], 2.5)")
knl = lp.register_callable(knl, "f", [
    lp.ScalarCallable("f", {0: np.float32, 1: np.float32, -1: np.float32}),
    lp.ScalarCallable("f", {0: np.int32, -1: np.int32})])
RESULT = lp.add_dtypes(knl, {"x": np.float64})
# TYPES: types.py:3:42: error: add_dtypes: kernel 'loopy_kernel': function 'f' takes (float32, float32) or (int32), not (float64, float64); convert with cast(np.float64, x) or the like

#--- target.py
import loopy as lp
import numpy as np
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = f(x[i])")
knl = lp.register_callable(knl, "f", lp.ScalarCallable(
    "f", {0: np.float64, -1: np.float64},
    preamble={"cuda": "__device__ double f(double x) { return x; }"}))
RESULT = lp.add_dtypes(knl, {"x": np.float64})
# TARGET: error: function 'f' has no preamble for target 'opencl'; give it one, or choose other targets with --target

#--- names.py
import loopy as lp
import numpy as np
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = g(x[i])", name="f")
knl = lp.register_callable(knl, "g", lp.ScalarCallable(
    "g", {0: np.float64, -1: np.float64}, name_in_target="f"))
RESULT = lp.add_dtypes(knl, {"x": np.float64})
# NAMES: names.py:3:{{[0-9]+}}: error: kernel 'f' has the name of a C function that is called; give it another, with name=

#--- raises.py
import loopy as lp
import numpy as np


class F(lp.ScalarCallable):
    def with_types(self, types, context):
        raise ValueError("of none")


knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = f(x[i])")
knl = lp.register_callable(knl, "f", F("f"))
RESULT = lp.add_dtypes(knl, {"x": np.float64})
# RAISES: raises.py:{{[0-9]+}}:{{[0-9]+}}: error: script: ValueError: of none
