# Code in C as an instruction: of inames, values and temporaries, with one result
# and with several, which see each other's values from before; under conditions
# and transformations, against the kernel as it was made.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,cuda,c -Wno-serial > /dev/null
# RUN: FileCheck %s --check-prefix=CL < %t.cl
# RUN: FileCheck %s --check-prefix=CU < %t.cu
import loopy as lp
import numpy as np

kernels = []
D = "{ [i]: 0<=i<n }"


def real(name, dtype=np.float64):
    return lp.TemporaryVariable(name, dtype)


def spread(knl, size=8):
    return lp.split_iname(knl, "i", size, outer_tag="g.0", inner_tag="l.0")


knl = lp.make_kernel(D, [
    lp.CInstruction("i", "x = 0.5*i;", assignees="x", id="code"),
    "y[i] = x + 1 {inames=i}"], [real("x"), "..."], name="one")
print(knl)
# CHECK: x = one_code_x(i) {id=code}
kernels += [knl, spread(knl.copy(name="one_spread"))]
# Fibonacci's numbers: both are computed before either is assigned.
knl = lp.make_kernel(D, [
    "a = 1 {id=a, inames=i}", "b = 2 {id=b, inames=i}",
    lp.CInstruction([("turns", "i % 9")], """
        for (int k = 0; k < turns; ++k) {
          int sum = a + b;
          a = b;
          b = sum;
        }""", {"a", "b"}, ("a", "b"), id="turn", depends_on="a:b",
        predicates={"p[i] > 0"}),
    "y[i] = 100*a + b {inames=i, dep=turn}"],
    [real("a", np.int32), real("b", np.int32), lp.GlobalArg("p", np.int32), "..."],
    name="two")
print(knl)
# CHECK: if p[i] > 0
# CHECK: turn_a = two_turn_a(i % 9, a, b) {id=turn_a}
# CHECK: turn_b = two_turn_b(i % 9, a, b) {id=turn_b}
# CHECK: a = turn_a {id=turn_to_a}
# CHECK: b = turn_b {id=turn}
kernels.append(spread(knl))
RESULT = kernels

# CHECK-NOT: FAILED
# CHECK: check: one: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: two: c: ok
# CL: LOOPYC_FUNCTION double one_code_x(int i)
# CL: LOOPYC_FUNCTION int two_turn_a(int turns, int a, int b)
# CU: LOOPYC_FUNCTION int two_turn_b(int turns, int a, int b)
