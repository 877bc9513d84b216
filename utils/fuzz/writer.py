"""What all generators share: a pool of arrays, and random expressions whose
subscripts never leave them. Real values stay of moderate size, whatever is
computed; integers do not overflow."""
import random

from case import Variable
from form import COUNT, SIZES, Form, Span, between, constant


class Writer:
    def __init__(self, rng):
        self.random = rng
        self.loops = []  # (variable, Span), outermost first
        self.arrays = {}
        self.edges = False  # values at the edge of their types

    # --- choices
    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        """choices: (weight, function); calls one."""
        weights = [weight for weight, _ in choices]
        return self.random.choices(choices, weights)[0][1]()

    def any(self, *values):
        return self.random.choice(values)

    # --- arrays
    def array(self, name, kind, rank, written=True, **more):
        """Declares it at its first use."""
        if name not in self.arrays:
            self.arrays[name] = Variable(name, kind, rank, written, **more)
        return self.arrays[name]

    def at(self, name, *subscripts):
        """A reference with subscripts (text, Span)."""
        array = self.arrays[name]
        for axis, (_, span) in enumerate(subscripts):
            if not array.fixed:
                array.touch(axis, span)
        return f"{name}({', '.join(text for text, _ in subscripts)})"

    def loop_span(self, name):
        return name, dict(self.loops)[name]

    def element(self, name):
        """With random subscripts."""
        array = self.arrays[name]
        subscripts = []
        for _ in range(array.rank):
            if array.kind[0] == "i":
                subscripts.append(self.plain_integer())
            else:
                subscripts.append(self.integer(self.any(0, 0, 0, 1, 1, 2)))
        return self.at(name, *subscripts)

    # --- integer expressions: (text, Span)
    integer_arrays = ()
    integer_scalars = ()

    def integer(self, depth=2):
        if depth == 0 or self.chance(0.3):
            return self.integer_leaf()
        choices = [(5, lambda: self.sum(depth)), (1, lambda: self.multiple(depth)),
                   (2, lambda: self.extremum(depth)),
                   (1, lambda: self.quotient(depth)),
                   (1, lambda: self.remainder(depth))]
        if self.integer_arrays:
            choices.append((2, self.integer_element))
        return self.pick(*choices)

    def integer_leaf(self):
        choices = [(2, lambda: self.literal(-2, 4)), (1, self.size)]
        if self.integer_scalars:
            choices.append((1, lambda: (self.any(*self.integer_scalars), COUNT)))
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
        return f"{self.any('min', 'max')}({a}, {b})", span_a.hull(span_b)

    def quotient(self, depth):
        a, span = self.integer(depth - 1)
        return f"({a})/{self.any(2, 3)}", span.hull(constant(0))

    def remainder(self, depth):
        a, _ = self.integer(depth - 1)
        return f"{self.any('mod', 'modulo')}({a}, 3)", between(-2, 2)

    def integer_element(self):
        return self.element(self.random.choice(self.integer_arrays)), COUNT

    def plain_integer(self):
        """Without elements, so that nesting ends."""
        a, span = self.integer_leaf()
        if self.chance(0.5):
            return a, span
        b, other = self.literal(-2, 2)
        return f"{a} + {b}", span.plus(other)

    def count(self):
        """An integer from 0 to n."""
        return f"min(max({self.integer()[0]}, 0), n)"

    # --- real and logical expressions
    real_arrays = ()
    real_scalars = ()

    def real_leaf(self):
        choices = [(1, lambda: f"{self.random.uniform(0.5, 1.5):.2f}d0"),
                   (1, lambda: f"real({self.integer_leaf()[0]}, 8)")]
        if self.real_arrays:
            choices.append((5, lambda: self.real_element()))
        if self.real_scalars:
            choices.append((2, lambda: self.any(*self.real_scalars)))
        if self.edges:
            choices.append((3, self.edge))
        return self.pick(*choices)

    def real_element(self):
        name = self.random.choice(self.real_arrays)
        text, kind = self.element(name), self.arrays[name].kind
        if kind == "r4":
            return f"real({text}, 8)"
        if kind[0] == "z":
            return f"{self.any('real', 'aimag')}({text})*1d0"
        return text

    def edge(self):
        """Of values at the edge of types, brought back to moderate ones."""
        self.array("e", "r8", 1, init="edge")
        self.array("ie", "i4", 1, init="edge")
        self.array("je", "i8", 1, init="edge")
        e, f = self.element("e"), self.element("e")
        i, j = self.element("ie"), self.element("je")
        return self.any(
            f"sign(0.25d0, {e})", f"max(min({e}, 2d0), -2d0)",
            f"max(min(0.5d0*{e} + {f}*0.25d0, 1d0), -1d0)",
            f"real(max(min({i}, 5), -5), 8)", f"real(mod({i}, 7), 8)*0.25d0",
            f"real(modulo({j}, 5_8), 8)*0.25d0", f"real({i}/3, 8)*1d-9",
            f"real(ieor({i}, 5), 8)*1d-10",
            f"real(ishft({i}, -3), 8)*1d-9", f"real(iand({j}, 255_8), 8)*0.01d0",
            f"real(max({j}, int({i}, 8)), 8)*1d-19", f"merge(1d0, 0.5d0, {e} < {f})",
            f"real({j}/7_8, 8)*1d-18", f"real(not({i}), 8)*1d-9",
            f"real(int({j}/4294967296_8), 8)*1d-9")

    def real(self, depth=2):
        if depth == 0 or self.chance(0.2):
            return self.real_leaf()
        a, b = self.real(depth - 1), self.real(depth - 1)
        return self.any(
            f"0.5d0*({a} + {b})", f"0.5d0*({a} - {b})", f"max({a}, {b})",
            f"min({a}, {b})", f"({a})/(1d0 + abs({b}))", f"-({a})",
            f"0.25d0*{a} + 0.5d0*{b}", f"abs({a})")

    def condition(self, depth=1):
        if depth and self.chance(0.2):
            return (f"({self.condition(0)}) {self.any('.and.', '.or.')} "
                    f"({self.condition(0)})")
        if self.chance(0.1):
            return f".not. ({self.condition(0)})"
        relation = self.any("<", "<=", ">", ">=", "==", "/=")
        if self.chance(0.6):
            return f"{self.integer()[0]} {relation} {self.integer(1)[0]}"
        return f"{self.real(1)} {self.any('<', '>')} {self.real(1)}"


def indented(lines):
    return ["  " + line for line in lines]


def loop(variable, low, high, body, step=1):
    tail = f", {step}" if step != 1 else ""
    return [f"do {variable} = {low}, {high}{tail}", *indented(body), "end do"]
