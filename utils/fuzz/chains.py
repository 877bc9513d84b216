"""Two to four subroutines that are fused: arguments of equal names, locals of
equal names, flows from a local of one to a local of another, integer scalars
that one writes and a later one has as a bound or as an extent."""
import random

from case import Case, Variable, subroutine
from codes import Codes, declarations, sizes_of_kernel
from form import Form, Span, between
from writer import loop

LOCAL = Variable("tl", "r8", fixed=[("1", "8")])


class Link(Codes):
    """One of the subroutines; arrays are shared by all of them."""

    def __init__(self, rng, arrays, prefix, ranges):
        super().__init__(rng, prefix)
        self.shared = arrays
        self.uses = []  # names of arguments
        self.ranges = ranges

    def array(self, name, *rest, **more):
        # Local arrays of the passes stay the subroutine's own.
        if name == "lw":
            return super().array(name, *rest, **more)
        if name not in self.shared:
            self.shared[name] = super().array(name, *rest, **more)
        self.arrays[name] = self.shared[name]
        if name not in self.uses:
            self.uses.append(name)
        return self.shared[name]

    # Loops of one name have one range in all subroutines, as fusion asks for.
    def outer(self, index=0):
        return self.ranges.setdefault(self.prefix + str(index), super().outer(index))

    def small(self, index, most=None):
        key = f"{self.prefix}{index} {most}"
        known = self.ranges.setdefault(key, super().small(index, most))
        self.iname(index)
        return known

    # --- what only chains have
    def size_written(self):
        """k1, from 0 to n."""
        self.array("k1", "i4", 0)
        return [self.any("k1 = min(k1 + 1, n)", "k1 = max(k1 - 1, 0)",
                         "k1 = min(m, n)", "k1 = n/2")]

    def size_read(self):
        """As a bound, and perhaps as an extent."""
        self.array("k1", "i4", 0)
        i = self.iname(6)
        span = Span(Form(0, 0, 1), Form(1, 0, 0))
        if self.chance(0.5):
            a, o = self.one(), self.array("o", "r8", 1).name
            return loop(i, 1, "k1", [f"{self.at(o, (i, span))} = "
                                     f"{self.at(a, (i, span))} + 0.5d0*k1"])
        e = self.array("ex", "r8", 2)
        e.fixed, e.spans = [("1", "k1+1"), ("1", "3")], [
            Span(Form(0, 0, 1), Form(1, 0, 1)), between(1, 3)]
        j = self.iname(7)
        value = self.any(f"ex({i}, {j}) + 0.125d0*{i}", f"0.5d0*ex({i}+1, {j})",
                         f"ex({i}, {j}) + {j}")
        body = [f"ex({i}, {j}) = {value}"]
        return loop(j, 1, 3, loop(i, 1, "k1", body))

    def fill_local(self):
        """All of tl."""
        i = self.iname(5)
        a = self.two()
        self.private("tl", "1", "8")
        if self.chance(0.3):
            return loop(i, 1, 8, [f"tl({i}) = 0.25d0*{i}"])
        x = self.at(a, (i, between(1, 8)), ("2", between(2, 2)))
        return loop(i, 1, 8, [f"tl({i}) = 0.5d0*{x}"])

    def use_local(self):
        i = self.iname(5)
        o = self.array("o", "r8", 1).name
        self.private("tl", "1", "8")
        x = self.at(o, (i, between(1, 8)))
        value = self.any(f"tl({i})", f"tl(9-{i})", f"{x} + tl({i})")
        return loop(i, 1, 8, [f"{x} = {value}"])

    def use_scalar(self):
        i, lo, hi, span = self.outer(0)
        self.scalar("ts")
        return loop(i, lo, hi, [f"{self.at(self.array('o', 'r8', 1).name, (i, span))}"
                                f" = {i} + ts"])

    def fill_scalar(self):
        self.scalar("ts")
        a = self.one()
        return [f"ts = 0.5d0*{self.at(a, ('1', between(1, 1)))}"]


