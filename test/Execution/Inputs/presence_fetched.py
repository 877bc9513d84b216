chain = lp.parse_fortran(SOURCE, FILENAME)["chain"]
with_b = lp.fix_parameters(chain, b_present=1).copy(name="with_b")
with_b = lp.map_parallel(with_b)
chain = lp.split_iname(chain, "i", 16, inner_tag="l.0", outer_tag="g.0")
chain = lp.add_prefetch(chain, "b", ["i_inner"], default_tag="l.auto")
RESULT = [chain, with_b]
