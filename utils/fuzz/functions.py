"""Of kernels in the kernel language: functions that they call, temporaries with
values to begin with, instructions of several results, branches.

Each is a function of a texts.Program and one of its nests, and adds lines.
"""

# By what they take: (text, whether it reads its first array as a view of two axes)
BODIES = [
    "b[k] = c*a[k] + 0.25*k",
    "b[k] = a[w - 1 - k] + c",
    "b[k] = if(k % 2 == 0, a[k], c)",
    "mean(v, u) := (v + u)/2\nb[k] = mean(a[k], c)",
    "<> t = a[k]*a[k]\nb[k] = sqrt(t + abs(c))",
    "b[k] = sum(l, a[l]) + c",
    "b[k] = fmax(a[k], c)",
    "b[k] = b[k] + c*a[k]",
    "<> t[k] = a[k]\nb[k] = t[w - 1 - k] + c",
    "b[k] = if(a[k] > 0, 1.5, c) {if=k % 3 != 1}",
    "b[k] = norm(l, a[l]) + c",
]


def function(program):
    """The name of a new one, or of one that is called already."""
    if program.functions and program.chance(0.3):
        known = program.any(*program.functions)
        return known["name"], "b[k] + " in known["text"]
    name = program.fresh("f")
    text = program.any(*BODIES)
    domains = ["{ [k]: 0<=k<w }"]
    if "(l," in text:
        domains.append("{ [l]: 0<=l<w }")
    transform = ""
    if program.chance(0.3):
        transform = program.any("lp.split_iname({0}, 'k', 4)",
                                "lp.split_iname({0}, 'k', 3, inner_tag='unr')",
                                "lp.tag_inames({0}, {{'k': 'ord'}})").format(name)
    program.functions.append({"name": name, "domains": domains, "text": text,
                              "transform": transform})
    return name, "b[k] + " in text


def call(program, nest):
    """Of a row as long as a loop would be."""
    name, updates = function(program)
    size = program.any("n", "m", "5", "n + 1")
    v, u = program.fresh("c"), program.fresh("c")
    for view in (v, u):
        program.domains.append("{ [%s]: 0<=%s<%s }" % (view, view, size))
    out = program.fresh("o")
    inames = nest.inames[-2:]
    first = [f"{i} + 2" for i in inames]
    source = program.input(2, False)
    row = program.any(f"{inames[-1]} + 2, {u} + 1", f"2*{u}, {inames[-1]} + 2",
                      f"{u} + 3, 4")
    target = f"{out}[{', '.join(program.any([f'{v} + 1', *first], [*first, f'{v} + 1']))}]"
    value = program.real(nest, inames, 1, reduces=False)
    if len(inames) < len(nest.inames):  # one for all of the others
        inames = nest.inames
        target = f"{out}[{', '.join([f'{i} + 2' for i in inames] + [f'{v} + 1'])}]"
    program.lines.append(f"for {', '.join(inames)}")
    own = ""
    if updates:
        own = program.fresh("s")
        init = program.fresh("j")
        program.domains.append("{ [%s]: 0<=%s<%s }" % (init, init, size))
        program.lines += [f"  for {init}",
                          "    " + target.replace(v, init) + f" = 0.5*{init} {{id={own}}}",
                          "  end"]
    given = f"[{v}]: {target}, " if updates and program.chance(0.5) else ""
    # Arguments are in the order of kernel_data: a, b, w, c.
    after = f" {{dep={own}}}" if own else ""
    program.lines += [f"  [{v}]: {target} = {name}([{u}]: {source}[{row}], "
                      f"{given}{size}, {value}){after}", "end"]


def initial(program, nest):
    """A table, which is read by a constant loop or by a remainder."""
    name, size = program.fresh("g"), program.any(3, 4, 7, 19, 40)
    integer = program.chance(0.3)
    least = program.any(0, -9)
    values = [program.rng.randint(least, 9) if integer
              else program.rng.randint(-20, 20)/4 for _ in range(size)]
    types = ["int16", "int64", "float32"] if integer else ["float32", "float64"]
    if integer and min(values) >= 0:
        types += ["uint8", "uint32"]
    program.tables.append({"name": name, "values": values, "type": program.any(*types),
                           "read_only": program.chance(0.5)})
    out = program.element(program.fresh("o"), nest)
    kind = program.any("loop", "remainder", "one")
    if kind == "loop":
        r = program.fresh("r")
        program.domains.append("{ [%s]: 0<=%s<%d }" % (r, r, size))
        value = f"sum({r}, {name}[{r}]*{program.read(nest.inames + [r], False)})"
    elif kind == "remainder":
        value = f"{name}[{program.any(*nest.inames)} % {size}] + 0.5"
    else:
        value = f"{name}[{program.rng.randrange(size)}]*{program.read(nest.inames, False)}"
    program.lines.append(f"{out} = {value}")


def sine_cosine(program, nest):
    angle = program.any(program.read(nest.inames, False),
                        f"0.5*{program.read(nest.inames, False)} + {program.any(*nest.inames)}")
    s, c = program.fresh("o"), program.fresh("o")
    if program.chance(0.4):
        t = program.fresh("t")
        program.lines += [f"<> {t}, {program.element(c, nest)} = sincos({angle})",
                          f"{program.element(s, nest)} = {t}*{t}"]
        return
    program.lines.append(f"{program.element(s, nest)}, {program.element(c, nest)} = "
                         f"sincos({angle})")


def branches(program, nest):
    """if, elif, else: one element in each; perhaps nested."""
    integer = program.chance(0.4)
    element = program.element(program.fresh("k" if integer else "o"), nest)
    write = program.integer if integer else program.real

    def assignment(indent):
        return f"{indent}{element} = {write(nest, nest.inames, 1)}"

    program.lines += [f"if {program.condition(nest.inames)}", assignment("  ")]
    for _ in range(program.any(1, 1, 2)):
        program.lines.append(f"elif {program.condition(nest.inames)}")
        if program.chance(0.3):
            program.lines += [f"  if {program.condition(nest.inames)}", assignment("    "),
                              "  else", assignment("    "), "  end"]
        else:
            program.lines.append(assignment("  "))
    if program.chance(0.6):
        program.lines += ["else", assignment("  ")]
    program.lines.append("end")


def product(program, nest):
    r = program.fresh("r")
    program.domains.append("{ [%s]: 0<=%s<%s }" % (r, r, program.any("4", "n", "m")))
    out = program.element(program.fresh("o"), nest)
    program.lines.append(f"{out} = product({r}, 1 + 0.125*sin("
                         f"{program.read(nest.inames + [r], False)}))")


KINDS = [call, call, initial, sine_cosine, branches, branches, product]


def instruction(program, nest):
    program.any(*KINDS)(program, nest)
