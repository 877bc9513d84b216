# What a reduction adds up becomes a rule, which precompute keeps.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl,c --check -Wno-serial -o %t | FileCheck %s
import loopy as lp
import numpy as np
from loopy.transform.data import reduction_arg_to_subst_rule

# Each group adds up its part, and one work-item the parts.
dot = lp.make_kernel("{ [i]: 0<=i<n }", "d = sum(i, x[i]*y[i])",
                     [lp.GlobalArg("x", np.float64), lp.GlobalArg("y", np.float64), "..."],
                     assumptions="n mod 64 = 0 and n >= 64", name="dot")
dot = lp.split_iname(dot, "i", 64)
dot = lp.split_reduction_inward(dot, "i_inner")
dot = reduction_arg_to_subst_rule(dot, "i_outer")
print(dot)
# CHECK: red_i_outer_arg(i_outer) := sum(i_inner, x[i_inner + 64*i_outer]*y[i_inner + 64*i_outer])
# CHECK: d = sum(i_outer, red_i_outer_arg(i_outer))
dot = lp.precompute(dot, "red_i_outer_arg", "i_outer", precompute_inames="part",
                    temporary_address_space=lp.AddressSpace.GLOBAL, default_tag=None)
dot = lp.tag_inames(dot, {"part": "g.0", "i_inner": "l.0"})
dot = lp.insert_global_barriers(dot)

# One rule for each argument.
many = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<10 }",
    """
    y[i] = sum(k, a[k]*x[i]) + max(k, a[k])   {id=y}
    z[i] = sum(k, a[k])
    """, [lp.GlobalArg("x", np.float64), lp.GlobalArg("a", np.float64), "..."], name="many")
many = lp.reduction_arg_to_subst_rule(many, "k", subst_rule_name="term")
print(many)
# CHECK: {{^}}term(k) := a[k]*x[i]
# CHECK: {{^}}term_0(k) := a[k]
# CHECK: y[i] = sum(k, term(k)) + max([k], term_0(k))
# CHECK: z[i] = sum(k, term_0(k))


def refused(*arguments, **keywords):
    try:
        print("accepted", lp.reduction_arg_to_subst_rule(many, *arguments, **keywords))
    except lp.LoopyError as error:
        print(error)


# CHECK: reduction_arg_to_subst_rule: no instruction of kernel 'many' has a reduction over just i; lp.split_reduction_outward makes one of a reduction over more, lp.expand_subst of one in a rule
refused("i")
# CHECK: reduction_arg_to_subst_rule: 'x' is already a name in kernel 'many'; choose another
refused("k", subst_rule_name="x")
# CHECK: reduction_arg_to_subst_rule: insn_match 'id:w' matches no instruction of kernel 'many'
refused("k", "id:w")

# CHECK: check: dot: opencl: ok
# CHECK: check: dot: c: ok
# CHECK: check: many: opencl: ok
# CHECK: check: many: c: ok
RESULT = [dot, lp.split_iname(many, "i", 16, outer_tag="g.0", inner_tag="l.0")]
