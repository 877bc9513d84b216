"""Random Fortran subroutines that never leave their arrays.

Every integer expression is made together with a Span, an interval whose ends
are linear in the sizes n and m; an array's bounds are the hull of the spans of
all its subscripts. Real values stay of moderate size, whatever is computed.
"""
import random
import textwrap
from collections import namedtuple


class Form(namedtuple("Form", "n m one")):
    """n*size_n + m*size_m + one, for sizes of at least 0."""

    def plus(self, other):
        return Form(*(a + b for a, b in zip(self, other)))

    def times(self, factor):
        return Form(*(factor * a for a in self))

    def least(self, other):
        return Form(*map(min, self, other))

    def most(self, other):
        return Form(*map(max, self, other))

    def __str__(self):
        text = ""
        for factor, name in ((self.n, "*n"), (self.m, "*m"), (self.one, "")):
            if factor:
                text += f"{factor:+d}{name}"
        return text.removeprefix("+") or "0"


ZERO = Form(0, 0, 0)


class Span(namedtuple("Span", "low high")):
    def plus(self, other):
        return Span(self.low.plus(other.low), self.high.plus(other.high))

    def times(self, factor):
        ends = (self.low.times(factor), self.high.times(factor))
        return Span(*(ends if factor >= 0 else ends[::-1]))

    def hull(self, other):
        return Span(self.low.least(other.low), self.high.most(other.high))


def constant(value):
    return Span(Form(0, 0, value), Form(0, 0, value))


SIZES = {"n": Span(Form(1, 0, 0), Form(1, 0, 0)),
         "m": Span(Form(0, 1, 0), Form(0, 1, 0))}
COUNT = Span(ZERO, Form(1, 0, 0))  # of integer scalars and array elements


class Array:
    def __init__(self, name, rank, kind, written, local=False):
        self.name, self.rank, self.kind = name, rank, kind
        self.written, self.local = written, local
        self.spans = [Span(ZERO, Form(0, 0, 1)) for _ in range(rank)]

    def declaration(self):
        intent = "" if self.local else (
            ", intent(inout)" if self.written else ", intent(in)")
        bounds = ", ".join(f"{s.low}:{s.high}" for s in self.spans)
        return f"{self.kind}{intent} :: {self.name}({bounds})"


