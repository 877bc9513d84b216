"""Nests like those of real codes: stencils, small constant inner loops, private
arrays, sums, recurrences, guards at boundaries, rows of a sparse matrix,
gathers, one axis for two, several passes over the same arrays."""
import random

from case import Case, Variable, subroutine
from form import COUNT, Form, Span, ZERO, between, constant
from writer import Writer, indented, loop

ONE = Form(0, 0, 1)
N, M = Form(1, 0, 0), Form(0, 1, 0)


def shifted(name, span, by):
    text = f"{name}{by:+d}" if by else name
    return text, span.plus(constant(by))


class Codes(Writer):
    """`passes` lines of a subroutine; `locals` names of its local arrays."""

    def __init__(self, rng, prefix=""):
        super().__init__(rng)
        self.locals, self.scalars = {}, {}
        self.inames = []
        self.prefix = prefix
        self.kind = "r8"

    # --- names
    def iname(self, index):
        """Names are shared between passes, or fresh ones."""
        name = "ijklpqabcd"[index] if not self.prefix else (
            self.prefix + "ijklpqabcd"[index])
        name = {"a": "ii", "b": "jj", "c": "kk", "d": "ll"}.get(name, name)
        if name not in self.inames:
            self.inames.append(name)
        return name

    def scalar(self, name, kind="r8"):
        self.scalars[name] = kind
        return name

    def private(self, name, low, high, kind="r8"):
        """A small local array."""
        if name not in self.locals:
            self.locals[name] = Variable(name, kind, fixed=[(low, high)])
        self.arrays[name] = self.locals[name]
        return name

    def one(self, kind=None):
        return self.array(self.any("a", "c", "g"), kind or "r8", 1).name

    def two(self):
        return self.array(self.any("b", "u", "h"), "r8", 2).name

    def three(self):
        return self.array(self.any("d", "f"), "r8", 3).name

    def outer(self, index=0):
        """(iname, low text, high text, Span) of a loop over a size."""
        name = self.iname(index)
        low = self.any(1, 1, 1, 0, 2)
        size, form = self.any(("n", N), ("n", N), ("m", M))
        more = self.any(0, 0, 0, -1, 1)
        high = f"{size}{more:+d}" if more else size
        return name, str(low), high, Span(Form(0, 0, low).least(ONE),
                                          form.plus(Form(0, 0, max(more, 1))))

    def small(self, index, most=None):
        """The same of a loop with constant bounds."""
        name = self.iname(index)
        high = most or self.any(2, 3, 4, 4, 5, 8)
        return name, "1", str(high), between(1, high)

    # --- passes
    def stencil(self):
        i, lo, hi, span = self.outer(0)
        source, target = self.one(), self.array("o", "r8", 1).name
        reach = self.any(1, 1, 2)
        terms = [f"0.25d0*{self.at(source, shifted(i, span, d))}"
                 for d in range(-reach, reach + 1)]
        body = [f"{self.at(target, (i, span))} = {' + '.join(terms)}"]
        if self.chance(0.4):
            body = [f"if ({i} > 1 .and. {i} < n) then", *indented(body), "else",
                    f"  {self.at(target, (i, span))} = {self.at(source, (i, span))}",
                    "end if"]
        lines = loop(i, lo, hi, body)
        if self.chance(0.4):
            t = self.iname(4)
            back = loop(i, lo, hi, [f"{self.at(source, (i, span))} = "
                                    f"0.5d0*{self.at(target, (i, span))}"])
            lines = loop(t, 1, self.any(2, 3, "m"), [*lines, *back])
        return lines

    def plane(self):
        (i, ilo, ihi, si), (j, jlo, jhi, sj) = self.outer(0), self.outer(1)
        source, target = self.two(), self.array("o2", "r8", 2).name
        at = lambda di, dj: self.at(source, shifted(i, si, di), shifted(j, sj, dj))
        body = [f"{self.at(target, (i, si), (j, sj))} = 0.25d0*({at(-1, 0)} + "
                f"{at(1, 0)} + {at(0, -1)} + {at(0, 1)}) - 0.5d0*{at(0, 0)}"]
        if self.chance(0.3):
            self.scalar("x")
            body = [f"x = 0.5d0*{at(0, 1)}",
                    *body, f"{self.at(target, (i, si), (j, sj))} = "
                    f"{self.at(target, (i, si), (j, sj))} + 0.125d0*x"]
        if self.chance(0.5):
            return loop(i, ilo, ihi, loop(j, jlo, jhi, body))
        return loop(j, jlo, jhi, loop(i, ilo, ihi, body))

    def small_product(self):
        """Elements with small matrices, as in finite elements."""
        e, lo, hi, se = self.outer(1)
        i, _, top, si = self.small(0)
        k, _, _, sk = self.small(2, int(top))
        f, dm = self.three(), self.array("dm", "r8", 2, written=False).name
        out = self.array("o3", "r8", 3).name
        j, _, _, sj = self.small(3, self.any(2, 3))
        t = self.scalar("t")
        term = f"{self.at(dm, (i, si), (k, sk))}*{self.at(f, (k, sk), (j, sj), (e, se))}"
        if self.chance(0.3):
            term = f"0.5d0*{term}"
        if self.chance(0.5):
            inner = [f"{t} = 0", *loop(k, 1, top, [f"{t} = {t} + {term}"]),
                     f"{self.at(out, (i, si), (j, sj), (e, se))} = {t}"]
        else:
            x = self.at(out, (i, si), (j, sj), (e, se))
            inner = loop(k, 1, top, [f"{x} = {x} + 0.25d0*{term}"])
        nest = loop(j, 1, sj.high.one, loop(i, 1, top, inner))
        return loop(e, lo, hi, nest)

    def private_array(self):
        """A work array for each point."""
        i, lo, hi, span = self.outer(0)
        k, _, top, sk = self.small(2)
        w = self.private(self.any("w", "w", "w2"), 0, 9)
        source, target = self.two(), self.array("o", "r8", 1).name
        first = loop(k, 1, top, [f"{w}({k}) = 0.5d0*{self.at(source, (k, sk), (i, span))}"
                                 f" + 0.125d0*{k}"])
        x = self.at(target, (i, span))
        use = self.any(
            loop(k, 2, top, [f"{w}({k}) = {w}({k}) + 0.25d0*{w}({k}-1)"])
            + [f"{x} = {w}({top}) - {w}(1)"],
            [f"{x} = 0"] + loop(k, 1, top, [f"{x} = {x} + 0.25d0*{w}({int(top) + 1}-{k})"]),
            [f"{x} = {w}(min({i}, {top}))"] if lo != "0" else [f"{x} = {w}(2)"])
        if self.chance(0.3):
            first = [f"{w}(1) = 0.5d0*{self.at(source, ('1', constant(1)), (i, span))}",
                     f"{w}({top}) = 0.25d0*{w}(1)"]
            use = [f"{x} = {w}(1) + {w}({top})"]
        return loop(i, lo, hi, first + use)

    def private_across(self):
        """A local array that is filled by one loop and read by another."""
        i, lo, hi, span = self.outer(0)
        w = self.array("lw", "r8", 1).name
        self.locals[w] = self.arrays[w]
        a, o = self.one(), self.array("o", "r8", 1).name
        wide = span.hull(constant(0))
        self.at(w, (i, wide))
        second = self.any(i, self.iname(1))
        to = self.at(w, (second, wide))
        if self.chance(0.3):
            to = f"{w}({second})"
        return (loop(i, lo, hi, [f"{w}({i}) = 0.5d0*{self.at(a, (i, span))}"])
                + loop(second, lo, hi, [f"{self.at(o, (second, span))} = {to}"
                                        f" + 0.125d0*{second}"]))

    def accumulation(self):
        """An accumulation, in a scalar or in an element."""
        i, lo, hi, span = self.outer(0)
        j, jlo, jhi, sj = self.any(self.outer(1), self.small(1))
        source, factor = self.two(), self.one()
        target = self.array("o", "r8", 1).name
        s = self.scalar("s")
        term = f"{self.at(source, (i, span), (j, sj))}*{self.at(factor, (i, span))}"
        if self.chance(0.3):
            term = f"{self.at(factor, (i, span))}*({term})*0.5d0"
        x = self.at(target, (i, span))
        if self.chance(0.5):
            body = [f"{s} = {self.any(*['0']*5, '1')}",
                    *loop(j, jlo, jhi, [f"{s} = {s} {self.any('+', '+', '-')} "
                                        f"0.125d0*{term}"]),
                    f"{x} = {self.any(s, f'{x} + {s}', f'{s}*{s}*0.01d0')}"]
            if self.chance(0.3):
                body[-1:] = [f"if ({i} > 2) then", f"  {x} = {s}", "end if"]
        else:
            body = loop(j, jlo, jhi, [f"{x} = {x} + 0.125d0*{term}"])
            if self.chance(0.5):
                body = [f"{x} = 0", *body]
        return loop(i, lo, hi, body)

    def reduction(self):
        """Of all elements to one scalar, or to a few."""
        i, lo, hi, span = self.outer(0)
        a, o = self.one(), self.array("o", "r8", 1).name
        s = self.scalar("s2")
        update = self.any(f"{s} = {s} + 0.125d0*{self.at(a, (i, span))}",
                          f"{s} = max({s}, {self.at(a, (i, span))})",
                          f"if ({self.at(a, (i, span))} > 0) {s} = {s} + 0.25d0")
        end = self.at(o, ("1", constant(1)))
        return [f"{s} = 0", *loop(i, lo, hi, [update]), f"{end} = {s}"]

    def recurrence(self):
        i, lo, hi, span = self.outer(0)
        a, b = self.array("o", "r8", 1).name, self.one()
        down = self.chance(0.3)
        d = 1 if down else -1
        body = [f"{self.at(a, (i, span))} = 0.5d0*{self.at(a, shifted(i, span, d))}"
                f" + 0.25d0*{self.at(b, (i, span))}"]
        return loop(i, hi, lo, body, -1) if down else loop(i, lo, hi, body)

    def columns(self):
        """Recurrences along one axis, independent along the other."""
        (i, ilo, ihi, si), (j, jlo, jhi, sj) = self.outer(0), self.outer(1)
        a, b = self.two(), self.array("o2", "r8", 2).name
        x = self.at(b, (i, si), (j, sj))
        body = [f"{x} = 0.5d0*{self.at(b, (i, si), shifted(j, sj, -1))}"
                f" + 0.25d0*{self.at(a, (i, si), shifted(j, sj, self.any(0, 1, 2)))}"]
        return self.any(loop(i, ilo, ihi, loop(j, jlo, jhi, body)),
                        loop(j, jlo, jhi, loop(i, ilo, ihi, body)))

    def triangle(self):
        (i, ilo, ihi, si), (j, _, _, _) = self.outer(0), self.outer(1)
        b, a = self.two(), self.one()
        sj = si.hull(constant(0))
        x = self.at(b, (i, si), (j, sj))
        low, high = self.any(("1", i), (i, ihi), ("0", f"{i}-1"))
        body = [f"{x} = {self.any(x + ' + ', '')}0.25d0*{self.at(a, (i, si))}"
                f" - 0.125d0*{self.at(a, (j, sj))}"]
        return loop(i, ilo, ihi, loop(j, low, high, body))

    def gather(self):
        i, lo, hi, span = self.outer(0)
        ia = self.array("ia", "i4", 1, written=False).name
        a, o = self.array(self.any("a", "g"), "r8", 1).name, self.array("o", "r8", 1).name
        index = (self.at(ia, (i, span)), COUNT)
        if self.chance(0.5):
            body = [f"{self.at(o, (i, span))} = 0.5d0*{self.at(a, index)}"]
        else:
            x = self.at(o, index)
            body = [self.any(f"{x} = {x} + 0.25d0*{self.at(a, (i, span))}",
                             f"{x} = {self.at(a, (i, span))}")]
        if self.chance(0.3):
            body = [f"if ({index[0]} > 1) then", *indented(body), "end if"]
        return loop(i, lo, hi, body)

    def rows(self):
        """A sparse matrix by rows."""
        i, k = self.iname(0), self.iname(2)
        ends = self.array("ptr", "i4", 1, written=False, init="rows").name
        span = Span(ONE, N)
        col = self.array("ia", "i4", 1, written=False).name
        entries = Span(ZERO, Form(2, 0, 1))
        a, x, o = (self.array("val", "r8", 1, written=False).name,
                   self.one(), self.array("o", "r8", 1).name)
        self.at(ends, (i, span.hull(Span(ONE, Form(1, 0, 1)))))
        y = self.at(o, (i, span))
        term = f"{self.at(a, (k, entries))}*{self.at(x, (self.at(col, (k, entries)), COUNT))}"
        t = self.scalar("t")
        body = self.any(
            [f"{t} = 0", *loop(k, f"ptr({i})", f"ptr({i}+1)-1", [f"{t} = {t} + 0.25d0*{term}"]),
             f"{y} = {t}"],
            loop(k, f"ptr({i})", f"ptr({i}+1)-1", [f"{y} = {y} + 0.125d0*{term}"]))
        return loop(i, 1, "n", body)

    def scalars_in_loop(self):
        i, lo, hi, span = self.outer(0)
        t, x = self.scalar("t"), self.scalar("x")
        a, b, o = self.one(), self.one(), self.array("o", "r8", 1).name
        body = [f"{t} = 0.5d0*{self.at(a, (i, span))}",
                f"{x} = {t} - 0.25d0*{self.at(b, shifted(i, span, self.any(0, 1, -1)))}"]
        if self.chance(0.4):
            body += [f"if ({x} > 0.1d0) then", f"  {t} = 0.25d0*{x}", "end if"]
        body.append(f"{self.at(o, (i, span))} = {t} + 0.5d0*{x}")
        if self.chance(0.3):
            body.append(f"{self.at(b, (i, span))} = {x}")
        return loop(i, lo, hi, body)

    def integers(self):
        """Integer arrays and scalars that are computed, also of eight bytes."""
        i, lo, hi, span = self.outer(0)
        k = self.scalar("kq", "i4")
        ib = self.array("ib", self.any("i4", "i8"), 1).name
        body = [f"{k} = mod({i}*{self.any(2, 3, 7)}, 5)",
                f"{self.at(ib, (i, span))} = {k} + {self.any(0, 1)}*{i}"]
        if self.chance(0.5):
            a, o = self.one(), self.array("o", "r8", 1).name
            body.append(f"{self.at(o, (i, span))} = "
                        f"{self.at(a, (f'abs({k})', between(0, 4)))}")
        return loop(i, lo, hi, body)

    def complexes(self):
        i, lo, hi, span = self.outer(0)
        z = self.array("z", "z8", 1).name
        y = self.array(self.any("z", "y"), "z8", 1).name
        x = self.at(z, (i, span))
        value = self.any(f"0.5d0*conjg({self.at(y, (i, span))})",
                         f"cmplx(0.25d0, 0.5d0, 8)*{self.at(y, (i, span))}",
                         f"{x} + 0.25d0*{self.at(y, shifted(i, span, 1))}",
                         f"cmplx(real({self.at(y, (i, span))}), 0.5d0, 8)")
        return loop(i, lo, hi, [f"{x} = {value}"])

    def components(self):
        """A small leading axis, fit for vectors."""
        i, lo, hi, span = self.outer(0)
        width = self.any(2, 3, 4, 4)
        v = self.array(f"v{width}", "r8", 2).name
        self.arrays[v].fixed = None
        c, _, _, sc = self.small(1, width)
        self.arrays[v].spans[0] = between(1, width)
        other = self.array("o", "r8", 1).name
        x = self.at(v, (c, sc), (i, span))
        lines = loop(i, lo, hi, loop(c, 1, width, [f"{x} = 0.5d0*{x} + 0.125d0*{c}"]))
        if self.chance(0.6):
            lines += loop(i, lo, hi, [
                f"{self.at(other, (i, span))} = {self.at(v, ('1', constant(1)), (i, span))}"
                f" - {self.at(v, (str(width), constant(width)), (i, span))}"])
        return lines

    def twins(self):
        """Local arrays that are alike, as concatenate_arrays wants them."""
        i, lo, hi, span = self.outer(0)
        k, _, top, sk = self.small(2)
        first, second = self.private("wa", 1, 8), self.private("wb", 1, 8)
        a, o = self.two(), self.array("o", "r8", 1).name
        fill = [f"{first}({k}) = {self.at(a, (k, sk), (i, span))}",
                f"{second}({k}) = 2*{self.at(a, (k, sk), (i, span))}"]
        x = self.at(o, (i, span))
        use = [f"{x} = {x} + 0.25d0*({first}({int(top) + 1}-{k}) - {second}({k}))"]
        return loop(i, lo, hi, loop(k, 1, top, fill) + loop(k, 1, top, use))

    def flat(self):
        """One axis for two, as wide as the rows, or not."""
        (i, ilo, ihi, si), (j, jlo, jhi, sj) = self.outer(0), self.outer(1)
        width = self.any("n", "n", "m", "m", "(n + 2)", "(m + 1)", "(n + m)", "2*n")
        all_of_them = between(0, 999)  # for the largest sizes
        target = self.array("fl", "r8", 1).name
        source = self.array("fs", "r8", 1, written=False).name
        where = f"{i} + {width}*{j}"
        lines = []
        if self.chance(0.4):
            where = self.scalar("at", "i4")
            lines = [f"at = {i} + {width}*{j}"]
        x = self.at(target, (where, all_of_them))
        beside = self.any("", " + 1", f" + {width}")
        value = self.at(self.any(source, source, target), (where + beside, all_of_them))
        lines.append(f"{x} = 0.5d0*{value} + 0.25d0*{x}")
        if self.chance(0.5):
            return loop(i, ilo, ihi, loop(j, jlo, jhi, lines))
        return loop(j, jlo, jhi, loop(i, ilo, ihi, lines))

    def presence(self):
        """An optional argument that the loop asks for."""
        i, lo, hi, span = self.outer(0)
        q = self.array("q", "r8", 1, optional=True).name
        a, o = self.one(), self.array("o", "r8", 1).name
        x, mine = self.at(o, (i, span)), self.at(q, (i, span))
        other = self.at(a, (i, span))
        body = self.any(
            [f"{x} = {other}", f"if (present(q)) {x} = {x} + 0.5d0*{mine}"],
            ["if (present(q)) then", f"  {mine} = 0.5d0*{mine} + 0.25d0*{other}",
             "else", f"  {x} = 0.5d0*{other}", "end if"],
            ["if (present(q) .and. " + f"{i} > 2) {mine} = {other}"])
        lines = loop(i, lo, hi, body)
        if self.chance(0.3):
            lines = ["if (.not. present(q)) then", *indented(loop(i, lo, hi, [
                f"{x} = 0.5d0*{x}"])), "end if", *lines]
        return lines

    def random_nest(self):
        i, lo, hi, span = self.outer(0)
        j, jlo, jhi, sj = self.any(self.outer(1), self.small(1))
        self.one(), self.two()
        self.real_arrays = [n for n, v in self.arrays.items()
                            if v.kind == "r8" and not v.fixed
                            and n not in self.locals and v.init == "real"
                            and not v.optional]
        self.loops = [(i, span), (j, sj)]
        names = [n for n in self.real_arrays if n not in ("dm", "val")]
        x = self.element(self.random.choice(names))
        keep, self.real_scalars = self.real_scalars, ()
        body = [f"{x} = {self.real(2)}"]
        if self.chance(0.4):
            body = [f"if ({self.condition()}) then", *indented(body), "end if"]
        self.loops, self.real_scalars = [], keep
        return loop(i, lo, hi, loop(j, jlo, jhi, body))

    PASSES = ["stencil", "plane", "small_product", "private_array",
              "private_across", "accumulation", "accumulation", "reduction", "recurrence", "columns",
              "triangle", "gather", "rows", "scalars_in_loop", "integers",
              "complexes", "components", "twins", "flat", "flat", "random_nest",
              "random_nest"]

    def one_pass(self):
        return getattr(self, self.random.choice(self.PASSES))()

    def pass_of_procedure(self):
        """One that a procedure of its own may have, which no other one calls."""
        return self.presence() if self.chance(0.05) else self.one_pass()

    def integers_of(self):
        return [name for name, kind in self.scalars.items() if kind == "i4"]


def declarations(made, arguments, local):
    lines = [v.declaration() for v in arguments]
    lines += [v.declaration(True) for v in local]
    reals = [name for name, kind in made.scalars.items() if kind == "r8"]
    if reals:
        lines.append(f"real(8) :: {', '.join(reals)}")
    integers = made.inames + made.integers_of()
    return lines + ([f"integer :: {', '.join(integers)}"] if integers else [])


def sizes_of_kernel():
    return [Variable("n", "i4", written=False, init="size"),
            Variable("m", "i4", written=False, init="size")]


def generate(seed):
    case = Case(seed, "codes")
    rng = random.Random(seed)
    made = Codes(rng)
    made.edges = rng.random() < 0.15
    body = []
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        body += made.pass_of_procedure()
    arrays = [a for a in made.arrays.values() if a.name not in made.locals]
    for a in arrays:
        if a.init == "edge":
            a.written = False
    case.arguments = sizes_of_kernel() + arrays
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations(made, case.arguments,
                                        made.locals.values()), body)
    case.reference = case.text
    case.single = False
    return case
