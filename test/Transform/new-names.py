# Names that a script gives to something new: identifiers that are not taken.
# RUN: %loopyc %inputs/tiles.f90 --transform=%s -fsyntax-only
kernels = lp.parse_fortran(SOURCE, FILENAME)
knl = kernels["matvec"]
ruled = lp.extract_subst(knl, "r", "x[c]", "c")
RESULT = knl


def refused(message, transformation, *args, **kwargs):
    try:
        transformation(*args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


for bad in ("1x", "a b", "x-y", "café"):
    message = f"'{bad}' cannot be a name; it must consist of letters, digits"
    refused(message, lp.rename_iname, knl, "j", bad)
    refused(message, lp.split_iname, knl, "j", 4, inner_iname=bad)
    refused(message, lp.duplicate_inames, knl, "j", "id:y_0", new_inames=[bad])
    refused(message, lp.extract_subst, knl, bad, "x[c]", "c")
    refused(message, lp.precompute, ruled, "r", "j", temporary_name=bad)
    refused(message, lp.precompute, ruled, "r", "j", precompute_inames=[bad])
    refused(message, lp.add_prefetch, knl, "x", "j", temporary_name=bad)
    refused(message, lp.add_prefetch, knl, "x", "j", rule_name=bad)
    refused(message, lp.add_prefetch, knl, "x", "j", dim_arg_names=[bad])
    refused(message, lp.buffer_array, knl, "y", "j", temporary_name=bad)
    staged = lp.precompute(ruled, "r", "j", temporary_name="s")
    staged = lp.add_prefetch(staged, "a", "j", temporary_name="t")
    refused(message, lp.alias_temporaries, staged, "s, t", bad)
    refused(message, lp.concatenate_arrays, staged, "s, t", bad)
refused("'' cannot be a name", lp.rename_iname, knl, "j", "")

taken = "'y' is already a name in kernel 'matvec'"
refused(taken, lp.rename_iname, knl, "j", "y")
refused(taken, lp.add_prefetch, knl, "x", "j", rule_name="y")
refused("the new iname 'y' is already a name in kernel 'matvec'",
        lp.add_prefetch, knl, "x", "j", dim_arg_names=["y"])
refused("the new iname 'i' is already a name in kernel 'matvec'",
        lp.add_prefetch, knl, "x", "j", dim_arg_names=["i"])
refused("3 dim_arg_names are given for the 2 axes of 'a'", lp.add_prefetch, knl,
        "a", "j", dim_arg_names=["p", "q", "s"])
refused("parameter 'c' is given twice", lp.extract_subst, knl, "q", "x[c]",
        "c, c")
