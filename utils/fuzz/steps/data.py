"""Layouts and storage of arrays."""
import re

from steps.loops import words


def orders(v):
    name = v.array()
    rank = len(v.variable(name).shape)
    levels = [f"N{k}" for k in range(rank)]
    v.rng.shuffle(levels)
    tags = v.any(levels, levels, levels, ["c"]*rank, ["f"]*rank)
    return f"k = lp.tag_array_axes(k, {name!r}, {','.join(tags)!r})"


def strides(v):
    """Of a layout with gaps, or of one that overlaps and is refused."""
    name = v.array()
    shape = [f"({s})" for s in map(str, v.variable(name).shape)]
    order = list(range(len(shape)))
    v.rng.shuffle(order)
    first = v.any(1, 1, 1, 2, 3)
    texts, so_far = [""] * len(shape), str(first)
    for axis in order:
        texts[axis] = f"stride:{so_far}"
        pad = v.any(0, 0, 1, 3, -1 if v.chance(0.2) else 0)
        so_far = f"{so_far}*({shape[axis]} + {pad})"
    return f"k = lp.tag_array_axes(k, {name!r}, {texts!r})"


def vector(v):
    """The axis whose extent is that of a short vector."""
    name = v.array()
    shape = [str(s) for s in v.variable(name).shape]
    short = [k for k, s in enumerate(shape) if s in ("2", "3", "4", "8", "16")]
    axis = v.any(*short)
    tags, level = [], 0
    for k in range(len(shape)):
        tags.append(v.any("vec", "sep") if k == axis else f"N{level}")
        level += k != axis
    return f"k = lp.tag_array_axes(k, {name!r}, {','.join(tags)!r})"


def split_to_vector(v):
    name, width = v.array(), v.any(2, 4)
    rank = len(v.variable(name).shape)
    tags = ["vec" if k == 0 else f"N{k-1}" for k in range(rank + 1)]
    lines = [f"k = lp.split_array_axis(k, ({name!r}, 0, 'F'), {width})",
             f"k = lp.tag_array_axes(k, {name!r}, {','.join(tags)!r})"]
    loops = v.plain_loops()
    if loops and v.chance(0.5):
        lines.insert(0, f"k = lp.split_iname(k, {v.any(*loops)!r}, {width}, "
                        f"inner_tag={v.any('vec', 'unr', 'ilp')!r})")
    return lines


def separate(v):
    name = v.any(*v.temporaries(scalar=False))
    rank = len(v.variable(name).shape)
    tags = ["sep"] + [f"N{k}" for k in range(rank - 1)]
    return f"k = lp.tag_array_axes(k, {name!r}, {','.join(tags)!r})"


def split_axis(v):
    name = v.array()
    axis = v.rng.randrange(len(v.variable(name).shape))
    which = v.any("split_array_axis", "split_array_dim")
    return (f"k = lp.{which}(k, ({name!r}, {axis}, {v.any('C', 'F')!r}), "
            f"{v.any(2, 3, 4)})")


def pad(v):
    name = v.array()
    axis = v.rng.randrange(v.any(0, 1, 1, 1), len(v.variable(name).shape))
    return f"k = lp.add_padding(k, {name!r}, {axis}, {v.any(16, 24, 32, 64)})"


def alike(v):
    """Temporaries of the same type and rank."""
    first = v.any(*v.temporaries(scalar=False))
    mine = v.variable(first)
    same = [n for n in v.temporaries() if n != first
            and str(v.variable(n).dtype) == str(mine.dtype)
            and len(v.variable(n).shape) == len(mine.shape)]
    return [first, *v.rng.sample(same, min(len(same), v.any(1, 1, 2)))]


def concatenate(v):
    names = alike(v)
    if len(names) < 2:
        raise IndexError
    new = v.fresh("all") if v.chance(0.5) else None
    rank = len(v.variable(names[0]).shape)
    axis = v.rng.randrange(rank) if rank > 1 and v.chance(0.5) else None
    return f"k = lp.concatenate_arrays(k, {names!r}{words(new_name=new, axis_nr=axis)})"


def concatenate_to_vector(v):
    names = alike(v)[:2]
    if len(names) < 2 or len(v.variable(names[0]).shape) != 1:
        raise IndexError
    length = str(v.variable(names[0]).shape[0])
    return [f"k = lp.concatenate_arrays(k, {names!r}, 'both')",
            f"k = lp.split_array_axis(k, ('both', 0, 'F'), {int(length)})",
            "k = lp.tag_array_axes(k, 'both', 'N0,vec')"]


def alias(v):
    names = v.rng.sample(v.temporaries(), 2)
    return f"k = lp.alias_temporaries(k, {names!r})"


def space(v):
    where = v.any("private", "local", "global")
    return (f"k = lp.set_temporary_address_space(k, {v.any(*v.temporaries())!r}, "
            f"{where!r})")


def axis_names(v):
    name = v.array()
    names = ["ax", "ay", "az", "aw", "av"][:len(v.variable(name).shape)]
    return f"k = lp.set_array_axis_names(k, {name!r}, {','.join(names)!r})"


def private_to_iterations(v):
    """Elements for each iteration, of which work-items may share an array."""
    name = v.any(*v.temporaries())
    users = [i for i in v.knl.instructions if re.search(rf"\b{name}\b", str(i))]
    line = (f"k = lp.privatize_temporaries_with_inames(k, "
            f"{v.nest(v.any(*users), 1, 2)!r}, {name!r})")
    if v.chance(0.7):
        return line
    return [line, f"k = lp.set_temporary_address_space(k, {name!r}, "
                  f"{v.any('local', 'global')!r})"]


STEPS = [(4, orders), (2, strides), (3, vector), (3, split_to_vector),
         (2, separate), (4, split_axis), (3, pad), (3, concatenate),
         (1, concatenate_to_vector), (2, alias), (5, space), (0.5, axis_names),
         (3, private_to_iterations)]
