# q in short vectors of 3, which take the room of 4; r in three arrays of groups
# of 5, of which each lies turned; weight in groups of 4 that are split again.
unit = lp.parse_fortran(SOURCE, FILENAME)
for name in ("advance", "limit"):
    knl = unit[name]
    knl = lp.tag_array_axes(knl, "q", "vec,N1,N0")
    knl = lp.split_array_axis(knl, ("r", 1), 5)
    knl = lp.tag_array_axes(knl, "r", "sep,N0,N2,N1")
    if name == "advance":
        knl = lp.split_array_axis(knl, ("weight", 0), 4)
        knl = lp.split_array_axis(knl, ("weight", 1), 3)
        knl = lp.tag_array_axes(knl, "weight", "N0,N2,N1")
    knl = lp.tag_inames(knl, {"c": "unr"})
    unit = unit.with_kernel(knl)
RESULT = unit
