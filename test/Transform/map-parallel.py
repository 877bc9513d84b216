# What goes where: --print-script shows it.
# RUN: %loopyc %inputs/nests-to-map.f90 --print-script | FileCheck %s
# CHECK:      knl = t["columns"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.tag_inames(knl, "j:g.1")
# CHECK-NEXT: knl = lp.set_options(knl, fit_groups=True)
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["rows"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.tag_inames(knl, "j:g.1")
# CHECK-NEXT: knl = lp.set_options(knl, fit_groups=True)
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["components"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.split_iname(knl, "i_1", 131072)
# CHECK-NEXT: knl = lp.split_iname(knl, "i_1_inner", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.insert_global_barriers(knl)
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["fluxes"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.tag_inames(knl, "j:g.1")
# CHECK-NEXT: knl = lp.split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.insert_global_barriers(knl)
# CHECK-NEXT: knl = lp.set_options(knl, fit_groups=True)
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["steps"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.tag_inames(knl, "j:g.1")
# CHECK-NEXT: knl = lp.split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.tag_inames(knl, "j_1:g.1")
# CHECK-NEXT: knl = lp.split_iname(knl, "i_2", 512)
# CHECK-NEXT: knl = lp.split_iname(knl, "i_2_inner", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: knl = lp.split_iname(knl, "j_2", 512, inner_tag="g.1")
# CHECK-NEXT: knl = lp.insert_global_barriers(knl)
# CHECK-NEXT: knl = lp.set_options(knl, fit_groups=True)
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["beside"]
# CHECK-NEXT: knl = lp.tag_inames(knl, "j:g.0")
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 128, inner_tag="l.0")
# CHECK-NEXT: knl = lp.split_iname(knl, "i_1", 128, inner_tag="l.0")
# CHECK-NEXT: kernels.append(knl)
# CHECK:      knl = t["constant"]
# CHECK-NEXT: knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
# CHECK-NEXT: kernels.append(knl)

# What a script has tagged stays as it is, and what it asks to be in order.
# RUN: %loopyc %inputs/nests-to-map.f90 --transform=%s --emit=ir -o - | FileCheck %s --check-prefix=LEFT
t = lp.parse_fortran(SOURCE, FILENAME)
knl = lp.map_parallel(lp.tag_inames(t["rows"], "i:ord"))
# LEFT: KERNEL: rows
# LEFT: i: ord
# LEFT: j_inner: l.0
# LEFT: j_outer: g.0
steps = lp.split_iname(t["steps"], "j", 16, outer_tag="g.0", inner_tag="l.0")
steps = lp.map_parallel(steps)
# LEFT: KERNEL: steps
# LEFT: i: None
# LEFT: i_1_inner: l.0
# LEFT: i_1_outer: g.0
# LEFT: j_inner: l.0
# LEFT: j_outer: g.0
# LEFT: t: None
assert any("map_parallel" in str(line) for line in steps.history), steps.history
RESULT = [knl, steps]
