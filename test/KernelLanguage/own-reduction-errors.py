# RUN: split-file %s %t
# RUN: %loopyc %t/refused.py -fsyntax-only | FileCheck %s
# RUN: not %loopyc %t/open.py 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: not %loopyc %t/parted.py -o %t/k 2>&1 | FileCheck %s --check-prefix=PARTED

#--- refused.py
import loopy as lp
import numpy as np

D = "{ [i,k]: 0<=i,k<n }"


def combine(a, b):
    return f"{a} + {b}"


def refused(text, name="f", neutral=0, combine=combine):
    try:
        knl = lp.make_kernel(D, text)
        knl = lp.register_reduction(knl, name, neutral, combine)
        lp.add_dtypes(knl, {"x": np.float64})
        print("accepted:", text)
    except (lp.LoopyError, TypeError) as error:
        print(str(error).splitlines()[0])


refused("y[i] = f(k, x[k])", "sum")
# CHECK: register_reduction: 'sum' is no name for an operation, for all kernels have one of that name
refused("y[i] = f(k, x[k])", "a b")
# CHECK-NEXT: register_reduction: 'a b' is no name for an operation
refused("y[i] = f(k, x[k])", neutral="0")
# CHECK-NEXT: register_reduction: argument 'neutral' must be a number, or a tuple of numbers, found '0'
refused("y[i] = f(k, x[k])", neutral=())
# CHECK-NEXT: register_reduction: argument 'neutral' must be a number, or a tuple of numbers, found ()
refused("y[i] = f(k, x[k])", combine=3)
# CHECK-NEXT: register_reduction: argument 'combine' must be a function of two texts to a text, such as lambda a, b: f"{a} + {b}", found 3
refused("y[i] = f(k, x[k])", combine=lambda a, b: 3)
# CHECK-NEXT: register_reduction: combine must return a text, found 3
refused("y[i] = f(k, x[k])", neutral=(0, 0), combine=lambda a, b: "1")
# CHECK-NEXT: register_reduction: combine must return a tuple of 2 texts, one for each value, found '1'
refused("y[i] = f(k, x[k])", combine=lambda a, b: f"{a} + * {b}")
# CHECK-NEXT: the operation 'f', which combines to 'left_0 + * right_0': an operand was expected
refused("y[i] = f(3, x[k])")
# CHECK-NEXT: an iname to reduce over, or several in brackets, and a comma were expected behind 'f('
refused("y[i] = f(k, x[k], x[i])")
# CHECK-NEXT: 'f' reduces 1 values at once, not 2
refused("y[i] = f(k, x[k], x[i])", neutral=(0, 0), combine=lambda a, b: (a[0], b[1]))
# CHECK-NEXT: 'f' has 2 results; write 'a, b = f(...)' with as many names
refused("y[i] = f(k, f(i, x[i]))")
# CHECK-NEXT: the reduction 'f' has another of its kind inside; assign that to a temporary first
refused("y[f(k, 1)] = x[i]")
# CHECK-NEXT: the reduction 'f' stands in a subscript of what is assigned to; assign it to a temporary, and write that there
refused("y[i] = x[i] {if=f(k, x[k]) > 0}")
# CHECK-NEXT: the reduction 'f' stands in a condition; assign it to a temporary, and write that there
refused("g(a) := f(k, x[k] + a)\ny[i] = g(i)")
# CHECK-NEXT: the reduction 'f' stands in a substitution rule; assign it to a temporary, and write that there

RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")

#--- open.py
import loopy as lp
knl = lp.make_kernel("{ [i,k]: 0<=i,k<n }", "y = reduce(larges, [i, k], x[i,k])")
RESULT = lp.register_reduction(knl, "largest", 0, lambda a, b: f"max({a}, {b})")
# OPEN: open.py:2:{{[0-9]+}}: error: 'larges' is no operation of reductions; these are sum, product, min, max, any and all, and those that lp.register_reduction makes known; did you mean 'largest'?

#--- parted.py
# What the reduction begins with is in loops of its own.
import loopy as lp
import numpy as np
knl = lp.make_kernel(
    "{ [i,j,r]: 0<=i<n and 0<=j<m and 0<=r<5 }",
    """
    k[i,j] = p[i] + j
    y[j,i] = norm(r, x[j]) {id=y}
    """, name="parted")
knl = lp.register_reduction(
    knl, "norm", 0.0, lambda a, b: f"sqrt({a}*{a} + {b}*{b})", associative=True, commutative=True)
knl = lp.add_dtypes(knl, {"p": np.int32, "x": np.float64})
knl = lp.split_iname(knl, "j", 2, inner_tag="l.0")
# PARTED: error: kernel 'parted': the loops cannot be ordered, because each would have to come before the other: the flow dependence on 'y_acc'
RESULT = lp.split_iname(knl, "i", 4, inner_tag="ilp", within="id:y_acc")
