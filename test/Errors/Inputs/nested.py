"""nested.py SHAPE COUNT: a subroutine with an expression of that size."""
import sys


def lines(parts, each=8):
    rows = ["".join(parts[k:k + each]) for k in range(0, len(parts), each)]
    return " &\n      ".join(rows)


shape, count = sys.argv[1], int(sys.argv[2])
expression = {
    "parentheses": lambda: lines(["("] * count + ["b(i)"] + [")"] * count, 50),
    "calls": lambda: lines(["sqrt("] * count + ["b(i)"] + [")"] * count),
    "sum": lambda: lines(["b(i)"] + [f" + {k}d0*b(i)" for k in range(count)]),
    "nots": lambda: ("merge(1d0, 2d0, " + lines([".not. "] * count)
                     + "(b(i) > 0))"),
    "power": lambda: lines(["b(i)"] + ["**b(i)"] * count),
}[shape]()
print(f"""subroutine nested(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  integer :: i
  do i = 1, n
    a(i) = {expression}
  end do
end subroutine nested""")
