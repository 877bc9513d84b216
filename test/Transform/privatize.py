# RUN: %loopyc %inputs/private.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/private.f90 --transform=%s --emit=header --target=opencl -o - | FileCheck %s --check-prefix=HEADER
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=race -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RACE
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=argument -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ARGUMENT
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=before -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BEFORE
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=into -fsyntax-only 2>&1 | FileCheck %s --check-prefix=INTO
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=out -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OUT
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=dummy -fsyntax-only 2>&1 | FileCheck %s --check-prefix=DUMMY
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=some -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SOME
# RUN: not %loopyc %inputs/private.f90 --transform=%s --set CASE=unwritten -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
CASE = globals().get("CASE")
t = lp.parse_fortran(SOURCE, FILENAME)
knl, flows = t["gather"], t["flows"]

def spread(knl):
    return lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")

if CASE == "race":
    # RACE: error: kernel 'gather': write race between work-groups (gid(0)): the output dependence on 'w'
    lp.generate_code_v2(spread(lp.privatize(knl, "v", "i")))
if CASE == "argument":
    # A dummy that serves as scratch is no temporary.
    # ARGUMENT: error: kernel 'gather': {{.*}} work-groups (gid(0)){{.*}} dependence on 'v'
    lp.generate_code_v2(spread(lp.privatize(knl, "w", "i")))
if CASE == "before":
    # BEFORE: private.f90:34:5: error: kernel 'flows': privatize: 'before' is not private to 'i', for an iteration reads what another wrote: the flow dependence on 'before' from writing before ('before_1') to reading before ('y_0'), for example from (i = 0) to (i = 1)
    # BEFORE: private.f90:35:5: note: 'before' is written here
    # BEFORE: private.f90:34:5: note: 'before' is read here
    lp.privatize(flows, "before", "i")
if CASE == "into":
    # INTO: error: kernel 'flows': privatize: 'into' is not private to 'i', for {{an iteration reads what another wrote|the loops read what was written before them}}
    lp.privatize(flows, "into", "i")
if CASE == "out":
    # OUT: error: kernel 'flows': privatize: 'out' is not private to 'i', for what the loops wrote is read after them
    lp.privatize(flows, "out", "i")
if CASE == "dummy":
    # DUMMY: error: kernel 'flows': privatize: 'v' is not private to 'i', for an iteration reads what another wrote
    lp.privatize(flows, "v", "i")
if CASE == "some":
    # SOME: error: privatize: kernel 'gather': 't_0' uses 't' in some of the loops 'i', 's' only; name those that all of its uses have in common
    lp.privatize(knl, "t", "i, s")
if CASE == "unwritten":
    # UNWRITTEN: error: privatize: kernel 'gather': nothing within 'i' writes 'x'
    lp.privatize(knl, "x", "i")
# CHECK-LABEL: KERNEL: gather
# CHECK: w: {{.*}} for each of: (i)
# CHECK: t: {{.*}} for each of: (i)
# CHECK: v_private: {{.*}} shape: (4), {{.*}} for each of: (i)
# CHECK: v_private[s_2] = x[i] + float64(s_2 + 1)
# HEADER: asserted: each iteration of 'i' has a 'w' of its own, and reads of it what it has written
# HEADER: asserted: each iteration of 'i' has a 'v' of its own, and reads of it what it has written; nothing needs what the argument 'v' holds afterwards
# HEADER-NOT: asserted{{.*}}'t'
RESULT = lp.privatize(knl, "w, v, t", "i")
