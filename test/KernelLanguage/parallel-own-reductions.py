# Reductions by operations of the script that are said to be associative and
# commutative are parallel ones: on work-items, groups, instances side by side, of
# several values, under conditions. Others are refused.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c,cuda --check -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t.0 --target=opencl,c --check -Wno-serial --param n=0 --param m=3 | FileCheck %s --check-prefix=OK
# RUN: %loopyc %s -o %t.1 --target=opencl,c --check -Wno-serial --param n=1 --param m=1 | FileCheck %s --check-prefix=OK
# RUN: %loopyc %s -o %t.2 --target=opencl,c --check -Wno-serial --param n=1013 --param m=5 | FileCheck %s --check-prefix=OK
# RUN: %loopyc %s -fsyntax-only | FileCheck %s --check-prefix=REFUSED
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
import loopy as lp
import numpy as np

RESULT = []
ROWS = "{ [j,k]: 0<=j<m and 0<=k<n }"


def moments(knl, **said):
    return lp.register_reduction(
        knl, "moments", (0.0, 0.0, 0.0), lambda a, b: (
            f"{a[0]} + {b[0]}",
            f"{a[1]} + ({b[1]} - {a[1]})*({b[0]}/({a[0]} + {b[0]}))",
            f"{a[2]} + {b[2]} + ({b[1]} - {a[1]})**2"
            f"*({a[0]}*{b[0]}/({a[0]} + {b[0]}))"), **said)


def norm(knl, **said):
    return lp.register_reduction(
        knl, "norm", 0.0, lambda a, b: f"sqrt({a}*{a} + {b}*{b})", **said)


def made(name, register, text, domains=ROWS, types={"x": np.float64},
         data=("...",), said={"associative": True, "commutative": True}):
    knl = lp.make_kernel(domains, text, [*data], name=name)
    return lp.add_dtypes(register(knl, **said), types)


def add(name, register, text, transform, **options):
    RESULT.append(transform(made(name, register, text, **options)))


THREE = "c[j], u[j], v[j] = moments(k, 1.0, x[j,k], 0.0)"

add("items", moments, THREE, lambda k: lp.tag_inames(
    lp.split_iname(k, "k", 16, inner_tag="l.0"), {"j": "g.0"}))
# CL: combines by 'moments' over k_inner in another order, for the script says that it is associative and commutative
# CL-LABEL: void items(
# CL: barrier(
# CHECK-DAG: check: items: opencl: ok
# CHECK-DAG: check: items: c: ok
# OK-DAG: check: items: opencl: ok
# OK-DAG: check: items: c: ok

# Over groups: parts of each, and a launch for all.
add("groups", norm, "y = norm(k, x[k])",
    lambda k: lp.split_iname(k, "k", 32, outer_tag="g.0", inner_tag="l.0"),
    domains="{ [k]: 0<=k<n }", types={"x": np.float32},
    data=(lp.GlobalArg("y", np.float32, shape=()), "..."))
# CHECK-DAG: check: groups: opencl: ok
# CHECK-DAG: check: groups: c: ok
# OK-DAG: check: groups: opencl: ok
# OK-DAG: check: groups: c: ok
add("group_moments", moments, "c, u, v = moments(k, 1.0, x[k], 0.0)",
    lambda k: lp.split_iname(k, "k", 8, outer_tag="g.0", inner_tag="l.0"),
    domains="{ [k]: 0<=k<n }",
    data=[lp.GlobalArg(a, np.float64, shape=()) for a in "cuv"] + ["..."])
# CHECK-DAG: check: group_moments: opencl: ok
# CHECK-DAG: check: group_moments: c: ok
# OK-DAG: check: group_moments: opencl: ok

# Instances side by side; two inames; a condition; inside of an expression.
add("copies", moments, THREE, lambda k: lp.tag_inames(lp.split_iname(
    lp.split_iname(k, "k", 32), "k_inner", 4, outer_tag="l.0",
    inner_tag="ilp"), {"j": "g.0"}))
# CHECK-DAG: check: copies: opencl: ok
# CHECK-DAG: check: copies: c: ok
# OK-DAG: check: copies: opencl: ok
add("inside", norm, "y[j] = 2*norm(k, x[j,k]) + 1 {if=x[j,0] > 0}",
    lambda k: lp.tag_inames(lp.split_iname(k, "k", 7, inner_tag="l.0"),
                            {"j": "g.0"}),
    data=(lp.GlobalArg("x", shape="m, n + 1"), lp.GlobalArg("y", np.float64), "..."))
# CHECK-DAG: check: inside: opencl: ok
# CHECK-DAG: check: inside: c: ok
# OK-DAG: check: inside: opencl: ok


def refused(knl):
    try:
        lp.generate_code_v2(lp.tag_inames(
            lp.split_iname(knl, "k", 16, inner_tag="l.0"), {"j": "g.0"}))
        print("accepted")
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


refused(made("unsaid", moments, THREE, said={}))
# REFUSED: the operation 'moments' is not said to be associative and commutative (lp.register_reduction(..., associative=True, commutative=True))
refused(made("half", norm, "y[j] = norm(k, x[j,k])", said={"associative": True}))
# REFUSED: the operation 'norm' is not said to be commutative
refused(lp.set_options(made("kept", norm, "y[j] = norm(k, x[j,k])"),
                       reassociate=False))
# REFUSED: set_options(knl, reassociate=False) forbids to change the order of its operations, which round


def weighted(knl, **said):
    return lp.register_reduction(
        knl, "weighted", 0.0, lambda a, b: f"sqrt({a}*{a} + w[0]*{b}*{b})", **said)


refused(made("data", weighted, "y[j] = weighted(k, x[j,k])",
             types={"x": np.float64, "w": np.float64}))
# REFUSED: 'insn_acc_0' combines with 'w', which is neither an operand of 'weighted' nor a number that the kernel is called with
