"""Splits, copies, maps and tags of loops."""
import re

LENGTHS = [1, 2, 2, 3, 4, 4, 5, 8, 16]
SLABS = ["(0, 1)", "(1, 0)", "(1, 1)", "(2, 1)", "(0, 2)"]
INNER = [None, None, None, "unr", "ilp", "l.0", "l.0", "l.1", "vec", "ilp.seq",
         "unr_hint", "unr_hint.4", "ord"]
OUTER = [None, None, None, None, "g.0", "g.0", "g.1", "ord"]


ALIGN = ["1", "2", "3", "5", "-1"]


def align(v, probability=0.25):
    """Tiles that begin before the loop does, of split_iname."""
    return f", align={v.any(*ALIGN)}" if v.chance(probability) else ""


def words(**options):
    return "".join(f", {name}={value!r}" for name, value in options.items()
                   if value is not None)


def slabs(v, probability=0.3):
    return f", slabs={v.any(*SLABS)}" if v.chance(probability) else ""


def split(v):
    loop, within = v.some() if v.chance(0.3) else (v.loop(), None)
    tags = words(outer_tag=v.any(*OUTER), inner_tag=v.any(*INNER), within=within)
    name = v.any("split_iname", "split_iname", "split_iname", "chunk_iname")
    begin = align(v) if name == "split_iname" else ""
    return f"k = lp.{name}(k, {loop!r}, {v.any(*LENGTHS)}{tags}{slabs(v)}{begin})"


def split_only(v):
    """A loop of some instructions only."""
    loop, within = v.some()
    tags = words(inner_tag=v.any(None, None, "unr", "l.0", "ilp"), within=within)
    return f"k = lp.split_iname(k, {loop!r}, {v.any(2, 3, 4)}{tags})"


def on_device(v, loop=None, axis=0):
    length = v.any(2, 3, 4, 4, 8, 16)
    return (f"k = lp.split_iname(k, {loop or v.loop()!r}, {length}, "
            f"outer_tag='g.{axis}', inner_tag='l.{axis}'{slabs(v, 0.2)}{align(v)})")


def tile(v):
    """Two loops of a nest on two axes."""
    loops = v.nest(v.insn(), 2, 2)
    return [on_device(v, loop, axis) for axis, loop in enumerate(loops)]


def item_each(v):
    """Loops as axes of the device as they are."""
    insn = v.insn()
    loops = v.nest(insn, 1, 2)
    tags = ["g.0", "l.0"] if v.chance(0.5) else ["l.0", "g.0"]
    return [f"k = lp.tag_inames(k, {{{loop!r}: {tag!r}}})"
            for loop, tag in zip(loops, tags)]


def is_constant(v, loop):
    """Are its bounds, as far as its domain's text shows?"""
    inside = [d for d in map(str, v.knl.domains) if re.search(rf"\[[^]]*\b{loop}\b", d)]
    return loop.endswith("inner") or any("->" not in d for d in inside)


def cross_items(v):
    """The loops around all uses of a local array are work-items, which so
    pass its values to each other."""
    name = v.any(*v.temporaries(scalar=False))
    users = [i for i in v.knl.instructions if re.search(rf"\b{name}\[", str(i))]
    loops, around = set(), set()
    for insn in users:
        constant = [i for i in v.plain_loops(insn) if is_constant(v, i)]
        loops.update(constant[:1])
        around.update(set(v.plain_loops(insn)) - set(constant))
    if not loops:
        raise IndexError
    tags = {loop: "l.0" for loop in sorted(loops)}
    if around and v.chance(0.5):
        tags[v.any(*sorted(around))] = "g.0"
    lines = [f"k = lp.tag_inames(k, {tags!r})"]
    if v.chance(0.7):
        lines.insert(0, f"k = lp.set_temporary_address_space(k, {name!r}, 'local')")
    return lines


def tag(v):
    """Constant bounds fit for local axes and for unrolling."""
    loop = v.loop()
    constant = is_constant(v, loop)
    what = v.any("l.0", "l.0", "l.1", "unr", "unr", "ilp", "ilp.unr", "ilp.seq",
                 "l.auto") if constant or v.chance(0.1) else v.any(
                     "g.0", "g.0", "g.1", "unr_hint", "unr_hint.8", "ord", "for")
    return f"k = lp.tag_inames(k, {{{loop!r}: {what!r}}})"


