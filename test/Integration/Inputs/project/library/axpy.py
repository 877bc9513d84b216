knl, = lp.parse_fortran(SOURCE, FILENAME)
RESULT = lp.tag_inames(knl, "i:g.0")
