# Reductions by operations of the script: of one value and of several, over one
# iname and over several, in expressions, beside others over the same iname, in
# loops that are split and unrolled; in the order of the iterations.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=0 --param m=1 -Wno-serial | FileCheck %s --check-prefix=NONE
import loopy as lp
import numpy as np

kernels = []
f4, f8, i4 = np.float32, np.float64, np.int32


def make(name, domains, text, types, **options):
    knl = lp.make_kernel(domains, text, name=name, **options)
    # max(a, |b|); Horner's rule, which is neither associative nor commutative.
    knl = lp.register_reduction(knl, "largest", 0,
                                lambda a, b: f"fmax({a}, abs({b}))")
    knl = lp.register_reduction(knl, "horner", 0.0,
                                lambda a, b: f"0.5*{a} + {b}")
    # Sum and sum of squares; a value with its weight.
    knl = lp.register_reduction(
        knl, "moments", (0.0, 0.0),
        lambda a, b: (f"{a[0]} + {b[0]}", f"{a[1]} + {b[1]}*{b[1]}"))
    knl = lp.register_reduction(
        knl, "swap", (1, 2), lambda a, b: (f"{a[1]}", f"({a[0]} + {b[1]}*{b[0]}) % 1000"))
    return lp.add_dtypes(knl, types)


def spread(knl, iname="i", size=8):
    return lp.split_iname(knl, iname, size, outer_tag="g.0", inner_tag="l.0")


kernels.append(make("plain", "{ [k]: 0<=k<n }", "d = largest(k, x[k])", {"x": f4}))
print(kernels[-1])
# CHECK: INSTRUCTIONS:
# CHECK-NEXT: insn_acc = 0.0{{.*}} {id=insn_acc}
# CHECK-NEXT: for k
# CHECK-NEXT:   insn_value = x[k] {id=insn_value}
# CHECK-NEXT:   insn_acc = max(insn_acc, abs(insn_value)) {id=insn_acc_0}
# CHECK-NEXT: end k
# CHECK-NEXT: d = insn_acc {id=insn}
kernels.append(spread(make(
    "rows", "{ [i,k]: 0<=i<n and 0<=k<=i }",
    "y[i] = 2*horner(k, a[i,k]) - 1", {"a": f8})))
# Rows and columns of one array: loops of their own.
kernels.append(make(
    "two", "{ [i,k]: 0<=i<n and 0<=k<m }", """
    y[i] = horner(k, a[i,k]) + largest(k, a[i,k])
    z[i] = largest(k, a[i,k]*w[k]) + sum(k, w[k])
    """, {"a": f8, "w": f8}))
kernels.append(make(
    "whole", "{ [i,k]: 0<=i<n and 0<=k<m }",
    "s = reduce(horner, [i, k], a[i,k])\nt = largest((i, k), a[i,k])", {"a": f4}))
kernels.append(spread(make(
    "several", "{ [i,k]: 0<=i<n and 0<=k<m }",
    "s[i], q[i] = moments(k, a[i,k], a[i,k] - 1)\n<> u, <> v = swap(k, k, p[i,k])\n"
    "r[i] = 2*u + v {inames=i}", {"a": f8, "p": i4})))
# Under a condition, in a loop that is split and unrolled.
knl = make("split", "{ [i,k]: 0<=i<n and 0<=k<m }", """
    if x[i] > 0
      y[i] = horner(k, a[i,k]*x[i])
    else
      y[i] = 1
    end
    """, {"a": f8, "x": f8})
knl = lp.split_iname(spread(knl), "k", 3, inner_tag="unr")
kernels.append(knl)

# Iterations keep their order, unless the operation is one that is known.
kernels.append(lp.split_iname(kernels[0].copy(name="parallel"), "k", 8, inner_tag="l.0"))
knl = make("ordered", "{ [k]: 0<=k<n }", "d = horner(k, x[k])", {"x": f8})
try:
    lp.generate_code_v2(lp.split_iname(knl, "k", 8, inner_tag="l.0"))
    print("spread")
except lp.LoopyError as error:
    print("refused:", str(error).splitlines()[0])
# CHECK: refused: {{.*}}it is no parallel reduction, for the operation 'horner' is not said to be associative and commutative
RESULT = kernels
# CHECK-NOT: FAILED
# CHECK: check: plain: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: parallel: c: ok
# NONE-NOT: FAILED
# NONE: check: plain: opencl: ok
# NONE-NOT: FAILED
# NONE: check: parallel: c: ok
