"""Reductions over ranges that arrays give: rows from ia(i) to ia(i + 1), empty
ones and those that overlap, by way of scalars or not, each into an element or
all into a scalar."""
import random

from case import Case, Variable, subroutine
from form import COUNT, Form, Span
from reductions import Reductions
from writer import indented, loop


class Rows(Reductions):
    def nest(self, number):
        """Values of ia are from 0 to n, and so is what runs between them."""
        high = self.any("n", "n", "m")
        rows = Span(Form(0, 0, 1), Form(high == "n", high == "m", 0))
        first = self.at("ia", ("i", rows))
        last = self.any(lambda: self.at("ia", self.shifted(rows)),
                        lambda: f"min({self.at('ia', self.shifted(rows))}, 7)",
                        lambda: f"{first} + {self.any('-1', '0', '2')}")
        low, top, scalars = first, last(), []
        if "+ 2" in top or "+ 0" in top or "+ -1" in top:
            top = f"min({top}, n)".replace("+ -1", "- 1")
        if self.chance(0.4):
            scalars = [f"lo = {low}", f"hi = {top}"]
            low, top = "lo", "hi"
        self.loops = [("i", rows), ("k", COUNT)]
        self.outer = "i" if self.chance(0.75) else None
        before, body = [], []
        for _ in range(self.any(1, 1, 2, 3)):
            set_before, lines = self.pick((4, self.update), (1, self.count_some),
                                          (1, self.logical), (2, self.mark),
                                          (3, self.best))
            if self.chance(0.2):
                lines = [f"if ({self.guard()}) then", *indented(lines), "end if"]
            before += set_before
            body += lines
        inside = [*scalars, *loop("k", low, top, body)]
        body = loop("i", "1", high, inside)
        self.loops = []
        return [*before, *body, *self.use()]

    def shifted(self, rows):
        return "i + 1", Span(rows.low, rows.high).hull(
            Span(Form(0, 0, 2), Form(rows.high.n, rows.high.m, 1)))


def generate(seed):
    case = Case(seed, "rows")
    made = Rows(random.Random(seed))
    arrays = [v for v in made.arrays.values() if v not in made.results]
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *arrays, *made.results]
    declarations = [v.declaration() for v in case.arguments]
    declarations += ["integer :: i, k, lo, hi"]
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations, made.body)
    case.reference = case.text
    case.single = True
    return case
