# Expressions that scripts put together by pymbolic's names, with the brackets
# that they need.
# RUN: %loopyc %s --target=c --check -o %t | FileCheck %s
import loopy as lp
import numpy as np
import pymbolic.primitives as p
from loopy.symbolic import Reduction, TypeCast, parse
from pymbolic import var

i, j, x = var("i"), var("j"), var("x")
a = p.Variable("a")
# CHECK: a[i, j + 1]*2 - (x[i] + 1)/(3 - x[i])**2
print(a[i, j + 1]*2 - (x[i] + 1)/(3 - x[i])**2)
# CHECK-NEXT: -(i + 1)*2; (-i)**2; -i**2; 2**-i; i - 1 - (j - 2); i % 3//2; (i + j) % 3; i*(j % 3)
print(-(i + 1)*2, (-i)**2, -i**2, 2**-i, (i - 1) - (j - 2), i % 3//2, (i + j) % 3, i*(j % 3),
      sep="; ")
# CHECK-NEXT: i << 2 + j; i & 3 | j; ~(i ^ j); 1 - (2 - i); 2*(4/i)
print(i << 2 + j, (i & 3) | j, ~(i ^ j), 1 - (2 - i), 2*(4/i), sep="; ")
# CHECK-NEXT: i + j + 3; 0; (i + 1)*j*2.5; i/(j + 1); i//(j*2); if(i < j, 1, 0)
print(p.Sum((i, j, 3)), p.Sum(()), p.Product((i + 1, j, 2.5)), p.Quotient(i, j + 1),
      p.FloorDiv(i, j*2), p.If(p.Comparison(i, "<", j), 1, 0), sep="; ")
# CHECK-NEXT: i < 3 and not i == j; (i < 3 or j >= 2) and i != 3; min(min(+i, j), 7)
print(p.LogicalAnd((i < 3, p.LogicalNot(i.eq(j)))), i.lt(3).or_(j.ge(2)).and_(i.ne(3)),
      p.Min((i, j, 7)), sep="; ")
# CHECK-NEXT: f(i, 2.0, np.inf, -1, 2.0 + 3.0*1j); cast(np.float64, i + 1); reduce(max, [i, j], a[i, j])
print(var("f")(i, 2.0, float("inf"), -1, 2 + 3j), TypeCast(np.float64, i + 1),
      Reduction("max", "i, j", a[i, j]), sep="; ")
# CHECK-NEXT: (a + b)*i; a[i]; True; False; 1
print(parse("a + b")*i, parse("a[i]"), i == var("i"), i == j,
      len({i, var("i")}), sep="; ")


def refused(work):
    try:
        print("accepted", work())
    except (lp.LoopyError, TypeError) as error:
        print(error)


# CHECK-NEXT: 'i < 3' has a value when the kernel runs, not in the script; If(c, x, y) chooses there
refused(lambda: 1 if i < 3 else 2)
# CHECK-NEXT: Variable: 'a b' is no name; loopy.symbolic.parse takes a text
refused(lambda: var("a b"))
# CHECK-NEXT: an expression was expected, found None
refused(lambda: i + None)
# CHECK-NEXT: Comparison: '=' is no comparison; these are ==, !=, <, <=, > and >=
refused(lambda: p.Comparison(i, "=", j))
# CHECK-NEXT: 'i' is no list
refused(lambda: list(i))
# CHECK-NEXT: TypeCast: a type was expected, found 'float3'
refused(lambda: TypeCast("float3", i))

# Each stands where a text does.
t, n = var("t"), var("n")
knl = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    [lp.Assignment(t[i], Reduction("sum", ["j"], TypeCast(np.float64, a[i, j])*x[j]), id="red"),
     lp.Assignment(var("y")[i], p.If(t[i].gt(0), var("sqrt")(t[i]), 0),
                   depends_on=frozenset(["red"]), predicates=frozenset([i < n - 1]))],
    [lp.GlobalArg("a", np.float32, shape=(n, var("m"))), lp.GlobalArg("x", np.float64),
     lp.GlobalArg("t", np.float64, shape=n), lp.ValueArg("n", np.int32, approximately=1000), "..."],
    name="texts")
knl = lp.extract_subst(knl, "root", parse("sqrt(w)"), parameters="w")
knl = lp.map_instructions(
    knl, "id:red", lambda insn: insn.copy(expression=2*x[0] + insn.expression_value))
print(knl)
# CHECK: t[i] = 2.0d0*x[0] + sum(j, float64(a[i, j])*x[j])  {id=red}
# CHECK: check: texts: c: ok
knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")

# A number is an expression, too.
# CHECK: check: buffered: c: ok
buffered = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<10 }", "out[i] = out[i] + b[i,k]",
    [lp.GlobalArg("b", np.float64), "..."], seq_dependencies=True, name="buffered")
buffered = lp.buffer_array(buffered, "out", "k", init_expression=0,
                           store_expression=var("base") + var("buffer"))
RESULT = [knl, buffered]
