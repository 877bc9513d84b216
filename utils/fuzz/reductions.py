"""Nests that reduce: sums, products, minima, counts and logicals of every type,
marks, extrema found by comparison with their places, into scalars and into elements,
over one to three loops, with guards; what is set before, and used after."""
import random

from case import Case, Variable, subroutine
from form import Form, Span
from nests import Nests
from writer import indented, loop

SMALL = {"r8": "0.0625d0", "r4": "0.0625", "z8": "(0.0625d0, 0.03125d0)"}
ZERO = {"r": "0.0", "z": "0.0", "i": "0", "l": ".false."}


class Reductions(Nests):
    def __init__(self, rng):
        super(Nests, self).__init__(rng)
        for name, kind, rank in (("a", "r8", 1), ("b", "r8", 2), ("q", "r4", 1),
                                 ("z", "z8", 1), ("ia", "i4", 1), ("ib", "i8", 1),
                                 ("la", "l4", 1)):
            self.array(name, kind, rank, written=False)
        self.real_arrays = ["a", "b"]
        self.results = []  # Variables: scalars, and arrays of rank 1
        self.body = []
        for number in range(self.random.randint(1, 3)):
            self.body += self.nest(number)

    def element(self, name):
        """Rather of the iteration."""
        if self.chance(0.25):
            return super().element(name)
        return self.at(name, *(self.loop_span(self.random.choice(self.loops)[0])
                               for _ in range(self.arrays[name].rank)))

    def result(self, kind, rank=0):
        name = f"{kind[0]}{len(self.results)}"
        made = Variable(name, kind, rank)
        if rank:
            self.arrays[name] = made
        self.results.append(made)
        return made

    # --- loops
    def nest(self, number):
        depth = self.any(1, 1, 2, 2, 2, 3)
        heads = []
        self.loops = []
        for variable in "ijk"[:depth]:
            high = self.any("n", "n", "m", "5")
            if self.loops and self.chance(0.15):
                high = self.loops[-1][0]
            low = self.any("1", "1", "1", "2", "0")
            ends = {"n": Form(1, 0, 0), "m": Form(0, 1, 0), "5": Form(0, 0, 5)}
            top = ends.get(high) or dict(self.loops)[high].high
            self.loops.append((variable, Span(Form(0, 0, 0), top)))
            heads.append((variable, low, high, self.any(1, 1, 1, 1, 2, -1)))
        self.outer = self.loops[0][0] if depth > 1 and self.chance(0.4) else None
        before, body = [], []
        for _ in range(self.random.randint(1, 3)):
            first, lines = self.pick((3, self.update), (1, self.count_some),
                                     (1, self.logical), (2, self.mark),
                                     (4, self.best))
            if self.chance(0.25):
                lines = [f"if ({self.guard()}) then", *indented(lines), "end if"]
            before += first
            body += lines
        if self.chance(0.08):
            body += self.obstacle()
        for variable, low, high, step in reversed(heads):
            if step == 2 or step == 1:
                body = loop(variable, low, high, body, step)
            else:
                body = loop(variable, high, low, body, step)
        self.loops = []
        return [*before, *body, *self.use()]

    def guard(self):
        """Of what no reduction changes."""
        return self.any(f"{self.element('a')} > 0.25d0", f"{self.element('la')}",
                        f"mod({self.loops[-1][0]}, 3) /= 1",
                        f"{self.element('ia')} < 3 .or. {self.loops[0][0]} > 2")

    # --- accumulators
    def accumulator(self, kind):
        """A scalar, or an element for each iteration of the outermost loop."""
        if not self.outer:
            return self.result(kind).name
        return self.at(self.result(kind, 1).name, self.loop_span(self.outer))

    def first(self, x, value):
        """Set before the nest, or what comes in."""
        return [f"{x} = {value}"] if "(" not in x and self.chance(0.4) else []

    def operand(self, kind):
        if kind == "r8":
            return self.real(1)
        if kind == "r4":
            return self.element("q")
        if kind == "z8":
            return self.element("z")
        i = self.random.choice(self.loops)[0]
        value = f"mod(7*{i} + {self.element('ia')}, 64)"
        return f"int({value}, 8)" if kind == "i8" else value

    def update(self):
        kind = self.any("r8", "r8", "r8", "r4", "z8", "i4", "i8")
        x, value = self.accumulator(kind), self.operand(kind)
        small = SMALL.get(kind, "")
        sums = [f"{x} = {x} + {value}", f"{x} = {value} + {x}", f"{x} = {x} - {value}"]
        if kind[0] == "i":
            op = self.any("min", "max", "iand", "ior", "ieor")
            forms = [*sums[:2], f"{x} = {op}({x}, {value})", f"{x} = {op}({value}, {x})"]
        elif kind == "z8":
            forms = sums
        else:
            op = self.any("min", "max")
            one = "1.0" if kind == "r4" else "1d0"
            forms = [*sums, f"{x} = {op}({x}, {value})",
                     f"{x} = {x}*({one} + {small}*max(min({value}, {one}), -{one})/"
                     f"(1 + n))"]
        return self.first(x, ZERO[kind[0]]), [self.random.choice(forms)]

    def count_some(self):
        x = self.accumulator("i4")
        return self.first(x, "0"), [f"if ({self.guard()}) {x} = {x} + 1"]

    def logical(self):
        x = self.accumulator("l4")
        op = self.any(".and.", ".or.", ".eqv.", ".neqv.")
        return self.first(x, ".true."), [f"{x} = {x} {op} {self.element('la')}"]

    def mark(self):
        """Set to one value, now and then in two places."""
        kind = self.any("l4", "i4", "i4", "i8", "r8")
        x = self.accumulator(kind)
        value = {"l4": self.any(".true.", ".false."), "i4": self.any("3", "n"),
                 "i8": "5_8", "r8": "0.5d0"}[kind]
        lines = [f"if ({self.guard()}) {x} = {value}"
                 for _ in range(self.any(1, 1, 1, 2))]
        return self.first(x, ZERO[kind[0]]), lines

    # --- extrema by comparison
    def compared(self, kind):
        """Exact, and coarse now and then, so that many are equal."""
        if kind[0] == "i":
            value = self.operand(kind)
            return f"mod({value}, {'5_8' if kind == 'i8' else '5'})"
        element = self.element(self.any("a", "b") if kind == "r8" else "q")
        four = "4d0" if kind == "r8" else "4.0"
        return self.any(element, f"abs({element})", f"aint({four}*{element})",
                        f"aint({four}*{element})")

    def best(self):
        kind = self.any("r8", "r8", "r4", "i4", "i8")
        x, value = self.accumulator(kind), self.compared(kind)
        less, more = self.any(("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="))
        test = self.any(f"{value} {less} {x}", f"{x} {more} {value}")
        if self.chance(0.2):
            test = f"{self.guard()} .and. {test}"
            test = test.replace(" .or. ", " .and. ")
        lines, first = [f"{x} = {value}"], self.first(x, self.any("0", "2"))
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            line, before = self.place()
            lines.insert(self.random.randint(0, len(lines)), line)
            first += before
        return first, [f"if ({test}) then", *indented(lines), "end if"]

    def place(self):
        kind = self.any("i4", "i4", "i4", "i8", "r8", "l4", "z8")
        x = self.accumulator(kind)
        variable = self.random.choice(self.loops)[0]
        value = {"i4": self.any(variable, variable, f"n - {variable}",
                                f"2*{variable}", self.element("ia")),
                 "i8": f"int({variable}, 8)", "r8": self.element("a"),
                 "l4": self.element("la"), "z8": self.element("z")}[kind]
        return f"{x} = {value}", self.first(x, ZERO[kind[0]])

    # --- what makes it none, and what comes after
    def obstacle(self):
        scalars = [v.name for v in self.results if not v.rank and v.kind == "r8"]
        if not scalars:
            return []
        target = self.at(self.result("r8", 1).name, self.loop_span(self.loops[-1][0]))
        return [f"{target} = {self.random.choice(scalars)}"]

    def use(self):
        scalars = [v.name for v in self.results if not v.rank and v.kind == "r8"]
        if not scalars or self.chance(0.6):
            return []
        x = self.random.choice(scalars)
        return [self.any(f"{self.result('r8').name} = 0.5d0*{x}", f"{x} = 0.5d0*{x}")]


def generate(seed):
    case = Case(seed, "reductions")
    made = Reductions(random.Random(seed))
    arrays = [v for v in made.arrays.values() if v not in made.results]
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *arrays, *made.results]
    declarations = [v.declaration() for v in case.arguments]
    declarations += ["integer :: i, j, k"]
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations, made.body)
    case.reference = case.text
    case.single = True
    return case
