"""Reductions over axes of the device, and side by side in a work-item."""

LENGTHS = [1, 2, 3, 4, 5, 7, 8, 16]


def loops_of(v):
    """Those of the program: what reductions are made of stays as it is."""
    names = [i for i in v.plain_loops() if "_part" not in i and "_copy" not in i]
    v.rng.shuffle(names)
    return names


def split(v, loop, outer, inner):
    tags = "".join(f", {name}={tag!r}" for name, tag in
                   (("outer_tag", outer), ("inner_tag", inner)) if tag)
    return f"lp.split_iname(k, {loop!r}, {v.any(*LENGTHS)}{tags})"


def cut(v, line):
    """In one step, as what groups sum up may need launches."""
    return f"k = lp.insert_global_barriers({line})" if v.chance(0.8) else f"k = {line}"


def over_items(v):
    return f"k = {split(v, v.any(*loops_of(v)), None, v.any('l.0', 'l.0', 'l.1'))}"


def over_groups(v):
    return cut(v, split(v, v.any(*loops_of(v)), v.any("g.0", "g.0", "g.1"),
                        v.any("l.0", "l.0", "l.0", "ilp", None)))


def over_two_axes(v):
    names = loops_of(v)
    first, second = [i for i in v.nest(v.insn(), 2) if i in names][:2]
    line = split(v, first, "g.0", "l.0")
    line = split(v, second, v.any("g.1", None), "l.1").replace("(k,", f"({line},")
    return cut(v, line)


def side_by_side(v):
    loop = v.any(*loops_of(v))
    tag = v.any("ilp", "ilp", "vec", "unr")
    line = f"lp.split_iname(k, {loop!r}, {v.any(2, 4)}, inner_tag={tag!r})"
    if v.chance(0.3):
        return f"k = {line}"
    return cut(v, split(v, f"{loop}_outer", v.any(None, "g.0"), "l.0")
               .replace("(k,", f"({line},"))


def on_matrix_units(v):
    """Most are refused: three loops around an update are seldom such a sum."""
    insn = v.insn()
    rows, columns, terms = v.nest(insn, 3)[:3]
    line = "k"
    names = []
    for loop in (rows, columns, terms):
        if v.chance(0.7):
            line = f"lp.split_iname({line}, {loop!r}, {v.any(4, 8, 16)})"
            names.append(loop + "_inner")
        else:
            names.append(loop)
    precision = v.any(None, None, "tf32", "3xtf32")
    return (f"k = lp.use_matrix_units({line}, 'id:{insn.id}', {names[0]!r}, "
            f"{names[1]!r}, {names[2]!r}, precision={precision!r}, "
            f"shape={v.any(None, 'm16n8k4', 'm16n8k8')!r}, "
            f"warps={v.any((1, 1), (2, 1), (1, 2))!r})")


def all_nests(v):
    """Every loop of one name, as the loops of several nests have."""
    line = "k"
    for loop in loops_of(v)[:4]:
        part = split(v, loop, v.any("g.0", None), "l.0")
        line = part.replace("(k,", f"({line},")
    return cut(v, line)


def finished(v):
    names = [a.name for a in v.knl.args if a.name[0] in "rzi" and a.name[1:].isdigit()]
    name = v.any(*names)
    return f"k = lp.set_reduction(k, {name!r}, across={v.any('atomics', 'atomics', 'steps')!r})"


STEPS = [(3, over_items), (4, over_groups), (3, over_two_axes), (3, side_by_side),
         (2, all_nests), (3, finished), (1, on_matrix_units)]
