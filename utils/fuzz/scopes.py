"""Loops with variables of their own: `do concurrent` with local, local_init,
shared and reduce; blocks with declarations; derived types as scratch, with
default values, too; variables that a module keeps to itself, behind its
functions. The reference has plain loops, for compilers that know no locality."""
import random

from case import Case, subroutine
from codes import Codes, declarations, sizes_of_kernel
from form import constant
from writer import indented, loop

MODULE = """module {name}
  implicit none
  private
  public :: cell, bare, scaled, looked_up, mixed
  type cell
    integer :: k = {k}
    real(8) :: x, w(2) = 0.25d0
  end type
  type bare
    real(8) :: x, w(0:2)
    integer :: k
  end type
  type pair
    real(8) :: low = {low}d0
    type(cell) :: inner
  end type
  real(8) :: factor = {factor}d0
  real(8) :: table(0:3) = [1d0, 0.5d0, -0.25d0, {last}d0]
  type(pair) :: both
contains
  pure real(8) function scaled(x)
    real(8), intent(in) :: x
    scaled = factor*x + 0.125d0
  end function
  pure real(8) function looked_up(i)
    integer, intent(in) :: i
    looked_up = table(modulo(i, 4))
  end function
  pure real(8) function mixed(x)
    real(8), intent(in) :: x
    mixed = x*both%low + both%inner%w(2)
    if (x > both%low) mixed = both%inner%k
  end function
end module {name}
"""