def passes(link, rng, count):
    body = []
    for _ in range(count):
        body += (link.size_written() if rng.random() < 0.12 else
                 link.size_read() if rng.random() < 0.15 else link.one_pass())
    return body


def plan_flows(rng, count):
    """[(variable, from, to)], and for each kernel which locals it fills, uses."""
    flows, fills, uses = [], [set() for _ in range(count)], [
        set() for _ in range(count)]
    for name in ("tl", "ts"):
        if rng.random() < 0.5:
            continue
        first = rng.randrange(count - 1)
        last = rng.randrange(first + 1, count)
        flows.append((name, first, last))
        fills[first].add(name)
        uses[last].add(name)
        for k in range(count):  # others have one of their own
            if k not in (first, last) and rng.random() < 0.5:
                fills[k].add(name)
                uses[k].add(name)
        if rng.random() < 0.3:
            uses[first].add(name)
    return flows, fills, uses


def generate(seed):
    case = Case(seed, "chains")
    rng = random.Random(seed)
    count = rng.choice([2, 2, 2, 3, 3, 4])
    flows, fills, uses = plan_flows(rng, count)
    arrays, links, ranges = {}, [], {}
    for k in range(count):
        link = Link(rng, arrays, rng.choice(["", *[chr(ord("e") + k)]*2]), ranges)
        body = []
        for name in sorted(fills[k]):
            body += link.fill_local() if name == "tl" else link.fill_scalar()
        if not (fills[k] or uses[k]) or rng.random() < 0.5:
            body += passes(link, rng, rng.choice([1, 1, 2]))
        for name in sorted(uses[k]):
            body += link.use_local() if name == "tl" else link.use_scalar()
        links.append((f"{case.name}{'abcd'[k]}", link, body))
    case.kernels = [name for name, _, _ in links]
    suffixes = rng.choice([None, None, [f"_{k}" for k in range(count)]])
    case.fuse = {"suffixes": suffixes, "data_flow": flows or None}
    used = [name for name in arrays
            if any(name in link.uses for _, link, _ in links)]
    case.arguments = sizes_of_kernel() + [arrays[name] for name in used]
    case.text = "".join(text(name, link, body, arrays, [])
                        for name, link, body in links)
    case.reference_name = f"{case.name}reference"
    case.reference = reference(case, links, arrays, flows)
    case.single = False
    return case


def dummies(link, arrays):
    """An array whose extent is k1 needs k1."""
    names = list(link.uses)
    if "ex" in names and "k1" not in names:
        names.append("k1")
    return sizes_of_kernel() + [arrays[name] for name in names]


def text(name, link, body, arrays, extra):
    """`extra`: locals that are arguments instead, for the reference."""
    arguments = sorted(dummies(link, arrays), key=lambda v: v.rank > 0)
    local = [v for v in link.locals.values() if v.name not in extra]
    scalars = dict(link.scalars)
    inner = declarations(link, arguments, local)
    if extra:
        for scalar in extra:
            link.scalars.pop(scalar, None)
        inner = declarations(link, arguments, local)
        link.scalars = scalars
        inner += [LOCAL.declaration() if e == "tl" else "real(8), intent(inout) :: ts"
                  for e in extra]
    return subroutine(name, [v.name for v in arguments] + extra, inner, body)


def reference(case, links, arrays, flows):
    """The subroutines in their order; what flows is an argument of both."""
    extra = [[name for name, first, last in flows if k in (first, last)]
             for k in range(len(links))]
    made = "".join(text(f"{name}r", link, body, arrays, more)
                   for (name, link, body), more in zip(links, extra))
    lines = []
    for (name, link, _), more in zip(links, extra):
        arguments = [v.name for v in sorted(dummies(link, arrays),
                                            key=lambda v: v.rank > 0)]
        lines.append(f"call {name}r({', '.join(arguments + more)})")
    ordered = sorted(case.arguments, key=lambda v: v.rank > 0)
    declared = [v.declaration() for v in ordered]
    declared += [LOCAL.declaration(True), "real(8) :: ts"]
    return made + subroutine(case.reference_name,
                             [v.name for v in case.arguments], declared, lines)
