# Transformations of a script's own by the names of pymbolic's visitors: what they
# are given has pymbolic's parts, and what they make is text.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
import loopy as lp
import numpy as np
from loopy.symbolic import (CombineMapper, IdentityMapper, SubstitutionMapper,
                            WalkMapper, get_dependencies)
from pymbolic import var
from pymbolic.mapper.substitutor import make_subst_func
import pymbolic.primitives as p

TEXT = """
    <> t = a[i,0]/2 {id=t}
    y[i] = sum(k, a[i,k]*x[k]**2) - 3*(2*x[i] - t) + if(x[i] > 0.5 and not i == 2, -x[i], exp(t)) {id=y}
    """


def made(name):
    knl = lp.make_kernel("{ [i,k]: 0<=i<n and 0<=k<4 }", TEXT, name=name,
                         assumptions="n >= 4")
    return lp.add_dtypes(knl, {"a, x": np.float64})


def mapped(name, mapper):
    knl = made(name)
    knl = knl.copy(instructions=[insn.with_transformed_expressions(mapper)
                                 for insn in knl.instructions])
    knl = lp.add_dtypes(knl, {name: np.float64 for name in "bz" if name in knl.arg_dict})
    print(knl.id_to_insn["y"].expression)
    return knl


expression = made("e").id_to_insn["y"].expression
# CHECK: ['a', 'i', 'k', 't', 'x']
print(sorted(get_dependencies(expression)))


class Flops(CombineMapper):
    def map_constant(self, expr):
        return 0

    map_variable = map_constant

    def map_sum(self, expr):
        return len(expr.children) - 1 + sum(map(self.rec, expr.children))

    map_product = map_sum

    def map_power(self, expr):
        return 1 + self.rec(expr.base)

    def map_reduction(self, expr):
        return 4*(1 + self.rec(expr.expr))

    combine = staticmethod(sum)


# CHECK-NEXT: 20
print(Flops()(expression))


class Calls(WalkMapper):
    def visit(self, expr):
        if isinstance(expr, p.Call):
            print(expr.function.name, expr.parameters)
        if isinstance(expr, p.Comparison):
            print(expr.left, expr.operator, expr.right)
        return not isinstance(expr, lp.Reduction)


# CHECK-NEXT: x[i] > 0.5
# CHECK-NEXT: i == 2
# CHECK-NEXT: exp (<expression t>,)
Calls()(expression)


class Squares(IdentityMapper):
    """x**2 is x*x."""

    def map_power(self, expr):
        if expr.exponent == 2:
            base = self.rec(expr.base)
            return base*base
        return super().map_power(expr)


# CHECK-NEXT: sum(k, a[i, k]*(x[k]*x[k])) - 3.0*(2.0*x[i] - t) + if
squares = mapped("squares", Squares())


class Transposed(IdentityMapper):
    def map_subscript(self, expr):
        if expr.aggregate.name == "a":
            i, j = map(self.rec, expr.index_tuple)
            return var("b")[j, i]
        return super().map_subscript(expr)


# CHECK-NEXT: sum(k, b[k, i]*x[k]**2)
transposed = mapped("transposed", Transposed())


class Renamed(IdentityMapper):
    def map_variable(self, expr):
        return var("z") if expr.name == "x" else expr


# CHECK-NEXT: sum(k, a[i, k]*z[k]**2) - 3.0*(2.0*z[i] - t) + if(z[i] > 0.5 and not i == 2, -z[i], exp(t))
renamed = mapped("renamed", Renamed())


class Scaled(IdentityMapper):
    """Rebuilds nodes by their classes; the product of -1 is that of a minus."""

    def map_sum(self, expr):
        return type(expr)(tuple(self.rec(c) for c in expr.children))

    def map_product(self, expr):
        return p.Product(tuple(self.rec(c) for c in expr.children))

    def map_if(self, expr):
        return p.If(self.rec(expr.condition), 2*self.rec(expr.then), self.rec(expr.else_))


# CHECK-NEXT: if(x[i] > 0.5 and not i == 2, 2.0*{{.*}}x[i]
scaled = mapped("scaled", Scaled())



class Rebuilt(IdentityMapper):
    """Makes each node anew: of unsigned numbers, a - b is of their type, and ~x is
    no truth value."""

    def map_sum(self, expr):
        return type(expr)(tuple(self.rec(c) for c in expr.children))

    map_product = map_sum

    def map_call(self, expr):
        return expr.function(*map(self.rec, expr.parameters))


