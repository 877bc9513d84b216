"""What a generator makes of a seed: subroutines, their data, their sizes."""
import random
import re
import textwrap

from form import Form, Span, ZERO

FORTRAN = {"r8": "real(8)", "r4": "real(4)", "i4": "integer", "i8": "integer(8)",
           "z8": "complex(8)", "z4": "complex(4)", "l4": "logical"}


class Variable:
    """`init`: how the driver fills it, see driver.c. `spans`: bounds of axes.
    An `optional` one is absent in every other run."""

    def __init__(self, name, kind, rank=0, written=True, init=None, fixed=None,
                 optional=False):
        self.name, self.kind, self.written = name, kind, written
        self.optional = optional
        self.init = init or {"r": "real", "z": "real", "i": "count",
                             "l": "logical"}[kind[0]]
        self.fixed = fixed  # (low, high) of each axis, as text
        self.spans = [Span(ZERO, Form(0, 0, 1)) for _ in range(rank)]

    @property
    def rank(self):
        return len(self.fixed) if self.fixed else len(self.spans)

    def touch(self, axis, span):
        self.spans[axis] = self.spans[axis].hull(span)

    def bounds(self):
        if self.fixed:
            return [f"{low}:{high}" for low, high in self.fixed]
        return [f"{s.low}:{s.high}" for s in self.spans]

    def shape(self):
        return f"({', '.join(self.bounds())})" if self.rank else ""

    def declaration(self, local=False):
        intent = "" if local else (
            ", intent(inout)" if self.written else ", intent(in)")
        optional = ", optional" if self.optional else ""
        return f"{FORTRAN[self.kind]}{intent}{optional} :: {self.name}{self.shape()}"

    def elements(self, sizes):
        total = 1
        for s in self.spans:
            total *= max(0, s.high.at(sizes) - s.low.at(sizes) + 1)
        return total


class Case:
    """A generator fills in the attributes.

    name       of the kernel that is compared
    text       the subroutines that are translated
    reference  Fortran whose subroutine `reference_name` computes the same,
               with the arguments `arguments`
    kernels    names of the subroutines, in the order of execution
    fuse       None, or the arguments of fuse_kernels
    arguments  Variables, in the reference's order
    facts      assumptions that hold for all of `sizes`
    """

    def __init__(self, seed, generator):
        self.seed, self.generator = seed, generator
        self.name = f"p{seed}"
        self.fuse, self.reference, self.reference_name = None, "", self.name
        self.kernels = [self.name]
        self.facts, self.sizes = choose_sizes(random.Random(seed*7 + 1))

    def plan(self):
        """For script.py, in JSON."""
        return {"seed": self.seed, "generator": self.generator,
                "name": self.name, "kernels": self.kernels,
                "fuse": self.fuse, "facts": self.facts, "sizes": self.sizes}


FACTS = ["n mod 2 = 0", "n mod 4 = 0", "n mod 3 = 1", "m mod 2 = 0", "m >= 1",
         "n >= 1", "n >= 4", "m <= n", "n <= m", "n <= 16", "n >= m + 2",
         "m mod 4 = 0 and m >= 1", "m = 4", "n = 8", "n + m >= 3"]


def holds(fact, sizes):
    text = re.sub(r"(?<![<>])=", "==", fact).replace("mod", "%")
    return eval(text, {}, sizes)


def choose_sizes(rng):
    """Facts, and sizes that they hold for: small ones, none, primes, more."""
    facts = rng.sample(FACTS, rng.choice([0, 0, 0, 1, 1, 2]))
    found = []
    plain = [(5, 3), (0, 0), (1, 2), (4, 4), (8, 7), (0, 5), (3, 0), (13, 6)]
    for n, m in plain + [(rng.randint(0, 17), rng.randint(0, 17))
                         for _ in range(300)]:
        sizes = {"n": n, "m": m}
        if len(found) < 8 and sizes not in found and all(
                holds(fact, sizes) for fact in facts):
            found.append(sizes)
    return (facts, found) if found else choose_sizes(rng)


def fold(line):
    """Continuation lines."""
    first = line[:len(line) - len(line.lstrip())]
    parts = textwrap.wrap(line, 100, subsequent_indent=first + "    ",
                          drop_whitespace=True, break_long_words=False,
                          break_on_hyphens=False)
    parts[0] = first + parts[0].lstrip()
    return [part + " &" for part in parts[:-1]] + parts[-1:]


def subroutine(name, arguments, declarations, body):
    lines = [f"subroutine {name}({', '.join(arguments)})", "  implicit none",
             *("  " + d for d in declarations), *("  " + line for line in body),
             f"end subroutine {name}"]
    return "\n".join(folded for line in lines for folded in fold(line)) + "\n"
