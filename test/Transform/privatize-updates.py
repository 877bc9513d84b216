# RUN: %loopyc %inputs/scatter.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/scatter.f90 --transform=%s --emit=header --target=opencl -o - | FileCheck %s --check-prefix=HEADER
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=plain -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PLAIN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=groups -fsyntax-only 2>&1 | FileCheck %s --check-prefix=GROUPS
# RUN: not %loopyc %inputs/running.f90 --transform=%s --set CASE=reads -fsyntax-only 2>&1 | FileCheck %s --check-prefix=READS
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=product -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PRODUCT
CASE = globals().get("CASE")
t = lp.parse_fortran(SOURCE, FILENAME)

def spread(knl):
    return lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")

if CASE != "reads":
    knl = lp.assert_map(spread(t["scatter"]), "ix", injective=True)
if CASE == "plain":
    # PLAIN: privatize_updates: kernel 'scatter': nothing within the inames updates 'g' by one operation
    lp.privatize_updates(knl, "g", "i_outer")
if CASE == "groups":
    # GROUPS: privatize_updates: kernel 'scatter': 'i_outer' is on work-groups, too, which would share copies
    lp.privatize_updates(knl, "h", "i_inner")
if CASE == "reads":
    # READS: running.f90:7:5: error: privatize_updates: kernel 'running': 'y_0' reads h[0] in the same loops, and is no update by one operation
    lp.privatize_updates(spread(t["running"]), "h", "i_outer")
if CASE == "product":
    # PRODUCT: privatize_updates: kernel 'wrong': 'z' is complex(4), whose parts can be added atomically, but not multiplied; name all parallel inames
    lp.privatize_updates(spread(t["wrong"]), "z", "i_outer")
# Of a size that is known when it runs, the copies are in global memory.
# CHECK: h_copy: {{.*}} shape: (n, {{.*}}), {{.*}} aspace: global
# CHECK: h_copy[h_init_inner + 16*h_init_outer, i_outer_copy] = 0.0
# CHECK: h_copy[ix[i_inner + 16*i_outer] - 1, i_outer] = h_copy[ix[i_inner + 16*i_outer] - 1, i_outer] + x[i_inner + 16*i_outer]  {{{.*}}, atomic}
# CHECK: gbarrier
# CHECK: h[h_sum_inner + 16*h_sum_outer] = h[h_sum_inner + 16*h_sum_outer] + h_copy[h_sum_inner + 16*h_sum_outer, i_outer_copy_0]
# HEADER: privatize_updates: reassociates the sum in 'h': each copy is summed up for itself, by atomic updates
RESULT = lp.privatize_updates(knl, "h", "i_outer", across="steps")
