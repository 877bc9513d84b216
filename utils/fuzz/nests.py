"""Random nests: triangular and data-dependent bounds, steps of either sign,
minima and maxima, guards, scalars, integer arrays as subscripts."""
import random

from case import Case, Variable, subroutine
from form import Span
from writer import Writer, indented

# Names of the pool: kind, rank, local.
POOL = {"a": ("r8", 1, False), "b": ("r8", 2, False), "c": ("r8", 1, False),
        "d": ("r8", 3, False), "q": ("r4", 2, False), "z": ("z8", 1, False),
        "w": ("r8", 1, True), "v": ("r8", 2, True)}


class Nests(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.edges = self.chance(0.2)
        names = ["a", "b", "c", "w"] + [
            name for name in "dqzv" if self.chance(0.25)]
        for name in names:
            kind, rank, _ = POOL[name]
            self.array(name, kind, rank, written=name != "c")
        self.array("ia", "i4", 1, written=False)
        self.array("ib", self.any("i4", "i4", "i8"), 1)
        self.real_arrays, self.integer_arrays = names, ["ia", "ib"]
        self.real_scalars, self.integer_scalars = ["s", "t"], ["k1", "k2"]
        self.budget = self.random.randint(3, 16)  # statements
        self.body = []
        while self.budget > 0:
            self.body += self.statement()

    def integer_element(self):
        text, span = super().integer_element()
        wide = text.startswith("ib") and self.arrays["ib"].kind == "i8"
        return (f"int({text})" if wide else text), span

    # --- statements: lists of lines
    def statement(self):
        self.budget -= 1
        depth = len(self.loops)
        if self.budget < 0:
            return self.assign()
        choices = [(3, self.assign), (2, self.update), (1, self.assign_scalar),
                   (1, self.assign_integer), (3 if depth else 1, self.guard)]
        if depth < 4:
            choices.append(([14, 6, 3, 1][depth], self.loop))
        return self.pick(*choices)

    def block(self):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            if self.budget > 0 or not lines:
                lines += self.statement()
        return indented(lines)

    def target(self):
        names = [name for name in self.real_arrays if name != "c"]
        return self.element(self.random.choice(names + ["a", "b", "w"]))

    def converted(self, target, value):
        kind = self.arrays[target[0]].kind
        if kind == "z8":
            return f"cmplx({value}, {self.real(1)}, 8)"
        return f"real({value}, 4)" if kind == "r4" else value

    def assign(self):
        x = self.target()
        return [f"{x} = {self.converted(x, self.real())}"]

    def update(self):
        x = self.target()
        value = self.converted(x, self.real(1))
        small = "0.0625" if x.startswith(("q", "z")) else "0.0625d0"
        forms = [f"{x} = {x} + {small}*({value})", f"{x} = {x} - {small}*({value})"]
        if not x.startswith("z"):
            forms += [f"{x} = max({x}, {value})", f"{x} = min({x}, {value})"]
        half = "0.5" if x.startswith(("q", "z")) else "0.5d0"
        return [self.random.choice([*forms, f"{x} = {half}*{x}"])]

    def assign_scalar(self):
        s = self.any("s", "t")
        return [self.any(f"{s} = {self.real()}",
                         f"{s} = 0.5d0*({s} + {self.real(1)})",
                         f"{s} = {s} + 0.0625d0*({self.real(1)})")]

    def assign_integer(self):
        k = self.any("k1", "k2")
        return self.pick(
            (2, lambda: [f"{k} = {self.count()}"]),
            (1, lambda: [f"if ({k} < n) {k} = {k} + 1"]),
            (2, lambda: [f"{self.element('ib')} = {self.count()}"]))

    def guard(self):
        if self.chance(0.3):
            return [f"if ({self.condition()}) {self.assign()[0]}"]
        lines = [f"if ({self.condition()}) then", *self.block()]
        if self.chance(0.3):
            lines += [f"else if ({self.condition()}) then", *self.block()]
        if self.chance(0.4):
            lines += ["else", *self.block()]
        return [*lines, "end if"]

    def loop(self):
        free = [v for v in "ijkl" if v not in [name for name, _ in self.loops]]
        variable = self.random.choice(free[:2])
        step = self.any(1, 1, 1, 1, 2, 3, -1, -2)
        first, last = self.bounds() if step > 0 else self.bounds()[::-1]
        ends = (first[1], last[1]) if step > 0 else (last[1], first[1])
        head = f"do {variable} = {first[0]}, {last[0]}"
        self.loops.append((variable, Span(ends[0].low, ends[1].high)))
        body = self.block()
        self.loops.pop()
        return [head + (f", {step}" if step != 1 else ""), *body, "end do"]

    def bounds(self):
        """The lower and the upper one."""
        low = self.pick((5, lambda: self.literal(-1, 3)),
                        (2, lambda: self.integer(self.any(0, 1))),
                        (1, self.integer_element))
        high = self.pick((4, self.size),
                         (1, lambda: self.literal(2, 6)),
                         (2, lambda: self.integer(self.any(0, 1, 2))),
                         (1, self.integer_element))
        return low, high


def generate(seed):
    case = Case(seed, "nests")
    made = Nests(random.Random(seed))
    local = {name for name in made.arrays if POOL.get(name, (0, 0, 0))[2]}
    body = ["s = 0.25d0", "t = 0.75d0", "k1 = 0", "k2 = n/2"]
    for name in sorted(local):
        body += fill(made.arrays[name])
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *(a for a in made.arrays.values() if a.name not in local),
                      Variable("r", "r8")]
    for edge in ("e", "ie", "je"):
        if edge in made.arrays:
            made.arrays[edge].written = False
    declarations = [v.declaration() for v in case.arguments]
    declarations += [made.arrays[name].declaration(True) for name in sorted(local)]
    declarations += ["real(8) :: s, t", "integer :: i, j, k, l, k1, k2"]
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations,
                           [*body, *made.body, "r = s + t + k1 + k2"])
    case.reference = case.text
    case.single = "q" in made.arrays
    return case


def fill(array):
    """Loops that give a local array its first values."""
    names = "ij"[:array.rank]
    value = " + ".join(f"0.125d0*{name}" for name in names)
    lines = [f"{array.name}({', '.join(names)}) = {value}"]
    for name, span in zip(names, array.spans):
        lines = [f"do {name} = {span.low}, {span.high}", *indented(lines), "end do"]
    return lines
