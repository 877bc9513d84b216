"""Nests whose iterations use arrays and scalars of their own: written and read
under conditions that agree, or nearly; by recurrences, with bounds and
subscripts that are data; passed on from nest to nest in a loop; in loops that
are left from inside. Some iterations read what another left behind."""
import random

from case import Case, Variable, subroutine
from form import COUNT, Form, Span, constant
from nests import Nests
from writer import indented, loop

# Scratch: the text of its extent, and the last subscript that is used.
SCRATCH = {"w": ("4", "4"), "v": ("m + 4", "m"), "u": ("2*m + 4", "m")}
ONE = Span(Form(0, 0, 1), Form(0, 0, 1))


class Privates(Nests):
    def __init__(self, rng):
        super(Nests, self).__init__(rng)
        for name in ("a", "b", "c"):
            self.array(name, "r8", 1, written=name != "c")
        for name in ("ia", "ib"):
            self.array(name, "i4", 1, written=False)
        self.real_arrays, self.integer_arrays = ["c"], ["ia", "ib"]
        self.scratch = self.random.sample(sorted(SCRATCH), self.random.randint(1, 2))
        self.scalars = ["s", "t"]
        self.body, self.guards, self.counts = [], [], []
        for _ in range(self.random.randint(1, 2)):
            self.body += self.nest()
        if self.chance(0.4):
            self.body += self.columns()

    # --- nests inside of a loop
    def columns(self):
        """Pass values of v on, of the same k, or of a neighbour."""
        if "v" not in self.scratch:
            self.scratch.append("v")
        self.array("g", "r8", 2)
        own = self.at("g", ("k", Span(Form(0, 0, 1), Form(0, 1, 0))),
                      ("i", Span(Form(0, 0, 1), Form(1, 0, 0))))
        body = loop("k", 1, "m", [f"v(k) = {own} + 0.125d0*k"])
        for _ in range(self.random.randint(1, 3)):
            near = self.any("k", "k", "k - 1", "k + 1")
            step = self.pick(
                (2, lambda: [f"v(k) = 0.5d0*v(k) + 0.25d0*{own}"]),
                (2, lambda: [f"if ({own} > v(k)) then", f"  v(k) = 0.5d0*{own}",
                             "else", "  v(k) = v(k) + 0.25d0", "end if"]),
                (1, lambda: [f"v(k) = 0.5d0*v(k) + 0.25d0*v({near})"]),
                (3, lambda: [f"{own} = 0.5d0*{own} + 0.25d0*v({near})"]))
            body += loop("k", 2, "m - 1", step)
        body += loop("k", 1, "m", [f"{own} = 0.5d0*{own} - 0.25d0*v(k)"])
        if self.chance(0.3):
            body = loop("l1", 1, 2, body)
        return loop("i", 1, "n", body)

    # --- an iteration
    def nest(self):
        variable = self.any("i", "j") if not self.loops else "l"
        span = Span(Form(0, 0, 1), Form(1, 0, 0)).hull(constant(0))
        self.loops.append((variable, span))
        around = self.guards, self.counts
        self.guards = [self.condition(0) for _ in range(2)]
        self.counts = []
        body = [f"k1 = mod(abs({self.element('ia')}), 4)"] if self.chance(0.3) else []
        self.counts = ["k1"] if body else []
        start = self.start() if self.chance(0.85) else []
        body += self.repeated(start) if start and self.chance(0.3) else start
        for _ in range(self.random.randint(1, 3)):
            body += self.step()
        if len(self.loops) < 2 and self.chance(0.15):
            body += self.nest()
        body += self.use()
        self.loops.pop()
        self.guards, self.counts = around
        return loop(variable, 1, "n", body)

    def guarded(self, lines, guard=None):
        if guard is None and self.chance(0.55):
            return lines
        guard = guard or self.any(*self.guards)
        return [f"if ({guard}) then", *indented(lines), "end if"]

    def last(self, name):
        return self.any(SCRATCH[name][1], SCRATCH[name][1], *(
            ["min(k1, 4)"] if self.counts and name == "w" else []))

    def value(self):
        return self.any(self.real(1), self.real(1), f"0.5d0*{self.any(*self.scalars)}")

    def fill(self, name):
        """Writes all of it, in one loop or two, or as a recurrence."""
        last, value = SCRATCH[name][1], self.value()
        if self.chance(0.3):
            return [f"{name}(1) = {value}",
                    *loop("k", 2, last, [f"{name}(k) = 0.5d0*{name}(k - 1) + {value}"])]
        if name == "w" and self.chance(0.3):
            return [f"w({at}) = {self.value()}" for at in (1, 2, 3, 4)]
        return loop("k", 1, last, [f"{name}(k) = {value} + 0.125d0*k"])

    def start(self):
        lines = []
        for name in self.scratch:
            if self.chance(0.85):
                filled = self.fill(name)
                if self.chance(0.3):
                    lines += [f"if ({self.any(*self.guards)}) then", *indented(filled),
                              "else", *indented(self.fill(name)), "end if"]
                else:
                    lines += self.guarded(filled)
        for name in self.scalars:
            if self.chance(0.85):
                lines += self.guarded([f"{name} = {self.real(1)}"])
        return lines

    def repeated(self, lines):
        """Runs them one to three times; or not at all, where it leaves before."""
        turns = self.random.randint(1, 3)
        leave = [f"if (k2 >= {turns} .or. {self.any(*self.guards)}) exit"]
        body = ["k2 = k2 + 1"]
        if self.chance(0.2):
            body += [f"if (k2 < {turns} .and. {self.any(*self.guards)}) cycle"]
        body += leave + lines if self.chance(0.25) else lines + leave
        if self.chance(0.3):
            body += self.step()
        return ["k2 = 0", "do", *indented(body), "end do"]

    def step(self):
        name = self.any(*self.scratch)
        one = self.any("1", "min(2, m) + 1", "mod(abs(ia(1)), 4) + 1")
        return self.pick(
            (2, lambda: self.guarded([f"{name}({one}) = {self.value()}"])),
            (2, lambda: self.guarded([f"{self.any(*self.scalars)} = {self.value()}"])),
            (2, lambda: self.guarded(loop(
                "k", 1, self.last(name),
                [f"{name}(k) = 0.5d0*{name}(k) + {self.value()}"]))))

    def use(self):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            target = self.at(self.any("a", "b"), self.loops[-1])
            name = self.any(*self.scratch)
            read = self.any(f"{name}(1)", f"{name}(mod(abs(ia(1)), 3) + 1)")
            lines += self.pick(
                (3, lambda: self.guarded(loop(
                    "k", 1, self.last(name),
                    [f"{target} = 0.5d0*{target} + {name}(k)"]))),
                (2, lambda: self.guarded([f"{target} = {read} + {self.any(*self.scalars)}"])),
                (1, lambda: self.guarded([f"{target} = {target} + {self.any(*self.scalars)}"])))
        return lines


def generate(seed):
    case = Case(seed, "privates")
    made = Privates(random.Random(seed))
    made.array("ia", "i4", 1).touch(0, ONE)
    case.arguments = [Variable("n", "i4", written=False, init="size"),
                      Variable("m", "i4", written=False, init="size"),
                      *made.arrays.values()]
    declarations = [v.declaration() for v in case.arguments]
    declarations += [f"real(8) :: {name}({extent})"
                     for name, (extent, _) in SCRATCH.items() if name in made.scratch]
    declarations += ["real(8) :: s, t", "integer :: i, j, k, l, k1, k2, l1"]
    body = ["s = 0.25d0", "t = 0.75d0", "k1 = 0"]
    for name in made.scratch:
        body += loop("k", 1, SCRATCH[name][0], [f"{name}(k) = 0.25d0*k"])
    case.text = subroutine(case.name, [v.name for v in case.arguments],
                           declarations, body + made.body)
    case.reference = case.text
    case.single = False
    return case