bits = lp.make_kernel("{ [i]: 0<=i<n }", "v[i] = (3 - u[i] - 7) // 2 + ~u[i] {id=v}",
                      [lp.GlobalArg("u", np.uint16), "..."], name="bits")
# CHECK-NEXT: (3 - u[i] - 7) // 2 + inot(u[i]) np.uint16
bits = lp.map_instructions(bits, "id:v", lambda insn: insn.with_transformed_expressions(Rebuilt()))
print(bits.id_to_insn["v"].expression, bits.arg_dict["v"].dtype)

# What is bound by no sum has another value; a text computes, too.
knl = made("shifted")
shift = SubstitutionMapper(make_subst_func({"t": var("t") + 1}))
shifted = lp.map_instructions(knl, "id:y", lambda insn: insn.copy(
    expression=2*shift(insn.expression) - insn.expression/4))
# CHECK-NEXT: 2.0*(sum(k, a[i, k]*x[k]**2) - 3.0*(2.0*x[i] - (t + 1.0)) + {{.*}}) - (sum(k, {{.*}})) / 4.0
print(shifted.id_to_insn["y"].expression)

# Names and ids that are free; a temporary of its own; classes of instructions.
knl = made("fetched")
name, new_id = knl.get_var_name_generator()("t"), knl.get_instruction_id_generator()("t")
fetch = lp.Assignment(var(name), var("x")[var("i")], id=new_id, within_inames=frozenset(["i"]))
fetched = knl.copy(
    instructions=[fetch] + [
        insn.copy(depends_on=insn.depends_on | {fetch.id},
                  expression=SubstitutionMapper(make_subst_func({"x[i]": var(name)}))(insn.expression))
        if isinstance(insn, lp.Assignment) else insn for insn in knl.instructions],
    temporary_variables={**knl.temporary_variables, name: lp.TemporaryVariable(name, np.float64, shape=())})
# CHECK-NEXT: t_0 t_0 sum(k, a[i, k]*x[k]**2) - 3.0*(2.0*t_0 - t) + if(t_0 > 0.5 and not i == 2, -t_0, exp(t))
print(name, new_id, fetched.id_to_insn["y"].expression)

# Domains by isl's operators, and conditions on what is left out.
knl = made("halved")
halved = knl.copy(domains=[knl.domains[0] & lp.Set("[n] -> { [i,k] : i mod 2 = 0 }")
                           - lp.Set("[n] -> { [i,k] : i = 2 }")])
# CHECK-NEXT: { 'i': {{.*}} } [n] -> { [i, k] : {{.*}} }
print("{", str(halved.domains[0].sample_point())[1:-1], "}", halved.domains[0])
guarded = lp.map_instructions(made("guarded"), "id:y", lambda insn: insn.copy(
    predicates=insn.predicates | {p.Comparison(var("i"), ">=", 1)}))


def refused(work):
    try:
        print("accepted", work())
    except (lp.LoopyError, TypeError, NotImplementedError) as error:
        print(type(error).__name__, error)


# CHECK-NEXT: TypeError Squares takes a kernel's expressions, such as insn.expression, found the text 'x + 1', which has no parts
refused(lambda: Squares()("x + 1"))
# CHECK-NEXT: NotImplementedError Mapper has no method map_sum for
refused(lambda: p and __import__("pymbolic.mapper").mapper.Mapper()(expression))
refused(lambda: knl.insns[0].with_transformed_expressions(lambda expr: None))
# CHECK-NEXT: TypeError Instruction.copy: 'assignee' of 't' is an expression, not None


class Forgets(IdentityMapper):
    def map_variable(self, expr):
        pass


refused(lambda: Forgets()(expression))
# CHECK-NEXT: TypeError Forgets makes None of 'a'; its methods return what stands in the place
refused(lambda: knl.domains[0] & 3)
# CHECK-NEXT: TypeError an lp.Set, or a text in isl's notation, was expected, found 3
# CHECK-DAG: check: squares: c: ok
# CHECK-DAG: check: transposed: c: ok
# CHECK-DAG: check: renamed: c: ok
# CHECK-DAG: check: scaled: c: ok
# CHECK-DAG: check: shifted: c: ok
# CHECK-DAG: check: fetched: c: ok
# CHECK-DAG: check: halved: c: ok
# CHECK-DAG: check: guarded: c: ok
RESULT = [squares, transposed, renamed, scaled, shifted, fetched, halved, guarded]
