# RUN: %loopyc %inputs/private.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=before -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BEFORE
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=argument -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ARGUMENT
CASE = globals().get("CASE")
t = lp.parse_fortran(SOURCE, FILENAME)
if CASE == "before":
    # BEFORE: privatize_temporaries_with_inames: 'before' is not private to 'i', for an iteration reads what another wrote
    lp.privatize_temporaries_with_inames(t["flows"], "i", "before")
if CASE == "argument":
    # ARGUMENT: privatize_temporaries_with_inames: {{.*}}'v'
    lp.privatize_temporaries_with_inames(t["flows"], "i", "v")
# The iname's axis varies fastest.
# CHECK: w: type: {{.*}}, shape: (m, n), dim_tags: (N1:stride:n, N0:stride:1)
# CHECK: t: type: {{.*}}, shape: (n), dim_tags: (N0:stride:1)
# CHECK: w[ix[i, s] - 1, i] = x[i]*float64(s + 1)
# CHECK: t[i] =
RESULT = lp.privatize_temporaries_with_inames(t["gather"], {"i"})
