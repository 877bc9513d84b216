# RUN: %loopyc %inputs/rules.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=none -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=taken -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TAKEN
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=parameter -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PARAMETER
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=text -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TEXT
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["forms"]

# NONE: no expression of kernel 'forms' has the form of the template 'cos(t)**2'
# TAKEN: 'y' is already a name in kernel 'forms'
# PARAMETER: the template 'sin(t)**2' does not mention its parameter 'u'
# NAME: cannot read expression 'sin(w)**2': unknown name 'w' at column 6
# TEXT: cannot read expression 'sin(t**2': expected ')' at column 9
if CASE == "none":
    lp.extract_subst(knl, "square", "cos(t)**2", ["t"])
if CASE == "taken":
    lp.extract_subst(knl, "y", "sin(t)**2", ["t"])
if CASE == "parameter":
    lp.extract_subst(knl, "square", "sin(t)**2", ["t", "u"])
if CASE == "name":
    lp.extract_subst(knl, "square", "sin(w)**2")
if CASE == "text":
    lp.extract_subst(knl, "square", "sin(t**2", ["t"])

# A parameter stands for any expression, an index included; rules may use rules.
# CHECK-LABEL: KERNEL: forms
# CHECK: square(t) := sin(t)**2
# CHECK-NEXT: at(j) := x[j]
# CHECK: y[i + 1] = square(at(i + 1)) + square(at(i + 1) + 1.0d0)
# CHECK-NEXT: z[i + 1] = 2.0d0*square(at(i))
both = lp.extract_subst(knl, "square", "sin(t)**2", ["t"])
both = lp.extract_subst(both, "at", "x[j]", "j")

# CHECK-LABEL: KERNEL: partly
# CHECK: square(t) := sin(t)**2
# CHECK: y[i + 1] = sin(x[i + 1])**2 + sin(x[i + 1] + 1.0d0)**2
# CHECK-NEXT: z[i + 1] = 2.0d0*square(x[i])
partly = lp.extract_subst(knl, "square", "sin(t)**2", ["t"],
                          within="writes:z")

# Without parameters: that very expression.
# CHECK-LABEL: KERNEL: exactly
# CHECK: here := sin(x[i + 1])**2
# CHECK: y[i + 1] = here() + sin(x[i + 1] + 1.0d0)**2
# CHECK-NEXT: z[i + 1] = 2.0d0*sin(x[i])**2
exactly = lp.extract_subst(knl, "here", "sin(x[i + 1])**2")

RESULT = [both, partly.copy(name="partly"), exactly.copy(name="exactly")]
