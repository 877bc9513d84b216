"""Kernels in the kernel language: random domains, instructions that depend on each
other, reductions and scans, tables, types that come late, integers without a sign, which
wrap around.

Each instruction assigns elements of a variable of its own, so that nothing needs
an order but what reads it; loops over one iname are one, and what another nest
reads has inames of its own. Integers stay small.
"""
import random
import re

import functions

REALS = ["float32", "float64"]
INTEGERS = ["int16", "int32", "int64", "int8", "uint8", "uint16", "uint32"]

# By kind: text of the domain, of an iname {0}, and those inside of {1}.
DOMAINS = ["0<={0}<n", "0<={0}<n", "0<={0}<m", "0<={0}<5", "1<={0}<n+1",
           "0<={0}<n and {0} mod 2 = 0", "0<=3*{0}<m", "-2<={0}<3"]
INNER = ["0<={0}<={1}", "{1}<={0}<{1}+3", "0<={0}<n-{1}", "0<={0}<m",
         "0<={0}<n and {0} mod 2 = 1"]


# Functions in C and operations of reductions: what a script says of each.
FUNCTION = '''[lp.ScalarCallable("{0}", {{{2}, -1: t}}, name_in_target=f"{0}_{{c}}",
    preamble=f"LOOPYC_FUNCTION {{c}} {0}_{{c}}({1}) {{{{ {3} }}}}")
    for t, c in ((np.float32, "float"), (np.float64, "double"))]'''
FUNCTIONS = {
    "blend": FUNCTION.format("blend", "{c} x, {c} y", "0: t, 1: t",
                             "return ({c}) 0.25*x + ({c}) 0.75*y;"),
    "ramp": FUNCTION.format("ramp", "{c} x", "0: t",
                            "return x < 0 ? 0 : x > 1 ? 1 : x;"),
    "steps": FUNCTION.format("steps", "{c} x, int n", "0: t, 1: np.int32",
                             "for (int k = 0; k < n && k < 9; ++k) x = x/2 + k; "
                             "return x;")}
OPERATIONS = {
    "peak": '0, lambda a, b: f"fmax({a}, abs({b}))"',
    "horner": '0.0, lambda a, b: f"0.5*{a} + {b}"',
    "norm": '0.0, lambda a, b: f"sqrt({a}*{a} + {b}*{b})", associative=True, '
            'commutative=True',
    "range_of": '(9.0, -9.0), lambda a, b: (f"fmin({a[0]}, {b[0]})", '
                'f"if({b[1]} > {a[1]}, {b[1]}, {a[1]})"), associative=True, '
                'commutative=True',
    "least": '(9, 0), lambda a, b: (f"min({a[0]}, {b[0]})", '
             'f"if({b[0]} < {a[0]}, {b[1]}, {a[1]})")'}