def join(v):
    return (f"k = lp.join_inames(k, {v.nest(v.insn(), 2)!r}"
            + words(tag=v.any(None, None, "g.0", "l.0"),
                    within=v.within() if v.chance(0.2) else None) + ")")


def prioritize(v):
    return f"k = lp.prioritize_loops(k, {v.nest(least=2, most=4)!r})"


def rename(v):
    old, within = v.some() if v.chance(0.7) else (v.loop(), None)
    if v.chance(0.4):
        return (f"k = lp.rename_iname(k, {old!r}, {v.loop()!r}, "
                f"existing_ok=True{words(within=within)})")
    return f"k = lp.rename_iname(k, {old!r}, {v.fresh(old)!r}{words(within=within)})"


def rename_several(v):
    return (f"k = lp.rename_inames(k, {sorted({v.loop(), v.loop()})!r}, "
            f"{v.loop()!r}, existing_ok=True)")


def duplicate(v):
    insn = v.insn()
    within = f"id:{insn.id}" if v.chance(0.6) else v.within()
    return f"k = lp.duplicate_inames(k, {v.nest(insn)!r}, {within!r})"


def reverse(v):
    """Reversals and shifts, by numbers and by parameters; then on axes."""
    old = v.loop()
    new = v.fresh(old.split("_")[0])
    size = v.any("n", "m", "7", "n + m", "2*n", "0")
    equation = v.any(f"{new} = {size} - {old}", f"{new} = {old} + {size}",
                     f"{new} + {old} = {size}", f"{old} = {new} - {size}",
                     f"{new} = {old} - {size} + 1")
    first = f"k = lp.affine_map_inames(k, {old!r}, {new!r}, {equation!r})"
    if v.chance(0.3):
        return first
    length = v.any(2, 3, 4, 8)
    tags = v.any("outer_tag='g.0', inner_tag='l.0'", "inner_tag='l.0'",
                 "inner_tag='unr'", "outer_tag='g.0'", "inner_tag='ilp'")
    return [first, f"k = lp.split_iname(k, {new!r}, {length}, {tags}{slabs(v, 0.2)})"]


def skew(v):
    outer, inner = v.nest(v.insn(), 2, 2)
    new = v.fresh(inner)
    factor = v.any(1, 1, 2, -1)
    return (f"k = lp.affine_map_inames(k, {inner!r}, {new!r}, "
            f"'{new} = {inner} + {factor}*{outer}')")


def untag(v):
    tagged = sorted(i for i in v.knl.all_inames() if v.knl.iname_tags(i))
    return f"k = lp.untag_inames(k, {v.any(*tagged)!r})"


def reverse_on_device(v):
    first = reverse(v)
    first = first if isinstance(first, str) else first[0]
    new = first.split("'")[3]
    return [first, on_device(v, new)]


def updated(v):
    """What an instruction updates, as far as its text shows: x = ... x ..."""
    names = [i.assignee_name for i in v.knl.instructions if i.assignee_name
             and re.search(rf"= .*\b{i.assignee_name}\b", str(i))]
    return v.any(*names)


def atomic(v):
    name = updated(v)
    return f"k = lp.make_atomic(k, {name!r}{words(within=v.within() if v.chance(0.1) else None)})"


def atomic_on_device(v):
    """All that is updated, for more than one may be in the loop."""
    names = sorted({updated(v) for _ in range(6)})
    insn = v.any(*[i for i in v.knl.instructions if i.assignee_name in names])
    return [*[f"k = lp.make_atomic(k, {name!r})" for name in names],
            on_device(v, v.any(*v.plain_loops(insn)))]


# What a script for a device begins with.
PARALLEL = [(4, on_device), (2, tile), (2, item_each), (3, cross_items),
            (2, reverse_on_device), (3, atomic_on_device)]

STEPS = [(6, split), (5, split_only), (5, on_device), (3, tile), (3, item_each),
         (4, cross_items), (1, atomic), (3, atomic_on_device),
         (3, tag), (2, join), (2, prioritize), (4, rename), (1, rename_several),
         (5, duplicate), (4, reverse), (1, skew), (1, untag),
         (0.3, lambda v: "k = lp.remove_unused_inames(k)")]
