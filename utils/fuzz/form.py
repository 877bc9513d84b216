"""Intervals of integers whose ends are linear in the sizes n and m.

Every integer expression of a generated program is made together with the Span
of its values, for all sizes of at least 0; the bounds of an array are the hull
of the spans of all its subscripts.
"""
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

    def at(self, sizes):
        return self.n * sizes["n"] + self.m * sizes["m"] + self.one

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


def between(low, high):
    return Span(Form(0, 0, low), Form(0, 0, high))


SIZES = {"n": Span(Form(1, 0, 0), Form(1, 0, 0)),
         "m": Span(Form(0, 1, 0), Form(0, 1, 0))}
COUNT = Span(ZERO, Form(1, 0, 0))  # of integer scalars and array elements
