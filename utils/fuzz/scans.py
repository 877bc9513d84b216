"""Nests of running values: sums, extrema, counters, recurrences in scalars and
along arrays, of every type, under conditions, read before and after they change,
and what only looks like it."""
import random

from case import Case, Variable, subroutine
from form import COUNT, Form, Span, constant
from nests import Nests
from writer import indented, loop

REALS, INTEGERS = ("s", "t"), ("ks", "kt")


class Scans(Nests):
    def __init__(self, rng):
        super(Nests, self).__init__(rng)
        for name, kind, written in (("a", "r8", True), ("b", "r8", True),
                                    ("c", "r8", False), ("d", "r8", False),
                                    ("e", "r8", True), ("h", "r8", True), ("ih", "i4", True)):
            self.array(name, kind, 1, written)
        for name in ("ia", "ib"):
            self.array(name, "i4", 1, written=False)
        self.real_arrays = ["c", "d"]
        self.integer_arrays = ["ia", "ib"]
        self.body = ["s = 0.5d0", "t = 0d0", "ks = 0", "kt = 1"]
        for _ in range(self.random.randint(1, 3)):
            self.body += self.pick((5, self.nest), (2, self.rows))
        self.body += [f"{self.at('a', constant_zero())} = s + t",
                      f"{self.at('ih', constant_zero())} = ks - kt"]

    def value(self):
        # Now and then what the loop writes.
        self.real_arrays = ["c", "d"] + (["a"] if self.chance(0.15) else [])
        return f"0.0625d0*({self.real(1)})"

    # --- what changes: lines
    def change_real(self, s):
        value = self.value()
        return self.pick(
            (4, lambda: [self.any(f"{s} = {s} + {value}", f"{s} = {s} - {value}",
                                  f"{s} = {value} + {s}")]),
            (2, lambda: [f"{s} = {self.any('min', 'max')}({s}, {value})"]),
            (3, lambda: [self.any(f"{s} = 0.5d0*{s} + {value}",
                                  f"{s} = {value} - {s}*max(min({value}, 1d0), -1d0)",
                                  f"{s} = {s}/(1d0 + abs({value})) + {value}")]),
            (1, lambda: [f"{s} = {s}*max(min({value}, 1d0), -1d0)"]),
            (1, lambda: [f"v = {value}", f"{s} = {s} + v"]),
            # None of these is a scan.
            (1, lambda: [self.any(f"{s} = abs({s}) + {value}", f"{s} = {value}",
                                  f"if ({s} < 1d0) {s} = {s} + {value}",
                                  f"{s} = {s} + 0.0625d0*t")]))

    def change_integer(self, k):
        return [self.any(f"{k} = {k} + 1", f"{k} = {k} + 1", f"{k} = {k} - 1",
                         f"{k} = {k} + mod({self.integer(1)[0]}, 5)",
                         f"{k} = max({k}, {self.integer(1)[0]})",
                         f"{k} = ieor({k}, {self.element('ia')})",
                         f"{k} = mod({k} + 1, 7)")]

    def guarded(self, lines):
        if self.chance(0.35):
            return [f"if ({self.condition(0)}) then", *indented(lines), "end if"]
        return lines

    def use(self, s):
        i = self.loops[0]
        if s in INTEGERS:
            return [f"{self.at('ih', i)} = {s}"]
        return [f"{self.at(self.any('a', 'b'), i)} = "
                + self.any(s, f"0.5d0*{s}", f"{s} + {self.value()}")]

    # --- nests
    def nest(self):
        """One loop, in which scalars change and are read; or none does."""
        down = self.chance(0.3)
        high = self.any("n", "n", "m")
        top = Form(high == "n", high == "m", 0)
        self.loops.append(("i", Span(Form(0, 0, 0), top.plus(Form(0, 0, 1)))))
        body = []
        for _ in range(self.random.randint(1, 2)):
            body += self.pick((6, self.running), (2, self.along))
        if high == "n" and self.chance(0.3):
            body += self.compaction()
        if self.chance(0.2):
            self.loops.append(("j", Span(Form(0, 0, 0), Form(0, 0, 4))))
            body += loop("j", 1, 3, self.change_real("s"))
            self.loops.pop()
            body += self.use("s")
        self.loops.pop()
        first = self.any(1, 1, 2)
        lines = (loop("i", high, first, body, -1) if down
                 else loop("i", first, high, body))
        if "kc" in " ".join(body):
            lines = ["kc = 0", *lines]
        return lines

    def running(self):
        s = self.any(*REALS, *REALS, *INTEGERS)
        change = (self.change_integer if s in INTEGERS else self.change_real)(s)
        parts = [self.guarded(change), self.use(s)]
        if self.chance(0.3):
            parts.reverse()
        if self.chance(0.2):
            parts.append(self.use(s))
        return [line for part in parts for line in part]

    def compaction(self):
        count, store = ["kc = kc + 1"], None
        place = self.at("h", ("kc", COUNT))
        store = [f"{place} = {self.value()}"]
        order = count + store if self.chance(0.8) else store + count
        return [f"if ({self.condition(0)}) then", *indented(order), "end if"]

    def along(self):
        """y(i) of y(i - 1), or y(i + 1)."""
        name, step = self.any("a", "b"), self.any(-1, 1)
        i, span = self.loops[0]
        here = self.at(name, (i, span))
        other = self.at(name, (f"{i} {'+' if step > 0 else '-'} 1",
                               span.plus(constant(step))))
        value = self.any(self.value(), self.value(), here, f"0.5d0*{here}")
        return [f"{here} = " + self.any(
            f"{other} + {value}", f"0.5d0*{other} + {value}",
            f"max({other}, {value})", f"{value} - 0.25d0*{other}")]

    def rows(self):
        """A scan for each iteration of a loop around, of a scalar or of an
        element of that iteration's."""
        last = self.any("2", "m")
        rows = Span(Form(0, 0, 1), Form(0, last == "m", 2 if last == "2" else 1))
        s, begin = "s", ["s = 0.125d0*l"]
        if self.chance(0.4):
            s, begin = self.at("e", ("l", rows)), []
        self.loops.append(("i", Span(Form(0, 0, 0), Form(1, 0, 1))))
        change = self.guarded(self.change_real(s))
        use = self.use(s)
        self.loops.pop()
        return loop("l", 1, last, [*begin, *loop("i", 1, "n", change + use)])


def constant_zero():
    return "0", constant(0)


def generate(seed):
    case = Case(seed, "scans")
    made = Scans(random.Random(seed))
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *made.arrays.values()]
    declarations = [v.declaration() for v in case.arguments]
    declarations += ["integer :: i, j, l, ks, kt, kc", "real(8) :: s, t, v"]
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations, made.body)
    case.reference = case.text
    case.single = False
    return case