class Program:
    """`text`: the source; `options`: for loopyc --check."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.loops = []  # (variable, Span), outermost first
        self.arrays = {a.name: a for a in (
            Array("a", 1, "real(8)", True), Array("b", 2, "real(8)", True),
            Array("c", 1, "real(8)", False), Array("w", 1, "real(8)", True, True),
            Array("ia", 1, "integer", False),
            Array("ib", 1, "integer", True))}
        self.budget = self.random.randint(6, 24)  # statements
        body = []
        while self.budget > 0:
            body += self.statement()
        self.text = self.assemble(seed, body)
        self.options = self.choose_options()

    # --- choices
    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        """choices: (weight, function); calls one."""
        weights = [weight for weight, _ in choices]
        return self.random.choices(choices, weights)[0][1]()

    # --- integer expressions: (text, Span)
    def integer(self, depth=2):
        if depth == 0 or self.chance(0.3):
            return self.integer_leaf()
        return self.pick(
            (4, lambda: self.sum(depth)), (1, lambda: self.multiple(depth)),
            (2, lambda: self.extremum(depth)), (1, lambda: self.quotient(depth)),
            (1, lambda: self.remainder(depth)), (2, self.integer_element))

    def integer_leaf(self):
        choices = [(2, lambda: self.literal(-2, 4)), (1, self.size),
                   (1, lambda: (self.random.choice(["k1", "k2"]), COUNT))]
        if self.loops:
            choices.append((6, lambda: self.random.choice(self.loops)))
        return self.pick(*choices)

    def literal(self, low, high):
        value = self.random.randint(low, high)
        return (str(value) if value >= 0 else f"({value})"), constant(value)

    def size(self):
        name = self.random.choice("nnm")
        return name, SIZES[name]

    def sum(self, depth):
        (a, span_a), (b, span_b) = self.integer(depth - 1), self.integer_leaf()
        if self.chance(0.5):
            return f"({a} + {b})", span_a.plus(span_b)
        return f"({a} - {b})", span_a.plus(span_b.times(-1))

    def multiple(self, depth):
        a, span = self.integer(depth - 1)
        factor = self.random.choice([-1, 2, 3])
        return f"({a})*({factor})", span.times(factor)

    def extremum(self, depth):
        (a, span_a), (b, span_b) = self.integer(depth - 1), self.integer_leaf()
        return (f"{self.random.choice(['min', 'max'])}({a}, {b})",
                span_a.hull(span_b))

    def quotient(self, depth):
        a, span = self.integer(depth - 1)
        return f"({a})/{self.random.choice([2, 3])}", span.hull(constant(0))

    def remainder(self, depth):
        a, _ = self.integer(depth - 1)
        function = self.random.choice(["mod", "modulo"])
        return f"{function}({a}, 3)", Span(Form(0, 0, -2), Form(0, 0, 2))

    def integer_element(self):
        return self.element(self.arrays[self.random.choice(["ia", "ib"])]), COUNT

    def count(self):
        """An integer from 0 to n."""
        return f"min(max({self.integer()[0]}, 0), n)"

    # --- references
    def element(self, array):
        subscripts = []
        for axis in range(array.rank):
            depth = self.random.choice([0, 0, 1, 1, 2])
            text, span = (self.integer(depth) if array.kind != "integer"
                          else self.plain_integer())
            array.spans[axis] = array.spans[axis].hull(span)
            subscripts.append(text)
        return f"{array.name}({', '.join(subscripts)})"

    def plain_integer(self):
        """Without elements, so that nesting ends."""
        a, span = self.integer_leaf()
        if self.chance(0.5):
            return a, span
        b, other = self.literal(-2, 2)
        return f"{a} + {b}", span.plus(other)

    def real_element(self):
        return self.element(self.arrays[self.random.choice("abcw")])

    # --- real and logical expressions
    def real(self, depth=2):
        if depth == 0 or self.chance(0.2):
            return self.pick(
                (4, self.real_element), (2, lambda: self.random.choice("st")),
                (1, lambda: f"{self.random.uniform(0.5, 1.5):.2f}d0"),
                (1, lambda: f"real({self.integer_leaf()[0]}, 8)"))
        a, b = self.real(depth - 1), self.real(depth - 1)
        return self.random.choice([
            f"0.5d0*({a} + {b})", f"0.5d0*({a} - {b})", f"max({a}, {b})",
            f"min({a}, {b})", f"({a})/(1d0 + abs({b}))", f"-({a})"])

    def condition(self, depth=1):
        if depth and self.chance(0.2):
            operator = self.random.choice([".and.", ".or."])
            return f"({self.condition(0)}) {operator} ({self.condition(0)})"
        if self.chance(0.1):
            return f".not. ({self.condition(0)})"
        relation = self.random.choice(["<", "<=", ">", ">=", "==", "/="])
        if self.chance(0.6):
            return f"{self.integer()[0]} {relation} {self.integer(1)[0]}"
        return f"{self.real(1)} {self.random.choice('<>')} {self.real(1)}"

    # --- statements: lists of lines
    def statement(self):
        self.budget -= 1
        depth = len(self.loops)
        if self.budget < 0:
            return self.assign_real()
        choices = [(3, self.assign_real), (2, self.update), (1, self.assign_scalar),
                   (1, self.assign_integer), (3 if depth else 1, self.guard)]
        if depth < 4:
            choices.append(([12, 5, 3, 1][depth], self.loop))
        return self.pick(*choices)

    def block(self):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            if self.budget > 0 or not lines:
                lines += self.statement()
        return ["  " + line for line in lines]

    def target(self):
        return self.element(self.arrays[self.random.choice("abbw")])

    def assign_real(self):
        return [f"{self.target()} = {self.real()}"]

    def update(self):
        x, value = self.target(), self.real(1)
        return [self.random.choice([
            f"{x} = {x} + {value}", f"{x} = {x} - {value}", f"{x} = 0.5d0*{x}",
            f"{x} = max({x}, {value})", f"{x} = min({x}, {value})"])]

    def assign_scalar(self):
        s = self.random.choice("st")
        return [self.random.choice([f"{s} = {self.real()}",
                                    f"{s} = 0.5d0*({s} + {self.real(1)})"])]

    def assign_integer(self):
        k = self.random.choice(["k1", "k2"])
        return self.pick(
            (2, lambda: [f"{k} = {self.count()}"]),
            (1, lambda: [f"if ({k} < n) {k} = {k} + 1"]),
            (2, lambda: [f"{self.element(self.arrays['ib'])} = {self.count()}"]))

    def guard(self):
        if self.chance(0.3):
            return [f"if ({self.condition()}) {self.assign_real()[0]}"]
        lines = [f"if ({self.condition()}) then", *self.block()]
        if self.chance(0.3):
            lines += [f"else if ({self.condition()}) then", *self.block()]
        if self.chance(0.4):
            lines += ["else", *self.block()]
        return [*lines, "end if"]

    def loop(self):
        free = [v for v in "ijkl" if v not in [name for name, _ in self.loops]]
        variable = self.random.choice(free[:2])
        step = self.random.choice([1, 1, 1, 1, 2, 3, -1, -2])
        first, last = self.bounds() if step > 0 else self.bounds()[::-1]
        ends = (first[1], last[1]) if step > 0 else (last[1], first[1])
        head = f"do {variable} = {first[0]}, {last[0]}"
        self.loops.append((variable, Span(ends[0].low, ends[1].high)))
        body = self.block()
        self.loops.pop()
        return [head + (f", {step}" if step != 1 else ""), *body, "end do"]

    def bounds(self):
        """The lower and the upper one."""
        low = self.pick((3, lambda: self.literal(-1, 3)),
                        (3, lambda: self.integer(self.random.choice([0, 1]))),
                        (1, self.integer_element))
        high = self.pick((3, self.size),
                         (3, lambda: self.integer(self.random.choice([0, 1, 2]))),
                         (1, self.integer_element))
        return low, high

    # --- the whole
    def assemble(self, seed, body):
        dummies = [a for a in self.arrays.values() if not a.local]
        low, high = self.arrays["w"].spans[0]
        lines = [
            f"subroutine fuzz{seed}(n, m, {', '.join(a.name for a in dummies)}, r)",
            "  implicit none",
            "  integer, intent(in) :: n, m",
            *("  " + a.declaration() for a in self.arrays.values()),
            "  real(8), intent(out) :: r",
            "  real(8) :: s, t",
            "  integer :: i, j, k, l, k1, k2",
            "  s = 0.25d0", "  t = 0.75d0", "  k1 = 0", "  k2 = n/2",
            f"  do i = {low}, {high}", "    w(i) = 0.125d0*i", "  end do",
            *("  " + line for line in body),
            "  r = s + t + k1 + k2",
            f"end subroutine fuzz{seed}"]
        return "\n".join(folded for line in lines for folded in fold(line)) + "\n"

    def choose_options(self):
        options = [f"--param={size}={self.random.randint(low, 6)}"
                   for size, low in (("n", 0), ("m", 0))]
        for name in ("ia", "ib"):
            factor, shift = self.random.randint(1, 9), self.random.randint(0, 9)
            options.append(f"--init={name}=(i0*{factor} + {shift}) % (n + 1)")
        return options


def fold(line):
    """Continuation lines."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    parts = textwrap.wrap(line, 100, subsequent_indent=indent,
                          drop_whitespace=True, break_long_words=False,
                          break_on_hyphens=False)
    first = line[:len(line) - len(line.lstrip())]
    parts[0] = first + parts[0].lstrip()
    return [part + " &" for part in parts[:-1]] + parts[-1:]
