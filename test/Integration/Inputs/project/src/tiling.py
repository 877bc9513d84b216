def tile(lp, knl, width):
    return lp.split_iname(knl, "i", width, outer_tag="g.0", inner_tag="l.0")