class Scopes(Codes):
    """A pass is lines, and those of the reference."""

    def concurrent(self, spec, body, own):
        """`own` declares in the reference what is local, and sets it."""
        i, lo, hi, _ = self.nest
        inside = ["block", *indented([*own, *body]), "end block"] if own else body
        return ([f"do concurrent ({i} = {lo}:{hi}) {spec}", *indented(body), "end do"],
                loop(i, lo, hi, inside))

    def begin(self):
        self.nest = self.outer(0)
        i, _, _, span = self.nest
        a, o = self.one(), self.array("o", "r8", 1).name
        self.x, self.target = self.at(a, (i, span)), self.at(o, (i, span))
        self.end = self.at(o, ("1", constant(1)))
        self.i = i

    def locality(self):
        self.begin()
        t = self.scalar("t")
        shared = f"shared({self.target.split('(')[0]})" if self.chance(0.3) else ""
        if self.chance(0.5):
            spec, own = f"local({t}) {shared}", [f"real(8) :: {t}"]
            body = [f"{t} = 0.5d0*{self.x}"]
        else:
            spec, own = f"local_init({t}) {shared}", [f"real(8) :: {t}_own"]
            body = [f"if ({self.x} > 0) {t} = {t} + 0.25d0*{self.x}"]
        body.append(f"{self.target} = {self.target} + {t}")
        lines, plain = self.concurrent(spec, body, own)
        if "init" in spec:  # the copy has the value from outside
            plain = [line.replace(t, f"{t}_own") if line.lstrip().startswith(
                ("if", self.target)) else line for line in plain]
            plain.insert(3, f"    {t}_own = {t}")
        after = [f"{self.end} = 0.5d0*{self.end} + {t}"]
        return ([f"{t} = 0.75d0", *lines, *after], [f"{t} = 0.75d0", *plain, *after])

    def local_type(self):
        self.begin()
        self.types.add("bare")
        body = [f"sb%x = 0.5d0*{self.x}", f"sb%k = {self.i}",
                f"sb%w(:) = {self.any('sb%x', '0.25d0')}",
                f"{self.target} = {self.target} + sb%x*sb%w(1) + 0.125d0*sb%k"]
        lines, plain = self.concurrent("local(sb)", body, ["type(bare) :: sb"])
        before = ["sb%x = 0.75d0", "sb%k = 3", "sb%w = 0.5d0"]
        after = [f"{self.end} = 0.5d0*{self.end} + sb%x*sb%w(2) + sb%k"]
        return [*before, *lines, *after], [*before, *plain, *after]

    def reduced(self):
        self.begin()
        s = self.scalar("s2")
        op, update = self.any(("+", f"{s} = {s} + 0.125d0*{self.x}"),
                              ("max", f"{s} = max({s}, {self.x})"))
        lines, plain = self.concurrent(f"reduce({op}: {s})", [update], [])
        after = [f"{self.end} = 0.5d0*{self.end} + {s}"]
        return [f"{s} = 0", *lines, *after], [f"{s} = 0", *plain, *after]

    def twice(self, body):
        i, lo, hi, _ = self.nest
        lines = loop(i, lo, hi, ["block", *indented(body), "end block"])
        return lines, lines

    def block(self):
        self.begin()
        use = self.any(f"if ({self.x} > 0) {self.target} = t*w(2)",
                       f"{self.target} = {self.target} + w(k)")
        body = ["real(8) :: w(3), t", "integer :: k", f"k = 1 + modulo({self.i}, 3)",
                f"w = 0.25d0*{self.x}", f"w(k) = w(k) + {self.target}",
                f"if ({self.x} > 0) t = 0.5d0*{self.x}", use]
        return self.twice(body)

    def block_of_types(self):
        self.begin()
        name = self.any("cell", "cell", "bare")
        unset = [] if name == "cell" else ["ca%k = 2", "ca%w = 0.5d0"]
        body = [f"type({name}) :: ca, cb", *unset, f"ca%x = 0.5d0*{self.x}",
                f"if ({self.x} > 0) ca%k = ca%k + 1", "cb = ca",
                f"if ({self.x} > 0) cb%w(1) = 0.125d0*{self.x}",
                f"{self.target} = 0.5d0*{self.target} + cb%x*ca%k + cb%w(1) + ca%w(2)"]
        return self.twice(body)

    def conditional_type(self):
        """Set and read under one condition: no value comes from anywhere else."""
        self.begin()
        body = ["type(bare) :: ca", f"if ({self.x} > 0) ca%x = 0.5d0*{self.x}",
                f"if ({self.x} > 0) {self.target} = {self.target} + ca%x"]
        return self.twice(body)

    def private_data(self):
        self.begin()
        i, lo, hi, _ = self.nest
        call = lambda: self.any(f"scaled({self.x})", f"looked_up({i})",
                                f"mixed({self.x})", f"mixed(scaled({self.x}))")
        lines = loop(i, lo, hi, [f"{self.target} = 0.5d0*{self.target} + "
                                 f"{call()} - 0.25d0*{call()}"])
        return lines, lines

    def part(self):
        self.begin()
        i, lo, hi, _ = self.nest
        name = self.target.split("(")[0]
        body = [f"associate (own => {self.target}, k => modulo({i}, 3))",
                f"  own = 0.5d0*own + k*{self.x}", "end associate"]
        lines = ["kk = 1", f"associate (first => {name}(kk))",
                 "  kk = 2", *indented(loop(i, lo, hi, body)), "  first = 0.5d0*first",
                 "end associate"]
        self.at(name, ("1", constant(1)))
        if "kk" not in self.inames:
            self.inames.append("kk")
        return lines, lines

    PASSES = ["locality", "locality", "local_type", "reduced", "block",
              "block_of_types", "block_of_types", "conditional_type",
              "private_data", "private_data", "part"]


def generate(seed):
    case = Case(seed, "scopes")
    rng = random.Random(seed)
    made = Scopes(rng)
    made.types = set()
    texts = [], []
    for _ in range(rng.choice([1, 2, 2, 3])):
        for text, lines in zip(texts, made.one_pass()):
            text += lines
    case.arguments = sizes_of_kernel() + list(made.arrays.values())
    named = declarations(made, case.arguments, made.locals.values())
    named += [f"type({name}) :: s{name[0]}" for name in sorted(made.types)]
    module = MODULE.format(name=f"m{seed}", k=rng.randint(1, 3),
                           low=rng.choice([0.25, 0.5]), last=rng.choice([0.75, 2]),
                           factor=rng.choice([0.5, 0.25]))
    case.text, case.reference = (
        module + subroutine(case.name, [v.name for v in case.arguments], named,
                            body).replace("  implicit none",
                                          f"  use m{seed}\n  implicit none")
        for body in texts)
    case.single = False
    return case
