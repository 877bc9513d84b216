# Arrays of the kernel that lie otherwise than Fortran's.
knl, = lp.parse_fortran(SOURCE, FILENAME)
knl = lp.split_array_axis(knl, ("a", 0, "F"), 4)
knl = lp.tag_array_axes(knl, "a", "vec,N0,N1")
knl = lp.tag_array_axes(knl, "b", "N1,N0")
knl = lp.tag_array_axes(knl, "c", "N0,sep")
knl = lp.tag_array_axes(knl, "e", "sep,N0,sep")
knl = lp.rename_argument(knl, "d", "renamed")
knl = lp.fix_parameters(knl, k=3)
knl = lp.remove_unused_arguments(knl)
RESULT = knl
