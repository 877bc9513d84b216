# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=tag -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TAG
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=barrier -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BARRIER
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=nosync -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NOSYNC
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=space -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SPACE
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["triangle"]

if CASE == "tag":
    # TAG: within 'writes:q' matches no instruction of kernel 'triangle'
    knl = lp.tag_instructions(knl, "prep", within="writes:q")
if CASE == "barrier":
    # BARRIER: instruction '{{.*}}' does not come before all that the barrier is to precede
    knl = lp.add_barrier(knl, "writes:b", "writes:t")
if CASE == "nosync":
    # NOSYNC: 'group' is no scope; these are local, global and any
    knl = lp.add_nosync(knl, "group", "writes:b", "writes:t")
if CASE == "space":
    # SPACE: 'register' is no address space for temporaries
    knl = lp.set_temporary_address_space(knl, "t", "register")

# CHECK: type: float64, shape: (){{.*}} aspace: local
# CHECK: for i
# CHECK-NEXT: t = 2.0d0*a[i]  {id=[[LOAD:.*]], tags=prep}
# CHECK-NEXT: ... lbarrier  {id=wait, dep=[[LOAD]]}
# CHECK-NEXT: for j
# CHECK-NEXT: b[j, i] = {{.*}}dep=[[LOAD]]:wait
knl = lp.tag_instructions(knl, "prep", within="writes:t")
knl = lp.add_dependency(knl, "writes:b", "tag:prep")
knl = lp.add_barrier(knl, "tag:prep", "writes:b", id_based_on="wait",
                     synchronization_kind="local")
RESULT = lp.set_temporary_address_space(knl, "t", "local")
