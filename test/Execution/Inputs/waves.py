# waves.F90 by the paper's transformations up to its level 8. Nq, FIELDS and
# DIRECTIONS ("rs", "rst") come from the command line; SLICES k-slices at a time
# are interleaved.
from loopy import *
import loopy.match as m

SLICES = globals().get("SLICES", 1)
comps = ["Rho", "M1", "M2", "M3", "S", "C1", "C2", "C3"][:FIELDS]
kernels = parse_fortran(SOURCE, FILENAME)
f = fuse_kernels([kernels["wave" + ax] for ax in DIRECTIONS.upper()],
                 suffixes=["_" + ax for ax in DIRECTIONS])
f = fix_parameters(f, Nq=Nq, kappa=0.5)
f = assume(f, "nel >= 1")
f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
if SLICES > 1:
    f = split_iname(f, "k", SLICES, inner_tag="ilp")
    f = set_loop_priority(f, "k_outer")
else:
    f = set_loop_priority(f, "k")
k = "k" if SLICES == 1 else f"k_inner + {SLICES}*k_outer"

f = tag_data_axes(f, "D", "N0,N1")
for name in ["q", "rhsq"]:
    f = set_array_dim_names(f, name, "i,j,k,field,e")
    f = split_array_dim(f, (name, 3, "F"), 4, auto_split_inames=False)
    f = tag_data_axes(f, name, "N0,N1,N2,vec,N4,N3")
f = add_prefetch(f, "D[:,:]")

prep = []
for insn in find_instructions(f, "tag:local_prep"):
    prep.append(insn.assignee_name)
    f = assignment_to_subst(f, insn.assignee_name)
for ax in DIRECTIONS:
    f = assignment_to_subst(f, "JD_" + ax)

# A slice of r- and s-fluxes at a time. The t-fluxes of a point stay with its
# work-item.
sweeps = {"r": (("j", "n"), ("jj", "ii")), "s": (("i", "n"), ("ii", "jj"))}
for comp in comps:
    for ax in DIRECTIONS:
        f = assignment_to_subst(f, comp + "flx_" + ax)
        rule, store = comp + "flx_" + ax + "_subst", "store_" + comp + ax
        if ax == "t":
            f = precompute(f, rule, "n", temporary_name=store,
                           precompute_inames=["nn"], default_tag=None)
        else:
            sweep, inames = sweeps[ax]
            f = precompute(f, rule, sweep, temporary_name=store,
                           precompute_inames=inames, default_tag=None)
            f = tag_data_axes(f, store, {"ii": "N0", "jj": "N1"})
f = tag_inames(f, "ii:l.0, jj:l.1")
for ax in DIRECTIONS.replace("t", ""):
    f = alias_temporaries(f, ["store_" + comp + ax for comp in comps])
for comp in comps:
    for ax in DIRECTIONS:
        f = rename_iname(f, "n", "n_" + comp, existing_ok=True,
                         within=m.Reads("store_" + comp + ax))

for name in prep:
    if name.endswith("_r") and not name.startswith("Jinv"):
        f = precompute(f, find_one_rule_matching(f, name + "_*subst*"))
f = add_prefetch(f, f"q[ii,jj,{k},:,:,e]")
f = buffer_array(f, "rhsq", (), fetch_bounding_box=True, default_tag="for",
                 init_expression="0", store_expression="base + buffer")
for name in ["rhsq_buf", "q_fetch"]:
    f = tag_data_axes(f, name, "vec,N0")
f = tag_inames(f, "rhsq_init_field_inner:vec, rhsq_store_field_inner:vec,"
                  "rhsq_init_field_outer:unr, rhsq_store_field_outer:unr,"
                  "q_dim_field_outer:unr, q_dim_field_inner:vec")
f = collect_common_factors_on_increment(f, "rhsq_buf")
RESULT = f
