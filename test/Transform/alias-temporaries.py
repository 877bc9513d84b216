# RUN: %loopyc %inputs/stages.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/stages.f90 --transform=%s --emit=device -o - | FileCheck %s --check-prefix=CODE
# RUN: %loopyc %inputs/stages.f90 --transform=%s --set CASE=errors -fsyntax-only
# RUN: not %loopyc %inputs/stages.f90 --transform=%s --set CASE=overlap --emit=device -o - 2>&1 | FileCheck %s --check-prefix=OVERLAP
# RUN: not %loopyc %inputs/stages.f90 --transform=%s --set CASE=backward --emit=device -o - 2>&1 | FileCheck %s --check-prefix=BACKWARD
CASE = globals().get("CASE")
knl, = lp.parse_fortran(SOURCE, FILENAME)
knl = lp.tag_inames(knl, "j:g.0, i*:l.0")


def refused(message, *args, **kwargs):
    try:
        lp.alias_temporaries(*args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


if CASE == "errors":
    refused("kernel 'stages' has no temporary 'tt'; did you mean 't'?", knl,
            ["t", "tt"])
    refused("has no temporary 'x'", knl, ["t", "x"])
    refused("'t' is given twice", knl, ["t", "t"])
    refused("two or more temporaries are wanted", knl, ["t"])
    refused("'t' shares storage already, that of 't_storage'",
            lp.alias_temporaries(knl, ["t", "u"]), ["v", "t"])
    refused("'u' is local, but 't' is private; temporaries with one storage "
            "live in one memory",
            lp.set_temporary_scope(lp.set_temporary_scope(
                knl, "t", "private"), "u", "local"), ["t", "u"])

# Both hold values at the same time.
# OVERLAP: 't' and 'w' share storage 't_storage', and reading t[-i_1 + 7] ('y_0') has to come before writing w[i] ('w_0'), for example from (j = 0, i_1 = {{[0-7]}}) to (j = 0, i = {{[0-7]}}) with n = 1; let them share none, or in the order in which they hold values
# OVERLAP: note: 't[-i_1 + 7]' is read here
# OVERLAP: note: 'w[i]' is written here
if CASE == "overlap":
    knl = lp.alias_temporaries(knl, ["t", "w"])
    knl = lp.set_temporary_scope(knl, "w", "local")  # as t turns out to be

# BACKWARD: 'u' and 't' share storage 'u_storage', and reading u[-i_3 + 7] ('y_1') has to come before writing t[i] ('t_0')
# The order in which they are named is the order in which they use the storage.
if CASE == "backward":
    knl = lp.alias_temporaries(knl, ["u", "t"])

# In the order given, where the first one was.
# CHECK: TEMPORARIES:
# CHECK-NEXT: t: {{.*}} base_storage: room
# CHECK-NEXT: u: {{.*}} base_storage: room
# CHECK-NEXT: v: {{.*}} base_storage: room
# CHECK-NEXT: w:
# As large as the largest; a barrier wherever another one's values come, or
# what another work-item wrote is read.
# CODE: __local __attribute__((aligned(8))) char room[64];
# CODE-NEXT: __local float *const t = (__local float *) room;
# CODE-NEXT: __local float *const u = (__local float *) room;
# CODE-NEXT: __local double *const v = (__local double *) room;
# CODE: t[lid(0)] =
# CODE: barrier
# CODE: y[{{.*}}] = t[
# CODE: barrier
# CODE: u[lid(0)] =
# CODE: barrier
# CODE: u[7 - lid(0)]
# CODE: barrier
# CODE: v[lid(0)] =
# CODE: barrier
if CASE is None:
    knl = lp.alias_temporaries(knl, ["t", "u", "v"], base_name_prefix="room")
RESULT = knl
