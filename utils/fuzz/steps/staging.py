"""Values that are kept in temporaries, and substitution rules."""
import re

from steps.loops import duplicate, rename, split_only, words


def how(v):
    """Where and how values are kept."""
    return words(
        default_tag=v.any("l.auto", "l.auto", "unr", "l.0", "for"),
        fetch_bounding_box=True if v.chance(0.3) else None,
        temporary_address_space=v.any(None, None, None, "local", "private",
                                      "global")) if v.chance(0.75) else (
        ", default_tag=None" + words(temporary_address_space=v.any(
            None, None, "local", "private", "global")))


def user(v):
    """An instruction that reads or writes what is staged, or None for all."""
    insn = v.insn()
    return (insn, None) if v.chance(0.6) else (insn, f"id:{insn.id}")


def sweep(v, insn):
    return [] if v.chance(0.3) else v.nest(insn)



def pattern(v, name):
    """Reads with some subscripts, as they stand in an instruction."""
    rank = len(v.variable(name).shape)
    if v.chance(0.5):
        return f"{name}[{', '.join(':'*rank)}]"
    for insn in v.knl.instructions:
        found = re.search(re.escape(name) + r"\[([^][]*)\]", str(insn))
        if found and found.group(1).count(",") == rank - 1:
            parts = [p.strip() if v.chance(0.5) else ":"
                     for p in found.group(1).split(",")]
            return f"{name}[{', '.join(parts)}]"
    return name


def read(v):
    """Arrays that some instruction reads."""
    texts = [str(i).partition("=")[2] for i in v.knl.instructions]
    return [name for name in v.arrays() if any(f"{name}[" in t for t in texts)]


def ahead(v, insn):
    """Some iterations ahead, or kept from one to the next, along a loop that may
    fit."""
    if v.chance(0.75):
        return ""
    loops = v.nest(insn)
    if loops and v.chance(0.4):
        return words(rolling=v.any(*loops),
                     lookahead=v.any(1, 2, 3) if v.chance(0.4) else None)
    return words(lookahead=v.any(1, 1, 2, 3),
                 lookahead_iname=v.any(*loops) if loops and v.chance(0.6)
                 else None)


def prefetch(v):
    name = v.any(*read(v))
    var = pattern(v, name) if v.chance(0.3) else name
    readers = [i for i in v.knl.instructions if re.search(rf"\b{name}\b", str(i))]
    insn = v.any(*(readers or v.knl.instructions))
    within = f"id:{insn.id}" if v.chance(0.3) else None
    outer = v.nest(insn) if v.chance(0.2) else None
    return (f"k = lp.add_prefetch(k, {var!r}, {sweep(v, insn)!r}{how(v)}"
            + words(within=within, fetch_outer_inames=outer) + ahead(v, insn)
            + ")")


def rows(v):
    """A fetch whose rows work-items copy together."""
    name = v.any(*read(v))
    readers = [i for i in v.knl.instructions if re.search(rf"\b{name}\b", str(i))]
    insn = v.any(*(readers or v.knl.instructions))
    box = True if v.chance(0.6) else None
    return [f"k = lp.add_prefetch(k, {name!r}, {v.nest(insn)!r}, "
            "temporary_address_space='local'"
            + words(fetch_bounding_box=box) + ahead(v, insn) + ")",
            f"k = lp.copy_rows(k, '{name}_fetch')"]


SUMS = [", init_expression='0', store_expression='base + buffer'",
        ", init_expression='0.0', store_expression='buffer + base'",
        ", init_expression='2*base', store_expression='buffer/2'"]


def buffer(v):
    writers = [i for i in v.knl.instructions if i.assignee_name in v.arrays()]
    insn = v.any(*writers)
    within = f"id:{insn.id}" if v.chance(0.3) else None
    adds = re.search(r"= (\w+\[[^]]*\]) [+-]", str(insn))
    sums = v.any(*SUMS) if v.chance(0.5 if adds else 0.03) else ""
    return (f"k = lp.buffer_array(k, {insn.assignee_name!r}, {sweep(v, insn)!r}"
            f"{sums}{how(v)}{words(within=within)})")


def buffer_any(v):
    insn = v.insn()
    return (f"k = lp.buffer_array(k, {v.array()!r}, {sweep(v, insn)!r}{how(v)})")


