"""Every staging with every change of the loops of its producer or consumer, on
a copy of the subroutine each. Prints what became of it; RESULT holds what was
not refused."""
import itertools

FIXED = globals().get("FIXED", False)


def prefetch(knl, sweep, space):
    return lp.add_prefetch(knl, "a", sweep, default_tag=None, within="id:d_0",
                           temporary_address_space=space)


def buffer(knl, sweep, space):
    return lp.buffer_array(knl, "d", sweep, default_tag=None,
                           temporary_address_space=space)


def precompute(knl, sweep, space):
    knl = lp.extract_subst(knl, "r", "2*a[x, y]", ["x", "y"])
    return lp.precompute(knl, "r", sweep, default_tag=None,
                         temporary_address_space=space)


CHANGES = {
    "duplicate": lambda knl, iname, which: lp.duplicate_inames(
        knl, [iname], which),
    "rename": lambda knl, iname, which: lp.rename_iname(
        knl, iname, iname + "x", within=which),
    "split": lambda knl, iname, which: lp.split_iname(
        knl, iname, 3, within=which),
}


def storage(text, name):
    """How the generated code declares the variable."""
    return [line for line in text.splitlines() if line.endswith(";")
            and f" {name}" in line and "=" not in line]


def changed(knl, how, sweep, space, change, iname, who):
    """The kernel, and whether it has copies that the staging did not."""
    before = {insn.id for insn in knl.instructions}
    knl = how(knl, sweep, space)
    made = sorted({insn.id for insn in knl.instructions} - before)
    staged = lp.generate_code_v2(knl).device_code()
    knl = CHANGES[change](
        knl, iname, "id:" + (made[0] if who == "producer" else "d_0"))
    code = lp.generate_code_v2(knl).device_code()
    name = (set(knl.temporary_variables) or {""}).pop()
    return knl, storage(staged, name) != storage(code, name)


combinations = list(itertools.product(
    (prefetch, buffer, precompute), ([], ["i"]), (None,), CHANGES,
    ("i",), ("producer", "consumer")))
copies = [SOURCE.replace("staged", f"staged{n}")
          for n in range(len(combinations))]
unit = lp.parse_fortran("".join(copies), FILENAME)
RESULT = []
for n, (how, sweep, space, change, iname, who) in enumerate(combinations):
    words = (f"{how.__name__} {sweep[0] if sweep else 'nothing'}"
             f"{' in ' + space if space else ''}, {change} {iname} of the {who}")
    knl = unit[f"staged{n}"]
    if FIXED:
        knl = lp.fix_parameters(knl, n=7, m=5)
    try:
        knl, has_copies = changed(knl, how, sweep, space, change, iname, who)
    except lp.LoopyError:
        print(words + ": refused")
        continue
    print(words + (": copies" if has_copies else ": as asked for"))
    RESULT.append(knl)
