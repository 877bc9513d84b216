"""A random sequence of transformations: a script for loopyc --transform, with
--set SEED=N. What loopyc refuses is left out."""
import random

rng = random.Random(SEED)
knl = lp.parse_fortran(SOURCE, FILENAME).default_entrypoint


def loops():
    return sorted(i for i in knl.all_inames() if not knl.iname_tags(i))


def one():
    return rng.choice(loops())


def nest(insn=None):
    """Some loops around one instruction, in any order."""
    inames = sorted((insn or rng.choice(knl.instructions)).within_inames)
    rng.shuffle(inames)
    return [i for i in inames if not knl.iname_tags(i)][:rng.randint(1, 3)]


def assigned(scalar):
    temporaries = {name for name, variable in knl.temporary_variables.items()
                   if scalar == (len(variable.shape) == 0)}
    return rng.choice(sorted(temporaries))


def array():
    return rng.choice(sorted(arg.name for arg in knl.args
                             if isinstance(arg, lp.GlobalArg) and arg.shape))


def within():
    return "id:" + rng.choice(knl.instructions).id


def split():
    return lp.split_iname(knl, one(), rng.choice([1, 2, 3, 4]),
                          inner_tag=rng.choice([None, None, "unr", "ilp"]),
                          slabs=rng.choice([(0, 0), (0, 0), (0, 1), (1, 1)]))


def reverse():
    iname = one()
    return lp.affine_map_inames(knl, iname, iname + "_r",
                                f"{iname}_r + {iname} = 0")


def skew():
    outer, inner = nest()
    return lp.affine_map_inames(knl, inner, inner + "_s",
                                f"{inner}_s = {inner} + 2*{outer}")


def staging():
    """Where and how values are kept."""
    how = {"default_tag": rng.choice([None, None, "l.auto", "unr"]),
           "fetch_bounding_box": rng.random() < 0.3}
    if rng.random() < 0.2:
        how["temporary_address_space"] = rng.choice(["local", "private"])
    return how


def user():
    """An instruction that reads or writes what is staged, or None for all."""
    if rng.random() < 0.4:
        return None, {}
    insn = rng.choice(knl.instructions)
    return insn, {"within": "id:" + insn.id}


def precompute():
    rule = rng.choice(sorted(knl.substitutions))
    insn, use = user()
    if use:
        use = {"within": use["within"] + " > ..."}
    outer = nest(insn) if rng.random() < 0.2 else None
    return lp.precompute(knl, rule, nest(insn), **use, **staging(),
                         precompute_outer_inames=outer)


def extract():
    name = array()
    indices = ["x", "y", "z"][:len(knl.arg_dict[name].shape)]
    return lp.extract_subst(knl, f"rule_{name}_{len(knl.substitutions)}",
                            f"{name}[{', '.join(indices)}]", indices)


def prefetch():
    name = array()
    if rng.random() < 0.3:
        rank = len(knl.arg_dict[name].shape)
        name += f"[{', '.join(':'*rank)}]"
    insn, use = user()
    outer = nest(insn) if rng.random() < 0.2 else None
    return lp.add_prefetch(knl, name, nest(insn), **use, **staging(),
                           fetch_outer_inames=outer)


def buffer():
    sums = {"init_expression": "0", "store_expression": "base + buffer"}
    insn, use = user()
    return lp.buffer_array(knl, array(), nest(insn), **use, **staging(),
                           **(sums if rng.random() < 0.3 else {}))


def alias():
    names = sorted(knl.temporary_variables)
    rng.shuffle(names)
    return lp.alias_temporaries(knl, names[:rng.randint(2, 3)])


STEPS = [
    (6, split),
    (2, lambda: lp.chunk_iname(knl, one(), rng.choice([2, 3]))),
    (2, lambda: lp.join_inames(knl, nest())),
    (3, lambda: lp.prioritize_loops(knl, nest())),
    (2, lambda: lp.rename_iname(knl, one(), one(), existing_ok=True,
                                within=within())),
    (2, lambda: lp.duplicate_inames(knl, nest(), within())),
    (2, reverse), (2, skew),
    (4, lambda: lp.assignment_to_subst(knl, assigned(scalar=True))),
    (2, lambda: lp.assignment_to_subst(knl, assigned(scalar=False))),
    (4, extract), (6, precompute),
    (1, lambda: lp.expand_subst(knl)),
    (4, prefetch), (4, buffer), (1, alias),
    (2, lambda: lp.collect_common_factors_on_increment(
        knl, rng.choice(sorted(knl.temporary_variables)))),
    (1, lambda: lp.concatenate_arrays(
        knl, sorted(knl.temporary_variables)[:2])),
    (1, lambda: lp.tag_inames(knl, {one(): rng.choice(["g.0", "l.0", "unr"])})),
    (1, lambda: lp.split_array_axis(knl, (array(), 0), rng.choice([2, 3]))),
]

for _ in range(rng.randint(1, 8)):
    step = rng.choices([s for _, s in STEPS], [w for w, _ in STEPS])[0]
    try:
        knl = step()
    except (lp.LoopyError, IndexError, ValueError):
        pass
RESULT = knl