class Nest:
    """Inames, of which each may bound the next, and what is known in them."""

    def __init__(self, inames):
        self.inames = inames
        self.scalars = []   # temporaries with a value for each iteration
        self.elements = []  # (text of an element that was set here, is an integer)


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.seed = seed
        self.domains, self.lines = [], []
        self.types = {}     # of input arrays
        self.made = 0
        self.written = []   # arrays of other nests: (name, nest, is an integer)
        self.options = {}
        self.functions = []  # that are called: name, domains, text, a step of a script
        self.tables = []     # temporaries with values: name, values, read_only
        self.ids = []
        self.scans = False
        self.turns = False  # elements are read that later iterations set
        self.folds = True   # may a reduction be by an operation of the script?

    def any(self, *values):
        return self.rng.choice(values)

    def chance(self, probability):
        return self.rng.random() < probability

    def fresh(self, base):
        self.made += 1
        return f"{base}{self.made}"

    # --- loops
    def iname(self, outer=None, base="i"):
        name = self.fresh(base)
        inner = outer and self.chance(0.4)
        text = self.any(*INNER) if inner else self.any(*DOMAINS)
        self.domains.append("{ [%s]: %s }" % (name, text.format(name, outer)))
        return name

    def nest(self):
        inames = []
        for _ in range(self.any(1, 1, 2, 2, 3)):
            inames.append(self.iname(inames[-1] if inames else None))
        if len(inames) == 2 and self.chance(0.2):  # of one set
            a, b = inames
            self.domains[-2:] = ["{ [%s,%s]: 0<=%s<n and 0<=%s<=m+%s }"
                                 % (a, b, a, b, a)]
        return Nest(inames)

    def subscript(self, iname):
        """Not negative for any iname, and not far."""
        return self.any(f"{iname} + 2", f"{iname} + 3", f"2*({iname} + 2)")

    # --- expressions
    def input(self, rank, integer):
        """An array of the inputs, one for each rank and type."""
        name = self.any(*"pq" if integer else "abc") + str(rank)
        if name not in self.types:
            self.types[name] = self.any(*INTEGERS) if integer else self.any(*REALS)
        return name

    def read(self, inames, integer):
        some = ([i for i in inames if self.chance(0.7)] or inames[:1])[-2:]
        name = self.input(len(some), integer)
        text = f"{name}[{', '.join(self.subscript(i) for i in some)}]"
        return f"({text} % 9)" if integer else text

    def leaf(self, nest, inames, integer):
        """`inames`: those of the nest, and of reductions around."""
        if integer:
            return self.any(self.read(inames, True), str(self.rng.randint(0, 9)),
                            self.any(*inames))
        known = [t for t, i in nest.elements if not i] + nest.scalars
        if known and self.chance(0.5):
            return self.any(*known)
        return self.any(self.read(inames, False), self.read(inames, False),
                        self.any("1.5", "0.25", "2", "1.5f", "3e-1"))

    def condition(self, inames):
        return self.any(
            f"{self.any(*inames)} % 3 == 1", f"{self.read(inames, False)} > 0.5",
            f"{self.read(inames, True)} < {self.rng.randint(0, 8)}",
            f"{self.any(*inames)} + 1 < m and not {self.read(inames, True)} == 2")

    def integer(self, nest, inames, depth):
        if depth <= 0:
            return self.leaf(nest, inames, True)
        a = self.integer(nest, inames, depth - 1)
        b = self.integer(nest, inames, depth - 2)
        return self.any(
            f"{a} + {b}", f"{a} - {b}", f"({a}) // 3", f"({a}) % 5", f"-({a})",
            f"min(0 + ({a}), {b})", f"max(1*({a}), {b})", f"abs({a})", f"(({a}) << 1)",
            f"(({a}) >> (({b}) % 3))", f"(({a}) & 7)", f"(({a}) ^ ({b}))",
            f"if({self.condition(inames)}, {a}, {b})")

    def real(self, nest, inames, depth, reduces=True):
        if depth <= 0:
            return self.leaf(nest, inames, False)
        a = self.real(nest, inames, depth - 1, reduces)
        b = self.real(nest, inames, depth - 2, reduces)
        if self.chance(0.1):
            return self.any(f"blend({a}, {b})", f"ramp({a})",
                            f"steps({a}, {self.integer(nest, inames, 1)})")
        if reduces and self.chance(0.15):
            return self.reduction(nest, inames)
        return self.any(
            f"{a} + {b}", f"{a} - {b}", f"({a})*({b})", f"0.5*({a})", f"-({a})",
            f"({a})/(2 + abs({b}))", f"sin({a})", f"fmax({a}, {b})",
            f"sqrt(abs({a}))", f"floor({a})" if a[0] in "abc" else f"fabs({a})",
            f"if({self.condition(inames)}, {a}, {b})",
            f"fmin({a}, {self.integer(nest, inames, 1)})",
            f"cast(np.float64, {self.integer(nest, inames, 1)})/2")

    def reduction(self, nest, inames):
        own = [self.iname(self.any(*inames), "r")]
        if self.chance(0.3):
            own.append(self.iname(own[0], "r"))
        names = own[0] if len(own) == 1 else f"({', '.join(own)})"
        inside = inames + own
        operation = self.any("sum", "sum", "sum", "min", "max", "any", "all")
        if operation in ("any", "all"):
            return f"if({operation}({names}, {self.condition(inside)}), 1.5, -0.5)"
        value = self.real(nest, inside, 1, reduces=False)
        if self.folds and self.chance(0.3):
            return f"{self.any('peak', 'horner', 'norm', 'norm')}({names}, {value})"
        if operation in ("min", "max"):  # of nothing, an infinity
            return f"{self.any('fmin(9, ', 'fmax(-9, ')}{operation}({names}, {value}))"
        return f"sum({names}, {value})"

    # --- instructions
    def element(self, name, nest):
        inames = nest.inames[:]
        if self.chance(0.3):
            self.rng.shuffle(inames)
        return f"{name}[{', '.join(f'{i} + 2' for i in inames)}]"

    def attributes(self, own=None, after=()):
        parts = [f"id={own}"] if own else []
        if after:
            parts.append("dep=" + ":".join(after))
        if self.chance(0.15):
            parts.append(f"priority={self.rng.randint(1, 9)}")
        if self.chance(0.15):
            parts.append(f"tags={self.any('red', 'blue')}")
        return " {" + ", ".join(parts) + "}" if parts else ""

    def instruction(self, nest):
        kind = self.rng.random()
        self.folds = True
        if kind < 0.06:
            return self.pair(nest)
        if kind < 0.25:
            return self.temporary(nest)
        if kind < 0.30:
            return self.scan(nest)
        if kind < 0.37:
            return self.extremum(nest)
        if kind < 0.47:
            return self.local_array(nest)
        if kind < 0.65:
            return functions.instruction(self, nest)
        integer = self.chance(0.3)
        name, own = self.fresh("k" if integer else "o"), self.fresh("s")
        self.folds = False  # for what stands in a condition
        condition = self.condition(nest.inames)
        self.folds = True
        value = (self.integer if integer else self.real)(nest, nest.inames, 2)
        element = self.element(name, nest)
        if self.chance(0.25):
            self.lines.append(f"if {condition}")
            self.lines.append(f"  {element} = {value}{self.attributes(own)}")
            if self.chance(0.5):
                other = (self.integer if integer else self.real)(nest, nest.inames, 1)
                self.lines += ["else", f"  {element} = {other}"]
            self.lines.append("end")
            return
        self.lines.append(f"{element} = {value}{self.attributes(own)}")
        if self.chance(0.3):
            more = (self.integer if integer else self.real)(nest, nest.inames, 1)
            again = self.fresh("s")
            self.lines.append(f"{element} = {element} + {more}"
                              + self.attributes(again, [own]))
            return  # two writers: no one else knows which
        nest.elements.append((element, integer))
        self.written.append((element, nest, integer))

    def temporary(self, nest):
        name = self.fresh("t")
        value = self.real(nest, nest.inames, 2)
        mark = self.any("<>", "<>", "<float64>", "<float32>")
        self.lines.append(f"{mark} {name} = {value} + 0*{'*'.join(nest.inames)}"
                          + self.attributes())
        nest.scalars.append(name)

    def pair(self, nest):
        """Two values that an operation of the script reduces at once."""
        own = [self.iname(self.any(*nest.inames), "r")]
        inside = nest.inames + own
        first = self.element(self.fresh("v"), nest)
        second = self.element(self.fresh("v"), nest)
        operation = self.any("least", "range_of", "range_of")
        self.lines.append(f"{first}, {second} = {operation}({own[0]}, "
                          f"{self.read(inside, False)}, {self.read(inside, False)})")

    def scan(self, nest):
        """What grows with the innermost loop; mostly a scan."""
        around, r = nest.inames[-1], self.fresh("r")
        bounds = self.any("0<=%s<=%s", "0<=%s<=%s", "0<=%s<%s", "-2<=%s<=%s",
                          "1<=%s<=%s")
        self.domains.append("{ [%s]: %s }" % (r, bounds % (r, around)))
        term = self.any(self.read([r], False), self.read(nest.inames[:-1] + [r], False),
                        self.read([r], True))
        operation = self.any("sum(%s, %s)", "sum(%s, %s)", "fmin(9, min(%s, %s))",
                             "fmax(-9, max(%s, %s))")
        self.lines.append(f"{self.element(self.fresh('o'), nest)} = "
                          f"{operation % (r, term)} + 0.5" + self.attributes())
        self.scans = True

    def extremum(self, nest):
        own = [self.iname(self.any(*nest.inames), "r")]
        if self.chance(0.3):
            own.append(self.iname(own[0], "r"))
        names = own[0] if len(own) == 1 else f"({', '.join(own)})"
        inside = nest.inames + own
        value = self.any(self.read(inside, True), self.read(inside, False))
        place = self.any(own[-1], f"7 - {own[0]}", f"{own[0]}*11 + {own[-1]}")
        v, k = self.fresh("v"), self.fresh("k")
        first = self.element(v, nest)
        self.lines.append(f"{first}, {self.element(k, nest)} = "
                          f"{self.any('argmin', 'argmax')}({names}, {value}, {place})")

    def local_array(self, nest):
        """Set in a loop, read in another one, in the loops around."""
        low, high = self.rng.choice([(0, 4), (0, 7), (0, 3)])
        j, r = self.fresh("j"), self.fresh("r")
        for name in (j, r):
            self.domains.append("{ [%s]: %d<=%s<%d }" % (name, low, name, high))
        name = self.fresh("w")
        inside = nest.inames + [j]
        around = ", ".join(inside)
        self.lines += [f"for {around}",
                       f"  <> {name}[{j}] = {self.real(nest, inside, 1, False)}",
                       "end"]
        if self.chance(0.4):  # in the same loop, at its other iterations
            self.domains.pop()
            self.turns = True
            other = self.any(f"{low + high - 1} - {j}", f"({j} + 1) % {high}",
                             f"({j} - 1) % {high}") if low == 0 else j
            out = self.element(self.fresh("o"), Nest(inside))
            self.lines.append(f"{out} = {name}[{other}] - 2*{name}[{j}]"
                              + f" {{inames={':'.join(inside)}}}")
            return
        out = self.element(self.fresh("o"), nest)
        self.lines.append(f"{out} = sum({r}, {name}[{r}]*{self.read(nest.inames + [r], False)})"
                          + f" {{inames={':'.join(nest.inames)}}}")

    def copy_of(self, nest):
        """What one nest set, read in another with inames of its own."""
        element, old, integer = self.any(*self.written)
        copies = {}
        for iname in old.inames:
            copies[iname] = self.fresh("c")
        for domain in list(self.domains):
            inames = domain.split("]")[0].split("[")[1].split(",")
            if any(i in copies for i in inames):
                for iname, copy in copies.items():
                    domain = replaced(domain, iname, copy)
                self.domains.append(domain)
        for iname, copy in copies.items():
            element = replaced(element, iname, copy)
        other = Nest(list(copies.values()))
        value = (self.integer if integer else self.real)(other, other.inames, 1)
        name = self.fresh("k" if integer else "o")
        self.lines.append(f"{self.element(name, other)} = {element} + {value}")

    def run(self):
        for _ in range(self.any(1, 1, 2, 3)):
            nest = self.nest()
            for _ in range(self.any(1, 2, 2, 3, 4)):
                self.instruction(nest)
        if self.written and self.chance(0.5):
            self.copy_of(None)
        if self.chance(0.15) and not self.turns:
            self.options["seq_dependencies"] = True
            i = self.iname()
            self.domains[-1] = "{ [%s]: 1<=%s<n }" % (i, i)
            self.lines.append(f"y[{i}] = 0.5*y[{i} - 1] + {self.read([i], False)}")
        if self.chance(0.2):
            self.options["default_order"] = "F"
        sizes = self.any((7, 5), (16, 3), (1, 9), (0, 4), (13, 13), (4, 0), (9, 1))
        text = "\n".join(self.lines)
        ranks = {name: subscripts.count(",") + 1 for name, subscripts in
                 re.findall(r"\b([abcpqoukvy]\d*)\[([^][]*)\]", text)}
        types = {name: kind for name, kind in self.types.items() if name in ranks}
        inside = "".join(of["text"] for of in self.functions)
        known = {kind: {name: code for name, code in table.items()
                        if re.search(rf"\b{name}\(", text + inside)}
                 for kind, table in (("externals", FUNCTIONS),
                                     ("operations", OPERATIONS))}
        return {**known,
                "seed": self.seed, "generator": "texts", "name": f"k{self.seed}",
                "domains": self.domains, "text": text,
                "types": types, "ranks": ranks, "options": self.options,
                "scans": self.scans, "functions": self.functions, "tables": self.tables,
                "facts": ["n >= 1", "m >= 1"] if min(sizes) else [],
                "sizes": [dict(zip("nm", sizes))],
                "assumptions": "n >= 0 and m >= 0"}


def replaced(text, name, by):
    return re.sub(rf"\b{name}\b", by, text)


def generate(seed):
    return Program(seed).run()
