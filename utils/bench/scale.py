"""See utils/bench/scale."""
import argparse
import pathlib
import tempfile

from measure import run_once


def script(*lines):
    return "\n".join(["!$loopy begin", *("! " + line for line in lines),
                      "!$loopy end", ""])


def nests(count):
    body = []
    for k in range(1, count + 1):
        body += ["do j = 1, n", "  do i = 1, n",
                 f"    a(i,j,{k}) = b(i,j,{k}) + {k}.0",
                 "  end do", "end do"]
    return "\n".join([
        "subroutine nests(n, a, b)", "integer, intent(in) :: n",
        f"real, intent(out) :: a(n,n,{count})",
        f"real, intent(in) :: b(n,n,{count})", "integer :: i, j",
        *body, "end subroutine nests", ""])


def one_nest(count):
    body = []
    for k in range(1, count // 2 + 1):
        body += [f"t{k} = b(i,j,k,{k}) * 2.0",
                 f"a(i,j,k,{k}) = t{k} + c(i,j,k)"]
    temporaries = [f"real :: t{k}" for k in range(1, count // 2 + 1)]
    return "\n".join([
        "subroutine one_nest(n, a, b, c)", "integer, intent(in) :: n",
        f"real, intent(out) :: a(n,n,n,{count // 2})",
        f"real, intent(in) :: b(n,n,n,{count // 2})",
        "real, intent(in) :: c(n,n,n)", "integer :: i, j, k", *temporaries,
        "do k = 1, n", "do j = 1, n", "do i = 1, n", *body,
        "end do", "end do", "end do", "end subroutine one_nest", ""]) + script(
            "knl, = lp.parse_fortran(SOURCE, FILENAME)",
            "knl = lp.split_iname(knl, 'i', 16, outer_tag='g.0', "
            "inner_tag='l.0')",
            "knl = lp.split_iname(knl, 'j', 16, outer_tag='g.1', "
            "inner_tag='l.1')",
            "RESULT = knl")


def unrolled(size):
    return "\n".join([
        "subroutine product(a, b, c)",
        f"real, intent(in) :: a({size},{size}), b({size},{size})",
        f"real, intent(inout) :: c({size},{size})",
        "integer :: i, j, k", f"do j = 1, {size}", f"do i = 1, {size}",
        f"do k = 1, {size}", "c(i,j) = c(i,j) + a(i,k)*b(k,j)",
        "end do", "end do", "end do", "end subroutine product", ""]) + script(
            "knl, = lp.parse_fortran(SOURCE, FILENAME)",
            "knl = lp.tag_inames(knl, {'i': 'unr', 'j': 'unr', 'k': 'unr'})",
            "RESULT = knl")


def continued(parts, each=6):
    rows = ["".join(parts[k:k + each]) for k in range(0, len(parts), each)]
    return " &\n      ".join(rows)


def one_statement(value, arrays="a, b"):
    return "\n".join([
        f"subroutine statement(n, {arrays})", "integer, intent(in) :: n",
        f"real(8), intent(inout) :: {arrays.replace(', ', '(n), ')}(n)",
        "integer :: i", "do i = 1, n", value, "end do",
        "end subroutine statement", ""])


def spectral(size):
    """An operator on spectral elements, of procedures that call each other."""
    return f"""module spectral
  implicit none
  integer, parameter :: lx = {size}
contains
  subroutine mxm(a, n1, b, n2, c, n3)
    integer, intent(in) :: n1, n2, n3
    real(8), intent(in) :: a(n1, n2), b(n2, n3)
    real(8), intent(out) :: c(n1, n3)
    integer :: i, j, k
    do j = 1, n3
      do i = 1, n1
        c(i, j) = 0
        do k = 1, n2
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine add2(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end subroutine
  subroutine local_grad3(ur, us, ut, u, n, d, dt)
    integer, intent(in) :: n
    real(8), intent(out), dimension(0:n, 0:n, 0:n) :: ur, us, ut
    real(8), intent(in) :: u(0:n, 0:n, 0:n), d(0:n, 0:n), dt(0:n, 0:n)
    integer :: k, m1, m2
    m1 = n + 1
    m2 = m1*m1
    call mxm(d, m1, u, m1, ur, m2)
    do k = 0, n
      call mxm(u(0, 0, k), m1, dt, m1, us(0, 0, k), m1)
    end do
    call mxm(u, m2, dt, m1, ut, m1)
  end subroutine
  subroutine local_grad3_t(u, ur, us, ut, n, d, dt, w)
    integer, intent(in) :: n
    real(8), intent(out), dimension(0:n, 0:n, 0:n) :: u, w
    real(8), intent(in), dimension(0:n, 0:n, 0:n) :: ur, us, ut
    real(8), intent(in) :: d(0:n, 0:n), dt(0:n, 0:n)
    integer :: k, m1, m2, m3
    m1 = n + 1
    m2 = m1*m1
    m3 = m2*m1
    call mxm(dt, m1, ur, m1, u, m2)
    do k = 0, n
      call mxm(us(0, 0, k), m1, d, m1, w(0, 0, k), m1)
    end do
    call add2(u, w, m3)
    call mxm(ut, m2, d, m1, w, m1)
    call add2(u, w, m3)
  end subroutine
  subroutine ax(w, u, g, dxm1, dxtm1, nelt)
    integer, intent(in) :: nelt
    real(8), intent(out) :: w(lx**3, nelt)
    real(8), intent(in) :: u(lx**3, nelt), g(3, lx**3, nelt)
    real(8), intent(in) :: dxm1(lx, lx), dxtm1(lx, lx)
    real(8), dimension(lx**3) :: ur, us, ut, wk
    integer :: e, i, n
    n = lx - 1
    do e = 1, nelt
      call local_grad3(ur, us, ut, u(1, e), n, dxm1, dxtm1)
      do i = 1, lx**3
        ur(i) = g(1, i, e)*ur(i)
        us(i) = g(2, i, e)*us(i)
        ut(i) = g(3, i, e)*ut(i)
      end do
      call local_grad3_t(w(1, e), ur, us, ut, n, dxm1, dxtm1, wk)
    end do
  end subroutine
end module
""" + script("t = lp.parse_fortran(SOURCE, FILENAME)",
             "RESULT = lp.map_parallel(t['ax'])")


def long_sum(count):
    terms = [f" + {k}d0*b(i)" for k in range(count)]
    return one_statement("a(i) = a(i)*2" + continued(terms))


def long_product(count):
    return one_statement("a(i) = b(i)" + continued(["*b(i)"] * count))


def nested_calls(count):
    inner = [f"max({k}d0*b(i), " for k in range(count)]
    return one_statement("a(i) = " + continued(inner, 4) + "b(i)" +
                         continued([")"] * count, 50))


def long_condition(count):
    parts = [f" .and. b(i) > {k}d0" for k in range(count)]
    return one_statement("if (a(i) > 0" + continued(parts, 4) + ") a(i) = 1")


def updates(count):
    return one_statement("\n".join(
        f"a(i) = 2*a(i) + {k}" for k in range(count)))


def conditions(count):
    return one_statement("\n".join(
        f"if (b(i) > {k}) a(i) = a(i) + {k}" for k in range(count)))


def else_ifs(count):
    branches = "\n".join(f"else if (b(i) > -{k}) then\na(i) = {k}"
                         for k in range(1, count))
    return one_statement(f"if (b(i) > 0) then\na(i) = 0\n{branches}\nend if")


# As `select case` would have it.
def cases(count, of="c(i)"):
    branches = "\n".join(f"else if ({of} == {k}) then\na(i) = {k}*a(i)"
                         for k in range(1, count))
    return "\n".join([
        "subroutine cases(n, m, c, a)", "integer, intent(in) :: n, m, c(n)",
        "real(8), intent(inout) :: a(n)", "integer :: i", "do i = 1, n",
        f"if ({of} == 0) then", "a(i) = 0", branches, "end if", "end do",
        "end subroutine cases", ""])


def scalar_cases(count):
    return cases(count, "m")


def arguments(count):
    names = [f"x{k}" for k in range(count)]
    return one_statement("\n".join(f"{x}(i) = 2*{x}(i)" for x in names),
                         continued([", " + x for x in names])[2:])


def rule(count):
    return one_statement("b(i) = 2*a(i)\na(i) = b(i)" +
                         continued([" + b(i)"] * count)) + script(
        "knl, = lp.parse_fortran(SOURCE, FILENAME)",
        "knl = lp.assignment_to_subst(knl, 'b', force_retain_argument=True)",
        "RESULT = knl")


def branches(count):
    """Updates under conditions that updates before have part in."""
    rows = "\n".join(f"""if (c > {k}) then
if (b(i) > {k}) then
c = c*0.5d0
d = d + c
else if (d < b(i)) then
c = c - b(i)
else
d = d*0.5d0
end if
else
d = d + 1
end if""" for k in range(count))
    return "\n".join([
        "subroutine branches(n, a, b)", "integer, intent(in) :: n",
        "real(8), intent(inout) :: a(n)", "real(8), intent(in) :: b(n)",
        "real(8) :: c, d", "integer :: i", "do i = 1, n", "c = a(i)", "d = 0",
        rows, "a(i) = d", "end do", "end subroutine branches", ""])


# What is long in one direction, and how long.
LONG = {branches: 20, long_sum: 1600, long_product: 1600, nested_calls: 120,
        long_condition: 1600, updates: 500, conditions: 400, else_ifs: 400,
        cases: 400, scalar_cases: 400, arguments: 500, rule: 500}


def options():
    parser = argparse.ArgumentParser(prog="utils/bench/scale")
    parser.add_argument("--build", metavar="DIR", default="build",
                        type=pathlib.Path)
    parser.add_argument("--against", metavar="DIR", type=pathlib.Path)
    return parser.parse_args()


def measure(builds, folder, name, text):
    """Seconds of the first build; all builds take turns."""
    path = pathlib.Path(folder) / f"{name}.f90"
    path.write_text(text)
    commands = [[build / "tools/loopyc/loopyc", path, "-Wno-serial", "-o",
                 f"{folder}/"] for build in builds]
    turns = [[run_once(command) for command in commands] for _ in range(3)]
    best = [min(runs) for runs in zip(*turns)]
    seconds, memory = best[0]
    other = "".join(f", other build {there:.2f} s, ratio {seconds / there:.2f}"
                    for there, _ in best[1:])
    print(f"{name}: {seconds:.2f} s, {memory:.0f} MB{other}", flush=True)
    return seconds


def main():
    given = options()
    builds = [given.build, *([given.against] if given.against else [])]
    with tempfile.TemporaryDirectory() as folder:
        def run(name, text):
            return measure(builds, folder, name, text)
        small, large = run("nests_500", nests(500)), run("nests_1000", nests(1000))
        print(f"nests: ratio {large / small:.2f} (wanted: at most 2.5)")
        small, large = run("one_nest_200", one_nest(200)), run("one_nest_400", one_nest(400))
        print(f"one nest: ratio {large / small:.2f} (wanted: at most 2.5)")
        run("unrolled_16", unrolled(16))
        run("spectral_5", spectral(5))
        run("spectral_10", spectral(10))
        for shape, count in LONG.items():
            small, large = (run(f"{shape.__name__}_{k}", shape(k))
                            for k in (count, 2*count))
            print(f"{shape.__name__}: ratio {large / small:.2f}")


if __name__ == "__main__":
    main()
