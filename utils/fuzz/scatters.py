"""Nests of scatter updates, x(ib(i)) = x(ib(i)) op e: many that meet in few
elements, of every operation and type, with what sets and reads them before and
after."""
import random

from case import Case, Variable, subroutine
from form import COUNT, Form, Span
from nests import Nests
from writer import indented, loop

POOL = {"hi": "i4", "hj": "i8", "hr": "r8", "hq": "r4", "hz": "z8"}
KINDS = {"i4": "", "i8": "_8"}


class Scatters(Nests):
    def __init__(self, rng):
        super(Nests, self).__init__(rng)
        for name, kind in (("a", "r8"), ("c", "r8"), ("q", "r4"), ("z", "z8")):
            self.array(name, kind, 1, written=name == "a")
        for name in ("ia", "ib"):
            self.array(name, "i4", 1, written=False)
        self.real_arrays, self.integer_arrays = ["a", "c"], ["ia", "ib"]
        self.targets = self.random.sample(sorted(POOL), self.random.randint(1, 3))
        self.operation = {}
        for name in self.targets:
            self.array(name, POOL[name], self.any(1, 1, 2))
            self.operation[name] = self.any(*self.operations(name))
        self.body = []
        for _ in range(self.random.randint(1, 4)):
            self.body += self.pick((5, self.nest), (1, self.clear), (1, self.use))

    def operations(self, name):
        if POOL[name][0] == "z":
            return ["+"]
        if POOL[name][0] == "r":
            return ["+", "+", "min", "max", "*"]
        return ["+", "+", "min", "max", "iand", "ior", "ieor", "*"]

    # --- where
    def bin(self):
        """A subscript from 0 to n: one for all, few, or any."""
        low = self.literal(0, 1)
        return self.pick(
            (5, lambda: (self.element(self.any("ia", "ib")), COUNT)),
            (1, lambda: (f"min({self.element('ia')}, 2)", COUNT.hull(low[1]))),
            (1, lambda: low), (1, lambda: self.random.choice(self.loops)))

    def place(self, name):
        subscripts = [self.bin()]
        if self.arrays[name].rank == 2:
            subscripts.append(self.random.choice(self.loops))
        return self.at(name, *subscripts)

    # --- what
    def operand(self, name, op):
        kind = POOL[name]
        if kind[0] == "i":
            i, suffix = self.random.choice(self.loops)[0], KINDS[kind]
            if op == "*":
                value = f"sign(1, {i} - {self.element(self.any('ia', 'ib'))})"
            else:
                value = f"mod(7*{i} + {self.element(self.any('ia', 'ib'))}, 64)"
            return f"int({value}, 8)" if suffix else value
        if kind[0] == "z":
            return f"cmplx({self.real(1)}, {self.real(0)}, 8)*0.0625d0"
        value = f"0.0625d0*({self.real(1)})"
        if op == "*": # stays near what it was
            value = f"1d0 + max(min({value}, 1d0), -1d0)*0.0009765625d0"
        return f"real({value}, 4)" if kind == "r4" else value

    def update(self):
        name = self.any(*self.targets)
        op = self.operation[name]
        if self.chance(0.08):
            op = self.any(*self.operations(name))
        x, value = self.place(name), self.operand(name, op)
        if op == "+":
            return [self.any(f"{x} = {x} + {value}", f"{x} = {x} - {value}",
                             f"{x} = {value} + {x}")]
        if op == "*":
            return [f"{x} = {x}*({value})"]
        return [self.any(f"{x} = {op}({x}, {value})", f"{x} = {op}({value}, {x})")]

    def nest(self):
        """One or two loops around one to three updates."""
        free = [v for v in "ijkl" if v not in [name for name, _ in self.loops]]
        variable = self.random.choice(free[:2])
        high = self.any("n", "n", "m")
        span = Span(Form(0, 0, 1), Form(high == "n", high == "m", 0))
        self.loops.append((variable, span.hull(Span(Form(0, 0, 0), Form(0, 0, 1)))))
        body = []
        for _ in range(self.random.randint(1, 3)):
            lines = self.update()
            if self.chance(0.2):
                lines = [f"if ({self.condition(0)}) then", *indented(lines), "end if"]
            body += lines
        if len(self.loops) < 2 and self.chance(0.35):
            body += self.nest()
        if self.chance(0.15):
            body += self.read()
        self.loops.pop()
        return loop(variable, 1, high, body)

    # --- before and after
    def element_loop(self, name, statement):
        """A loop over the first axis of the target."""
        variable = self.any("i", "j")
        self.loops.append((variable, Span(Form(0, 0, 0), Form(1, 0, 0))))
        subscripts = [self.loops[-1]]
        if self.arrays[name].rank == 2:
            subscripts.append(self.any(("1", Span(Form(0, 0, 1), Form(0, 0, 1))),
                                       self.loops[-1]))
        lines = loop(variable, 0, "n", statement(self.at(name, *subscripts)))
        self.loops.pop()
        return lines

    def clear(self):
        name = self.any(*self.targets)
        return self.element_loop(name, lambda x: [f"{x} = 0"])

    def use(self):
        name = self.any(*self.targets)
        return self.element_loop(
            name, lambda x: [f"{self.at('a', self.loops[-1])} = 0.5d0*real({x}, 8)"])

    def read(self):
        name = self.any(*self.targets)
        return [f"{self.at('a', self.loops[-1])} = 0.5d0*real({self.place(name)}, 8)"]


def generate(seed):
    case = Case(seed, "scatters")
    made = Scatters(random.Random(seed))
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *made.arrays.values()]
    declarations = [v.declaration() for v in case.arguments]
    declarations += ["integer :: i, j, k, l"]
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations, made.body)
    case.reference = case.text
    case.single = "hq" in made.arrays
    return case
