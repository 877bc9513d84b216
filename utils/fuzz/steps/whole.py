"""Order, barriers, facts, arguments, and looking at a kernel."""


def two(v):
    """Instructions in the order of the program."""
    ids = list(v.knl.id_to_insn)
    first, second = sorted(v.rng.sample(range(len(ids)), 2))
    return ids[first], ids[second]


def barrier(v):
    before, after = two(v)
    kind = v.any(*["local"]*6, "global")
    return (f"k = lp.add_barrier(k, 'id:{before}', 'id:{after}', "
            f"synchronization_kind={kind!r})")


def shared(v):
    """A temporary that work-items share."""
    name = v.any(*v.temporaries(scalar=False))
    return [f"k = lp.set_temporary_address_space(k, {name!r}, 'local')",
            f"k = lp.split_iname(k, {v.loop()!r}, {v.any(2, 4, 8)}, "
            "inner_tag='l.0')"]


def dependency(v):
    before, after = two(v)
    return f"k = lp.add_dependency(k, 'id:{after}', 'id:{before}')"


def assume(v):
    return f"k = lp.assume(k, {v.any(*v.plan['facts'])!r})"


def assume_and_split(v):
    return [assume(v), f"k = lp.split_iname(k, {v.loop()!r}, {v.any(2, 4, 4, 8)}, "
            f"inner_tag={v.any(None, 'l.0', 'unr', 'vec')!r})"]


def fix(v):
    """A size that one of the runs has; the others are left out."""
    sizes = v.any(*v.plan["sizes"])
    name = v.any("n", "m")
    return f"k = lp.fix_parameters(k, {name}={sizes[name]})"


def argument_order(v):
    names = [a.name for a in v.knl.args]
    v.rng.shuffle(names)
    return f"k = lp.set_argument_order(k, {names!r})"


def rename_argument(v):
    name = v.any(*[a.name for a in v.knl.args])
    return f"k = lp.rename_argument(k, {name!r}, {v.fresh(name)!r})"


def fast_math(v):
    kinds = ["reciprocal", "rsqrt", "division", "denormals", "contraction"]
    return f"k = lp.set_options(k, fast_math={v.rng.sample(kinds, v.rng.randint(1, 5))!r})"


def specialize(v):
    name = v.any(*[a.name for a in v.knl.args if isinstance(a, v.lp.ValueArg)])
    return f"k = lp.specialize(k, {name!r}, variants={v.any(1, 3)})"


def image(v):
    """Rather of one that nothing writes; with more axes it is refused."""
    written = {i.assignee_name for i in v.knl.instructions}
    names = [n for n in v.arrays(temporaries=False) if n not in written]
    return f"k = lp.change_arg_to_image(k, {v.any(*names)!r})"


def reduced(v):
    """Reductions in expressions, which kernels of the kernel language have."""
    insn = v.any(*[i for i in v.knl.instructions if i.reduction_inames()])
    inames = sorted(insn.reduction_inames())
    name = v.any("split_reduction_inward", "split_reduction_outward")
    return v.any(f"k = lp.{name}(k, {v.any(*inames)!r}, within='id:{insn.id}')",
                 "k = lp.make_reduction_inames_unique(k)",
                 f"k = lp.realize_reduction(k, '{insn.id}')",
                 f"k = lp.split_iname(k, {v.any(*inames)!r}, {v.any(2, 3, 4)})")


def launches(v):
    return v.any("k = lp.insert_global_barriers(k)",
                 "k = lp.save_and_reload_temporaries(lp.insert_global_barriers(k))",
                 "k = lp.insert_global_barriers(lp.map_parallel(k))")


def made_anew(v):
    """The same, of kernels of the kernel language; others refuse."""
    return (f"k = lp.set_instruction_priority(k, 'id:{v.insn().id}', "
            f"{v.any(0, 1, 10)})")


LOOKS = ["print(k)", "print(k)", "str(k.instructions[0])", "repr(k)",
         "[str(i) for i in k.instructions]",
         "print(lp.get_one_linearized_kernel(k).linearization)",
         "lp.get_op_map(k)", "lp.get_mem_access_map(k)",
         "lp.gather_access_footprint_bytes(k)", "lp.get_synchronization_map(k)",
         "k.get_grid_size_upper_bounds()", "lp.show_dependency_graph(k)",
         "[str(d) for d in k.domains]", "k.history"]


def look(v):
    return v.any(*LOOKS)


STEPS = [(3, barrier), (3, shared), (1, dependency), (3, assume),
         (3, assume_and_split), (1, fix), (1, argument_order),
         (1, rename_argument), (5, look), (1, fast_math), (1, specialize),
         (1.5, image), (2, reduced), (1.5, launches), (0.7, made_anew),
         (1, lambda v: "k = lp.fold_constants(k)"),
         (1, lambda v: "k = lp.simplify_indices(k)"),
         (0.7, lambda v: "k = lp.preprocess_kernel(k)"),
         (0.5, lambda v: "k = lp.remove_unused_arguments(k)"),
         (0.7, lambda v: "k = lp.allocate_temporaries_for_base_storage(k, "
          f"aliased={v.chance(0.5)})"),
         (1, lambda v: "k = lp.set_options(k, fit_groups=True)"),
        (0.7, lambda v: f"k = lp.set_options(k, index_dtype={v.any('int32', 'int64')!r})")]
