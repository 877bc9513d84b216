# The volume term for an H200, found by measuring: a group takes some k-slices
# of an element and stages all their fluxes at once, as short vectors in local
# memory, behind a single barrier. What limits it then is the traffic of local
# memory; where Nq is large, each work-item sums for two j, so that what it
# loads serves twice.
from loopy import *

comps = ["U1", "U2", "U3", "Rh", "Th", "Q1", "Q2", "Q3"]
# k-slices a group, and j a work-item
slices, points = {4: (4, 1), 8: (2, 1), 12: (2, 3), 16: (1, 2)}.get(Nq, (1, 1))
# A long sum is shorter code as a loop of four terms: fewer instructions to fetch.
terms = "unr_hint.4" if Nq == 8 else "unr"

f = fuse_kernels(list(parse_fortran(SOURCE, FILENAME)), suffixes=["_r", "_s"])
f = fix_parameters(f, Nq=Nq, p_p0=1, p_Gamma=1.4, p_R=1)
f = assume(f, "Ne >= 1")
f = split_iname(f, "k", slices, inner_tag="l.2")

for name in ["q", "rhsq"]:
    f = set_array_dim_names(f, name, "i,j,k,field,e")
    f = split_array_dim(f, (name, 3, "F"), 4, auto_split_inames=False)
    f = tag_data_axes(f, name, "N0,N1,N2,vec,N4,N3")

f = add_prefetch(f, "D[:,:]")

prep = [insn.assignee_name for insn in find_instructions(f, "tag:local_prep")]
for name in prep + ["JiD_r", "JiD_s"]:
    f = assignment_to_subst(f, name)

# The fluxes of each direction: one array of short vectors of 4. A row is one vector
# longer than it need be, so that a warp's accesses fall into different banks.
row, plane = Nq + 1, Nq*(Nq + 1)
padded = f"stride:4,stride:{4*row},stride:{4*plane},vec,stride:{4*plane*slices}"
for ax, sweep, at, layout in [
        ("r", ("j", "n", "k_inner"), ("jj", "ii", "kk"), padded),
        ("s", ("i", "n", "k_inner"), ("ii", "jj", "kk"), "N0,N1,N2,vec,N3")]:
    for comp in comps:
        f = assignment_to_subst(f, comp + "flx_" + ax)
        f = precompute(f, comp + "flx_" + ax + "_subst", sweep,
                       temporary_name=comp + ax, precompute_inames=at,
                       default_tag=None, temporary_address_space="local")
    flux = "flux_" + ax
    f = concatenate_arrays(f, [comp + ax for comp in comps], flux, axis_nr="kk")
    f = split_array_axis(f, (flux, "kk", "F"), slices)
    f = split_array_axis(f, (flux, 3, "F"), 4)
    f = tag_data_axes(f, flux, layout)
f = tag_inames(f, "kk:l.2")

# Everything else is read and written once a point.
for name in prep:
    if not name.startswith("Jinv"):
        for rule in find_rules_matching(f, name + "_*subst*"):
            f = precompute(f, rule)
f = add_prefetch(f, f"q[ii,jj,kk + {slices}*k_outer,:,:,e]", default_tag=None)
f = buffer_array(f, "rhsq", "n", fetch_bounding_box=True, default_tag=None,
                 init_expression="0", store_expression="base + buffer")
f = tag_data_axes(f, "rhsq_buf", "vec,N0")
f = tag_data_axes(f, "q_fetch", "vec,N0")
f = tag_inames(f, "rhsq_*_field_inner:vec, q_dim_field_inner:vec")
f = tag_inames(f, "rhsq_*_field_outer:unr, q_dim_field_outer:unr")
f = tag_inames(f, {"n": terms})
f = collect_common_factors_on_increment(f, "rhsq_buf")

f = tag_inames(f, "i:l.0, ii:l.0")
for iname in ["j", "jj"]:
    if points == 1:
        f = tag_inames(f, {iname: "l.1"})
    else:
        f = split_iname(f, iname, Nq//points, inner_tag="l.1", outer_tag="ilp")
# Groups that run together take what lies together: slices of one element.
RESULT = join_inames(f, ["e", "k_outer"], "slab", tag="g.0")
