# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=rename -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RENAME
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=order -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ORDER
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=dtype -fsyntax-only 2>&1 | FileCheck %s --check-prefix=DTYPE
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=option -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OPTION
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "rename":
    # RENAME: 'n' is already a name in kernel 'fields'
    knl = lp.rename_argument(knl, "q", "n")
if CASE == "name":
    # NAME: 'q(1)' cannot be a name
    knl = lp.rename_argument(knl, "q", "q(1)")
if CASE == "order":
    # ORDER: argument 'alpha' of kernel 'fields' is missing; list all arguments
    knl = lp.set_argument_order(knl, "n,q,r,unused")
if CASE == "dtype":
    # DTYPE: 'q' is declared real(4) (float32) in Fortran and cannot become float64
    knl = lp.add_dtypes(knl, {"q": np.float64})
if CASE == "option":
    # OPTION: there is no option 'write_cod'; did you mean 'write_code'
    knl = lp.set_options(knl, write_cod=True)

# CHECK: ARGUMENTS:
# CHECK-NEXT: source: type: float32
# CHECK-NEXT: r: type: float32
# CHECK-NEXT: n: ValueArg
# CHECK-NEXT: alpha: ValueArg
# CHECK-NEXT: ---
# CHECK: r[i, f] = alpha*source[i, f]
knl = lp.remove_unused_arguments(knl)
knl = lp.rename_argument(knl, "q", "source")
knl = lp.add_dtypes(knl, {"source": np.float32})
RESULT = lp.set_argument_order(knl, "source,r,n,alpha")
