# Errors have the seeds' classes where there is one for them.
# REQUIRES: opencl
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import loopy.diagnostic as diag
import numpy as np


def raised(what):
    try:
        what()
        print("accepted")
    except lp.LoopyError as error:
        print(type(error).__name__, isinstance(error, diag.LoopyError))


D = "{ [i,j]: 0<=i,j<n }"
raised(lambda: lp.make_kernel(D, "y[i] = x[j*j] {inames=i:j}"))
# CHECK: StaticValueFindingError True
raised(lambda: lp.make_kernel(D, "y[i] = x[i+1]",
                              [lp.GlobalArg("x", shape=("n",)), "..."]))
# CHECK-NEXT: LoopyIndexError True
raised(lambda: lp.make_kernel(D, "a[i] = 1 {id=a, dep=b}\nb[i] = 2 {id=b, dep=a}"))
# CHECK-NEXT: DependencyCycleFound True
raised(lambda: lp.make_kernel(D, "x = y[i]"))
# CHECK-NEXT: VariableAccessNotOrdered True
knl = lp.make_kernel(D, "y[i] = 2*x[i]")
raised(lambda: lp.add_dtypes(knl, {"q": np.float32}))
# CHECK-NEXT: {{TypeInferenceFailure|LoopyError}} True
raised(lambda: lp.add_dtypes(lp.make_kernel(D, "y[i] = x[i] // 2"),
                             {"x": np.float64}))
# CHECK-NEXT: TypeInferenceFailure True
f32 = {"x": np.float32}
raised(lambda: lp.auto_test_vs_ref(
    lp.add_dtypes(lp.make_kernel(D, "y[i] = 3*x[i]"), f32), None,
    lp.add_dtypes(knl, f32)))
# CHECK-NEXT: AutomaticTestFailure True
print(issubclass(diag.MissingBarrierError, lp.LoopyError))
# CHECK-NEXT: True
RESULT = knl