def precompute(v):
    rule = v.any(*sorted(v.knl.substitutions))
    users = [i for i in v.knl.instructions if rule in str(i)]
    insn = v.any(*(users or v.knl.instructions))
    within = f"id:{insn.id} > ..." if v.chance(0.2) else None
    outer = v.nest(insn) if v.chance(0.2) else None
    return (f"k = lp.precompute(k, {rule!r}, {sweep(v, insn)!r}{how(v)}"
            + words(within=within, precompute_outer_inames=outer)
            + ahead(v, insn) + ")")


def extract(v):
    name = v.any(*read(v))
    indices = ["x1", "y1", "z1", "v1", "w1"][:len(v.variable(name).shape)]
    template = f"{name}[{', '.join(indices)}]"
    if v.chance(0.3):
        template = v.any(f"0.5*{template}", f"0.25*{template}", f"2*{template}",
                         f"{template}*{template}")
    within = v.within() if v.chance(0.2) else None
    return (f"k = lp.extract_subst(k, {v.fresh('rule')!r}, {template!r}, "
            f"{indices!r}{words(within=within)})")


def extract_and_compute(v):
    """A rule, and its values ahead of their use."""
    name = v.any(*read(v))
    indices = ["x1", "y1", "z1", "v1", "w1"][:len(v.variable(name).shape)]
    rule = v.fresh("rule")
    readers = [i for i in v.knl.instructions if re.search(rf"\b{name}\[", str(i))]
    insn = v.any(*readers)
    return [f"k = lp.extract_subst(k, {rule!r}, '{name}[{', '.join(indices)}]', "
            f"{indices!r})",
            f"k = lp.precompute(k, {rule!r}, {sweep(v, insn)!r}{how(v)})"]


def to_rule(v):
    names = v.temporaries(scalar=True) * 2 + v.temporaries()
    within = v.within() if v.chance(0.35) else None
    retain = True if v.chance(0.15) else None
    return (f"k = lp.assignment_to_subst(k, {v.any(*names)!r}"
            + words(within=within, force_retain_argument=retain) + ")")


def to_rule_and_compute(v):
    name = v.any(*v.temporaries())
    return [f"k = lp.assignment_to_subst(k, {name!r})",
            f"k = lp.precompute(k, {name + '_subst'!r}, "
            f"{sweep(v, v.insn())!r}{how(v)})"]


def expand(v):
    within = v.within() if v.chance(0.3) else None
    return f"k = lp.expand_subst(k{words(within=within)})"


def factors(v):
    zero = {i.assignee_name for i in v.knl.instructions
            if re.search(r"= 0(\.0d?0?)?\s*$", str(i).partition("{")[0])}
    sums = [name for name in v.temporaries() if name in zero] or [
        i.assignee_name for i in v.knl.instructions if i.assignee_name
        in v.knl.temporary_variables and str(i).count(i.assignee_name) > 1]
    name = v.any(*(sums or v.temporaries()))
    rank = len(v.variable(name).shape)
    vary = ([v.rng.randrange(rank)] if rank and v.chance(0.5) else [])
    return (f"k = lp.collect_common_factors_on_increment(k, {name!r}"
            + (f", vary_by_axes={vary}" if vary else "") + ")")


def buffered_factors(v):
    """A sum of an array's elements, kept apart, and its factors."""
    writers = [i for i in v.knl.instructions
               if i.assignee_name in v.arrays(temporaries=False)]
    sums = [i for i in writers if re.search(r"= (\w+\[[^]]*\]) [+-]", str(i))]
    insn = v.any(*sums)
    name = insn.assignee_name
    return [f"k = lp.buffer_array(k, {name!r}, {v.nest(insn)!r}, "
            "init_expression='0', store_expression='base + buffer'"
            f"{how(v)})",
            f"k = lp.collect_common_factors_on_increment(k, '{name}_buf')"]


STEPS = [(6, prefetch), (3, rows), (6, buffer), (1, buffer_any), (4, precompute),
         (2, extract), (5, extract_and_compute), (4, to_rule),
         (3, to_rule_and_compute), (1, expand), (3, factors),
         (2, buffered_factors), (4, duplicate), (2, rename), (4, split_only)]
