# --verify has no values in which log(exp(a) + exp(b)) is associative. Where the
# script says that an operation is, it is taken to be, and each value is counted
# once: a value that is missing is found all the same.
# RUN: %loopyc --verify %s -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

RESULT = []


def add(name, text, transform, register, domains="{ [i,k]: 0<=i<m and 0<=k<n }"):
    knl = register(lp.make_kernel(domains, text, name=name))
    RESULT.append(transform(lp.add_dtypes(knl, {"x": np.float64})))


def logsumexp(knl):
    return lp.register_reduction(
        knl, "logsumexp", -1e30, lambda a, b:
        f"fmax({a}, {b}) + log(exp({a} - fmax({a}, {b})) + exp({b} - fmax({a}, {b})))",
        associative=True, commutative=True)


# The largest, and the sum of exponents in terms of it.
def softmax(knl):
    return lp.register_reduction(
        knl, "softmax", (-1e30, 0.0), lambda a, b: (
            f"fmax({a[0]}, {b[0]})",
            f"{a[1]}*exp({a[0]} - fmax({a[0]}, {b[0]}))"
            f" + {b[1]}*exp({b[0]} - fmax({a[0]}, {b[0]}))"),
        associative=True, commutative=True)


# Exact in the interpreter's values, so that nothing is taken on trust.
def mean(knl):
    return lp.register_reduction(
        knl, "mean", (0.0, 0.0), lambda a, b: (
            f"{a[0]} + {b[0]}",
            f"{a[1]} + ({b[1]} - {a[1]})*({b[0]}/({a[0]} + {b[0]}))"),
        associative=True, commutative=True)


def on_items(knl):
    return lp.tag_inames(lp.split_iname(knl, "k", 8, inner_tag="l.0"), {"i": "g.0"})


# CHECK: verify: items: ok: {{.*}} ('logsumexp' taken to be associative and commutative, as the script says)
add("items", "y[i] = logsumexp(k, x[i,k])", on_items, logsumexp)
# CHECK: verify: serial: ok: {{.*}} ('logsumexp' taken
add("serial", "y[i] = logsumexp(k, x[i,k])", lambda knl: knl, logsumexp)
# CHECK: verify: groups: ok: {{.*}} ('logsumexp' taken
add("groups", "y[0] = logsumexp(k, x[k])",
    lambda knl: lp.split_iname(knl, "k", 8, outer_tag="g.0", inner_tag="l.0"), logsumexp,
    "{ [k]: 0<=k<n }")
# CHECK: verify: two: ok: {{.*}} ('softmax' taken
add("two", "y[i], s[i] = softmax(k, x[i,k], 1.0)", on_items, softmax)
# CHECK: verify: exact: ok: {{[0-9]+}} sizes, {{[0-9]+}} instances, {{[0-9]+}} dependences{{$}}
add("exact", "c[i], y[i] = mean(k, 1.0, x[i,k])", on_items, mean)
