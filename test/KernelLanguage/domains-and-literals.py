# Words of isl that bind names, literals of every type, and what has no meaning here.
# RUN: %loopyc %s --target=c --check -Wno-serial -o %t | FileCheck %s
import loopy as lp
import numpy as np

# What `exists` binds is no parameter.
every = lp.make_kernel(
    "{ [i]: 0<=i<n and (exists k, l = floor(i/2): i = 3*k and i = 2*l) }",
    "y[i] = i", name="every")
# CHECK: [n] -> { [i] : (i) mod 6 = 0 and 0 <= i < n }
print(every)
other = lp.make_kernel("{ [i]: 0<=i<n and exists (q: i = 4*q + m) }", "y[i] = i",
                       assumptions="m >= 0", name="other")
# CHECK: frozenset({'{{[mn]}}', '{{[mn]}}'})
print(other.all_params())

# CHECK: np.complex64 np.complex128
single = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    a[i] = 2.5jf*x[i]
    b[i] = 2.5j*x[i] + 1jf
    """, [lp.GlobalArg("x", np.complex64), "..."], name="single")
single = single.copy(instructions=[
    insn.copy(expression=f"{insn.expression}") for insn in single.insns])
double = lp.make_kernel("{ [i]: 0<=i<n }", "c[i] = 1j",
                        [lp.GlobalArg("c"), "..."], name="double")
print(single.arg_dict["a"].dtype, double.arg_dict["c"].dtype)


def refused(text):
    try:
        lp.make_kernel("{ [i]: 0<=i<n }", text)
        print("accepted")
    except lp.LoopyError as error:
        print(error)


# CHECK: 'x$t' is 'x' with a tag, and accesses and uses of rules have no tags here; give one to the instruction, {tags=t}, and match that
refused("y[i] = x$t[i]")
# CHECK: 'x{{\[\[}}...]]' counts elements in memory, which no proof here knows; write a subscript for each axis, 'x[i, j]'
refused("y[i] = x[[i + 2*n]]")

# CHECK: check: every: c: ok
# CHECK: check: other: c: ok
# CHECK: check: single: c: ok
RESULT = [every, other, single]
