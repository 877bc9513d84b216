# cells.F90 by the paper's transformations up to its level 8: --set M=8.
from loopy import *
import loopy.match as m

f = fuse_kernels(parse_fortran(SOURCE, FILENAME), suffixes=["_x", "_y"])
f = fix_parameters(f, m=M)
f = set_loop_priority(f, "z")
f = tag_inames(f, "cell:g.0, x:l.0, y:l.1")

# On the device the element varies slowest again.
f = tag_data_axes(f, "deriv", "N1,N0")
f = tag_data_axes(f, "metric", "N4,N3,N2,N1,N0")
for name in ["state", "rate"]:
    f = set_array_dim_names(f, name, "cell,field,z,y,x")
    f = split_array_dim(f, (name, "field", "F"), 4, auto_split_inames=False)
    f = tag_data_axes(f, name, "N4,vec,N3,N2,N1,N0")
f = add_prefetch(f, "deriv[:,:]")

point = [insn.assignee_name for insn in find_instructions(f, "tag:point")]
for name in point + ["factor_x", "factor_y"]:
    f = assignment_to_subst(f, name)

fluxes = ["fa", "fb", "fc", "fw", "fe", "f1", "f2", "f3"]
for flux in fluxes:
    for ax, sweep, at in [("x", ("y", "n"), ("yy", "xx")),
                          ("y", ("x", "n"), ("xx", "yy"))]:
        f = assignment_to_subst(f, flux + "_" + ax)
        f = precompute(f, flux + "_" + ax + "_subst", sweep,
                       temporary_name=flux + ax, precompute_inames=at,
                       default_tag=None)
        f = tag_data_axes(f, flux + ax, {"xx": "N0", "yy": "N1"})
f = tag_inames(f, "xx:l.0, yy:l.1")
for ax in "xy":
    f = alias_temporaries(f, [flux + ax for flux in fluxes])
for flux in fluxes:
    for ax in "xy":
        f = rename_iname(f, "n", "n_" + flux, within=m.Reads(flux + ax),
                         existing_ok=True)

for name in point:
    if name.endswith("_x") and name != "vol_x":
        f = precompute(f, find_one_rule_matching(f, name + "_*subst*"))
f = add_prefetch(f, "state[cell,:,:,z,yy,xx]")
f = buffer_array(f, "rate", (), fetch_bounding_box=True, default_tag="for",
                 init_expression="0", store_expression="base + buffer")
f = tag_data_axes(f, "rate_buf", "vec,N0")
f = tag_data_axes(f, "state_fetch", "vec,N0")
f = tag_inames(f, "rate_*_field_outer:unr, rate_*_field_inner:vec")
f = tag_inames(f, "state_dim_field_outer:unr, state_dim_field_inner:vec")
f = collect_common_factors_on_increment(f, "rate_buf")
RESULT = f
