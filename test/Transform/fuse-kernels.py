# RUN: %loopyc %inputs/pair.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=domain -fsyntax-only 2>&1 | FileCheck %s --check-prefix=DOMAIN
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=declaration -fsyntax-only 2>&1 | FileCheck %s --check-prefix=DECLARATION
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=suffixes -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SUFFIXES
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=circle -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CIRCLE
CASE = globals().get("CASE")
first, second, longer, conflict = lp.parse_fortran(SOURCE, FILENAME)

if CASE == "domain":
    # DOMAIN: the common inames (i) must have one domain, but kernel 'first' has {{.*}} and kernel 'longer' has
    second = lp.fuse_kernels([first, longer])
if CASE == "declaration":
    # DECLARATION: pair.f90:42:{{[0-9]+}}: error: {{.*}}the kernels declare 'x' differently, as real(8) x(n) and as real(4) x(n)
    # DECLARATION: pair.f90:5:{{[0-9]+}}: note: the other declaration is here
    second = lp.fuse_kernels([first, conflict])
if CASE == "suffixes":
    # SUFFIXES: there must be one suffix for each kernel, but there are 1 for 2
    second = lp.fuse_kernels([first, second], suffixes=["_a"])
if CASE == "name":
    # NAME: the suffix '(0)' cannot be part of a name
    second = lp.fuse_kernels([first, second], suffixes=["_a", "(0)"])
if CASE == "circle":
    # CIRCLE: the data flow goes around in a circle
    second = lp.fuse_kernels([first, second],
                             data_flow=[("x", 0, 1), ("x", 1, 0)])

# CHECK: KERNEL: first_and_second
# CHECK: ARGUMENTS:
# CHECK-NEXT: n: ValueArg, type: int32
# CHECK-NEXT: x: type: float64
# CHECK-NEXT: y: type: float64
# CHECK-NEXT: z: type: float64
# CHECK: TEMPORARIES:
# CHECK-NEXT: t_a:
# CHECK-NEXT: t_b:
# CHECK: DOMAINS:
# CHECK-NEXT: [n] -> { [i] : 0 <= i < n }
# CHECK-NEXT: ---
# CHECK: for i
# CHECK-NEXT: t_a = 2.0d0*y[i]
# CHECK-NEXT: x[i] = x[i] + t_a
# CHECK-NEXT: t_b = x[i]
# CHECK-NEXT: z[i] = t_b*t_b
RESULT = lp.fuse_kernels([first, second], suffixes=["_a", "_b"],
                         data_flow=[("x", 0, 1)])
