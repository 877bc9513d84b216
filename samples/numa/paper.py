# From two Fortran subroutines to one GPU kernel in eight levels: the listings
# of seed 000, section 3, joined. Each marker "[Opt. level N]" ends a level:
# cut there, RESULT = f, and the kernel of that level comes out.
#
# Nq, the number of points along an element's edge, comes from the command
# line: --set Nq=8.

from loopy import *
import loopy.match as m

f_r, f_s = parse_fortran(SOURCE, FILENAME,
  auto_dependencies=False)

f = fuse_kernels([f_r, f_s], suffixes=["_r", "_s"])

f = fix_parameters(f, Nq=Nq)
f = fix_parameters(f, p_p0=1, p_Gamma=1.4, p_R=1)
f = assume(f, "Ne >= 1")

f = set_loop_priority(f, "k")
f = tag_inames(f, "e:g.0, i:l.0, j:l.1")

# [Opt. level 1]

f = tag_data_axes(f, "D", "N0,N1")
for name in ["q", "rhsq"]:
  f = set_array_dim_names(f, name, "i,j,k,field,e")
  f = split_array_dim(
    f, (name, 3, "F"), 4, auto_split_inames=False)
  f = tag_data_axes(f, name, "N0,N1,N2,vec,N4,N3")

# [Opt. level 2]

f = add_prefetch(f, "D[:,:]")

# [Opt. level 3]

local_prep_var_names = set()
for insn in find_instructions(f, "tag:local_prep"):
  assignee = insn.assignee_name
  local_prep_var_names.add(assignee)
  f = assignment_to_subst(f, assignee)

f = assignment_to_subst(f, "JiD_r")
f = assignment_to_subst(f, "JiD_s")

# [Opt. level 4]

comps = ["U1", "U2", "U3", "Rh", "Th", "Q1", "Q2", "Q3"]
for comp in comps:
  for ref_ax, flux_inames, flux_precomp_inames in [
      ("r", ("j", "n",), ("jj","ii",)),
      ("s", ("i", "n",), ("ii","jj",)),
      ]:

    flux_var = comp+"flx_"+ref_ax
    f = assignment_to_subst(f, flux_var)
    flux_store_name = "flux_store_" + comp + ref_ax
    f = precompute(f, flux_var+"_subst", flux_inames,
      temporary_name=flux_store_name,
      precompute_inames=flux_precomp_inames,
      default_tag=None)

    f = tag_data_axes(
      f, flux_store_name, {"ii":"N0", "jj":"N1"})

f = tag_inames(f, "ii:l.0,jj:l.1")
for ref_ax in ["r", "s"]:

  f = alias_temporaries(f,
    ["flux_store_" + comp + ref_ax for comp in comps])

for comp in comps:
  for ref_ax in ["r", "s"]:
    flux_store_name = "flux_store_" + comp + ref_ax
    f = rename_iname(f, "n", "n_"+comp,
      within=m.Reads(flux_store_name), existing_ok=True)

# [Opt. level 5]

for prep_vname in local_prep_var_names:
  if prep_vname.startswith("Jinv") or "_s" in prep_vname:
    continue
  f = precompute(f,
    find_one_rule_matching(f, prep_vname+"_*subst*"))

# [Opt. level 6]

f = add_prefetch(f, "q[ii,jj,k,:,:,e]")

f = buffer_array(f, "rhsq", (),
  fetch_bounding_box=True, default_tag="for",
  init_expression="0",
  store_expression="base + buffer")

# [Opt. level 7]

f = tag_data_axes(f, "rhsq_buf", "vec,N0")
f = tag_data_axes(f, "q_fetch", "vec,N0")
f = tag_data_axes(f, "D_fetch", "N0,N1")
f = tag_inames(f,
  "rhsq_init_field_inner:vec,rhsq_store_field_inner:vec,"
  "rhsq_init_field_outer:unr,rhsq_store_field_outer:unr,"
  "q_dim_field_outer:unr,q_dim_field_inner:vec")

f = collect_common_factors_on_increment(f, "rhsq_buf")

# [Opt. level 8]

RESULT = f
