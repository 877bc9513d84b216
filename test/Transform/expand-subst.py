# RUN: %loopyc %inputs/rules.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=none -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=one -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ONE
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=several -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SEVERAL
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["forms"]
knl = lp.extract_subst(knl, "square", "sin(t)**2", ["t"])
knl = lp.extract_subst(knl, "at", "x[j]", "j")

# NONE: 'within' selects no use of a substitution rule in kernel 'forms'
# ONE: one substitution rule of kernel 'forms' should match 'squares', but none does; did you mean 'square'?
# SEVERAL: one substitution rule of kernel 'forms' should match '*', but 'square', 'at' do
if CASE == "none":
    lp.expand_subst(knl, "... > id:cube")
if CASE == "one":
    lp.find_one_rule_matching(knl, "squares")
if CASE == "several":
    lp.find_one_rule_matching(knl, "*")
assert lp.find_rules_matching(knl, "*a*") == ["square", "at"]
assert lp.find_rules_matching(knl, "a?") == ["at"]
assert lp.find_rules_matching(knl, "b*") == []
assert lp.find_one_rule_matching(knl, "s*") == "square"

# CHECK-LABEL: KERNEL: forms
# CHECK-NOT: SUBSTITUTION RULES
# CHECK: y[i + 1] = sin(x[i + 1])**2 + sin(x[i + 1] + 1.0d0)**2
# CHECK-NEXT: z[i + 1] = 2.0d0*sin(x[i])**2
everything = lp.expand_subst(knl)

# A path ends in the rule; "..." is any number of rules on the way.
# CHECK-LABEL: KERNEL: squares
# CHECK: SUBSTITUTION RULES:
# CHECK-NEXT: at(j) := x[j]
# CHECK: y[i + 1] = sin(at(i + 1))**2 + sin(at(i + 1) + 1.0d0)**2
# CHECK-NEXT: z[i + 1] = 2.0d0*sin(at(i))**2
squares = lp.expand_subst(knl, "... > id:square")

# In one instruction; rules that are still used elsewhere stay.
# CHECK-LABEL: KERNEL: one_instruction
# CHECK: square(t) := sin(t)**2
# CHECK-NEXT: at(j) := x[j]
# CHECK: y[i + 1] = square(at(i + 1)) + square(at(i + 1) + 1.0d0)
# CHECK-NEXT: z[i + 1] = 2.0d0*sin(x[i])**2
one = lp.expand_subst(knl, "writes:z > ...")

RESULT = [everything, squares.copy(name="squares"),
          one.copy(name="one_instruction")]
