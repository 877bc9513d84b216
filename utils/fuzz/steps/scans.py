"""Running values over groups, steps, work-items, and side by side in these."""
from steps.reductions import cut, loops_of

ITEMS = [2, 3, 4, 4, 5, 7, 8, 16]
BESIDE = [2, 2, 3, 4, 5]


def split(line, loop, length, outer=None, inner=None):
    tags = "".join(f", {name}={tag!r}" for name, tag in
                   (("outer_tag", outer), ("inner_tag", inner)) if tag)
    return f"lp.split_iname({line}, {loop!r}, {length}{tags})"


def items(v, line, loop):
    return split(line, loop, v.any(*ITEMS), v.any("g.0", "g.0", None), "l.0")


def rows(v, line, loop, beside=None):
    """As many iterations side by side in each work-item, neighbours in others."""
    items, beside = v.any(*ITEMS), beside or v.any(*BESIDE)
    line = split(line, loop, items*beside, v.any("g.0", "g.0", "g.0", None))
    return split(line, f"{loop}_inner", items, v.any("ilp", "ilp", "ilp.seq"), "l.0")


def runs(v, line, loop):
    """... that follow each other."""
    items, beside = v.any(*ITEMS), v.any(*BESIDE)
    line = split(line, loop, items*beside, v.any("g.0", "g.0", None))
    return split(line, f"{loop}_inner", beside, "l.0", v.any("ilp", "ilp", "unr", None))


def steps(v, line, loop):
    """Several times for each group."""
    beside, count = v.any(*BESIDE), v.any(2, 3)
    length = v.any(*ITEMS)*beside
    line = split(line, loop, length*count, v.any("g.0", None))
    line = split(line, f"{loop}_inner", length)
    return split(line, f"{loop}_inner_inner", length//beside,
                 v.any("ilp", "ilp", None), "l.0")


def axes(v, line, loop):
    """One axis inside of another."""
    items, rows = v.any(*ITEMS), v.any(2, 2, 3, 4)
    line = split(line, loop, items*rows, v.any("g.0", "g.0", None))
    return split(line, f"{loop}_inner", items, "l.1", "l.0")


def one_nest(v):
    way = v.any(items, rows, rows, runs, steps, axes)
    return cut(v, way(v, "k", v.any(*loops_of(v))))


def all_nests(v):
    line = "k"
    for loop in loops_of(v)[:4]:
        line = v.any(items, rows, rows, runs, steps)(v, line, loop)
    return cut(v, line)


STEPS = [(3, one_nest), (3, all_nests)]
