"""Visitors of a kernel's expressions, by the names of pymbolic and Loo.py.

A node is an lp.Expression seen as one of pymbolic's classes, and a text as any
that scripts put together: what is made of nodes is text.

    class Halve(IdentityMapper):
        def map_subscript(self, expr):
            return self.rec(expr.aggregate)[tuple(i//2 for i in expr.index_tuple)]
"""
import functools

import loopy
from loopy import ExpressionText


class Text(str):
    """What insn.expression is: a text, which computes as an expression and
    knows the expression that it is of."""

    def __new__(cls, text, value=None):
        made = super().__new__(cls, text)
        made.value = value
        return made

    def __add__(self, other):
        return (str.__add__(self, other) if isinstance(other, str)
                else _text(self) + other)

    def __radd__(self, other):
        return (str.__add__(other, self) if isinstance(other, str)
                else other + _text(self))


def _forward(name):
    def forward(self, *others):
        return getattr(_text(self), name)(*others)
    forward.__name__ = name
    return forward


for _name in ("sub", "mul", "truediv", "floordiv", "pow"):
    for _prefix in ("__", "__r"):
        setattr(Text, _prefix + _name + "__", _forward(_prefix + _name + "__"))
Text.__neg__ = _forward("__neg__")


class SetText(str):
    """What knl.domains holds: a text with the operations of lp.Set."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(loopy.Set(str(self)), name)

    def __and__(self, other):
        return loopy.Set(str(self)) & other

    def __or__(self, other):
        return loopy.Set(str(self)) | other

    def __sub__(self, other):
        return loopy.Set(str(self)) - other


def _text(value):
    return ExpressionText(str(value), False)


class Node(ExpressionText):
    """Base of the classes below; their names are as in pymbolic.primitives."""

    mapper_method = "map_foreign"

    def __init__(self, *parts):
        raise TypeError("nodes are made of a kernel's expressions")

    @property
    def children(self):
        return tuple(map(node, self.value.operands))

    def with_children(self, children):
        return ExpressionText(self.value.with_operands(list(children)), False)


def _made(cls, handle, text, isAtom, **attributes):
    made = ExpressionText.__new__(cls)
    ExpressionText.__init__(made, text, isAtom)
    made.value = handle
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def _class(name, method, *parts, isAtom=False):
    """Parts are names of operands, in order."""
    body = {"mapper_method": method, "isAtom": isAtom}
    for k, part in enumerate(parts):
        body[part] = property(lambda self, k=k: self.children[k])
    return type(name, (Node,), body)


Variable = _class("Variable", "map_variable", isAtom=True)
Variable.name = property(lambda self: self.value.name)
Subscript = _class("Subscript", "map_subscript", isAtom=True)
Subscript.aggregate = property(lambda self: named(self.value.name))
Subscript.index_tuple = property(lambda self: self.children)
Subscript.index = property(lambda self: self.children[0] if
                           len(self.children) == 1 else self.children)
Call = _class("Call", "map_call", isAtom=True)
Call.function = property(lambda self: named(self.value.name))
Call.parameters = property(lambda self: self.children)
Sum = _class("Sum", "map_sum")
Product = _class("Product", "map_product")
Quotient = _class("Quotient", "map_quotient", "numerator", "denominator")
FloorDiv = _class("FloorDiv", "map_floor_div", "numerator", "denominator")
Remainder = _class("Remainder", "map_remainder", "numerator", "denominator")
Power = _class("Power", "map_power", "base", "exponent")
Comparison = _class("Comparison", "map_comparison", "left", "right")
Comparison.operator = property(lambda self: self.value.operator)
LogicalAnd = _class("LogicalAnd", "map_logical_and")
LogicalOr = _class("LogicalOr", "map_logical_or")
LogicalNot = _class("LogicalNot", "map_logical_not", "child")
If = _class("If", "map_if", "condition", "then", "else_", isAtom=True)
TypeCast = _class("TypeCast", "map_type_cast", "child", isAtom=True)
TypeCast.type = property(lambda self: self.value.dtype)
Reduction = _class("Reduction", "map_reduction", "expr", isAtom=True)
Reduction.operation = property(lambda self: self.value.name)
Reduction.inames = property(lambda self: self.value.inames)


class _Minus(ExpressionText):
    """The text -x, which knows x."""


def _minus(value):
    made = ExpressionText.__new__(_Minus)
    ExpressionText.__init__(made, str(-_text(value)), False)
    made.of = value
    return made


class _Negative(Product):
    """-x, the product of -1 and x."""

    @property
    def children(self):
        return (-1, node(self.value.operands[0]))

    def with_children(self, children):
        a, b = children
        return (_minus(b) if _same(a, -1) else _text(a)*_text(b))


class _Subtrahend(_Negative):
    """What a difference adds: -b of a node b."""

    @property
    def children(self):
        return (-1, self.value)


class _Difference(Sum):
    """a - b, the sum of a and -b."""

    @property
    def children(self):
        a, b = map(node, self.value.operands)
        return a, _made(_Subtrahend, b, str(-_text(b)), False)

    def with_children(self, children):
        a, b = children
        if isinstance(b, (_Minus, _Subtrahend)):
            of = b.of if isinstance(b, _Minus) else b.value
            return ExpressionText(self.value.with_operands([a, of]), False)
        return _text(a) + _text(b)


_classes = {
    "variable": Variable, "subscript": Subscript, "sum": Sum,
    "difference": _Difference, "product": Product, "negative": _Negative,
    "quotient": Quotient, "floor_div": FloorDiv, "remainder": Remainder,
    "power": Power, "comparison": Comparison, "and": LogicalAnd,
    "or": LogicalOr, "not": LogicalNot, "cast": TypeCast, "choice": If,
    "reduction": Reduction, "call": Call}


def node(value):
    """Of an lp.Expression or what insn.expression is; numbers are Python's."""
    if isinstance(value, Node):
        return value
    if isinstance(value, Text) and value.value is not None:
        value = value.value
    if not isinstance(value, loopy.Expression):
        return value
    if value.kind == "number" and value.value is not None:
        return value.value
    cls = _classes.get(value.kind, Node)
    return _made(cls, value, str(value), getattr(cls, "isAtom", False))


class _Name:
    """Stands for the expression that a name alone would be."""

    kind = "variable"

    def __init__(self, name):
        self.name = name


def named(name):
    return _made(Variable, _Name(name), name, True)


# --- visitors


class Mapper:
    """self.rec(expr) calls the method of expr's class."""

    def __call__(self, expr, *args, **kwargs):
        return self.rec(expr, *args, **kwargs)

    def rec(self, expr, *args, **kwargs):
        expr = node(expr)
        if isinstance(expr, Node):
            name = expr.mapper_method
        elif isinstance(expr, (bool, int, float, complex)):
            name = "map_constant"
        elif isinstance(expr, tuple):
            name = "map_tuple"
        else:
            raise TypeError(
                f"{type(self).__name__} takes a kernel's expressions, such as "
                f"insn.expression, found the text '{expr}', which has no parts")
        method = getattr(self, name, None)
        if method is None:
            return self.handle_unsupported_expression(expr, *args, **kwargs)
        return method(expr, *args, **kwargs)

    def handle_unsupported_expression(self, expr, *args, **kwargs):
        raise NotImplementedError(
            f"{type(self).__name__} has no method "
            f"{getattr(expr, 'mapper_method', 'map_constant')} for '{expr}'")

    def rec_children(self, expr, *args, **kwargs):
        return [self.rec(child, *args, **kwargs) for child in expr.children]

    def map_tuple(self, expr, *args, **kwargs):
        return tuple(self.rec(e, *args, **kwargs) for e in expr)


def _same(new, old):
    return new is old or (type(new) is type(old) and
                          isinstance(new, (bool, int, float, complex)) and
                          new == old)


class IdentityMapper(Mapper):
    """The same expression, with what the methods make of parts."""

    def rec(self, expr, *args, **kwargs):
        result = super().rec(expr, *args, **kwargs)
        if result is None:
            raise TypeError(f"{type(self).__name__} makes None of '{expr}'; its "
                            "methods return what stands in the place")
        return result

    def map_constant(self, expr, *args, **kwargs):
        return expr

    def map_variable(self, expr, *args, **kwargs):
        return expr

    def _map_parts(self, expr, *args, **kwargs):
        children = expr.children
        new = [self.rec(child, *args, **kwargs) for child in children]
        if all(map(_same, new, children)):
            return expr
        return expr.with_children(new)

    def _map_named(self, name, expr, *args, **kwargs):
        old = getattr(expr, name)
        new = self.rec(old, *args, **kwargs)
        if _same(new, old) or str(new) == str(old):
            return self._map_parts(expr, *args, **kwargs)
        parts = tuple(self.rec(child, *args, **kwargs)
                      for child in expr.children)
        new = ExpressionText(str(new), True)
        return new[parts] if name == "aggregate" else new(*parts)

    def map_subscript(self, expr, *args, **kwargs):
        return self._map_named("aggregate", expr, *args, **kwargs)

    def map_call(self, expr, *args, **kwargs):
        return self._map_parts(expr, *args, **kwargs)


class WalkMapper(Mapper):
    """Visits all; visit(expr) says whether to go inside."""

    def visit(self, expr, *args, **kwargs):
        return True

    def post_visit(self, expr, *args, **kwargs):
        pass

    def map_constant(self, expr, *args, **kwargs):
        self.visit(expr, *args, **kwargs)
        self.post_visit(expr, *args, **kwargs)

    map_variable = map_constant

    def _map_parts(self, expr, *args, **kwargs):
        if not self.visit(expr, *args, **kwargs):
            return
        if isinstance(expr, Subscript):
            self.rec(expr.aggregate, *args, **kwargs)
        self.rec_children(expr, *args, **kwargs)
        self.post_visit(expr, *args, **kwargs)

    map_subscript = _map_parts
    map_call = _map_parts


class CombineMapper(Mapper):
    """combine(values) of what the parts give; constants and variables are the
    methods of who derives from it."""

    def combine(self, values):
        raise NotImplementedError(
            f"{type(self).__name__} has no method combine(values)")

    def _map_parts(self, expr, *args, **kwargs):
        return self.combine(self.rec_children(expr, *args, **kwargs))

    def map_subscript(self, expr, *args, **kwargs):
        return self.combine([self.rec(expr.aggregate, *args, **kwargs),
                             *self.rec_children(expr, *args, **kwargs)])

    def map_call(self, expr, *args, **kwargs):
        return self._map_parts(expr, *args, **kwargs)


for _cls in (IdentityMapper, WalkMapper, CombineMapper):
    for _kind in set(_classes.values()) - {Variable, Subscript, Call}:
        setattr(_cls, _kind.mapper_method, _cls._map_parts)


class Collector(CombineMapper):
    """A set of what the methods give."""

    def combine(self, values):
        return set().union(*values)

    def map_constant(self, expr, *args, **kwargs):
        return set()

    map_variable = map_constant


class DependencyMapper(Collector):
    """The variables, as nodes."""

    def __init__(self, include_subscripts=True, **others):
        self.include_subscripts = include_subscripts

    def map_variable(self, expr, *args, **kwargs):
        return {expr}

    def map_subscript(self, expr, *args, **kwargs):
        return ({expr} if self.include_subscripts
                else super().map_subscript(expr, *args, **kwargs))


def get_dependencies(expr):
    """The names of all variables."""
    return frozenset(each.name
                     for each in DependencyMapper(include_subscripts=False)(expr))


class SubstitutionMapper(IdentityMapper):
    """subst_func(node) is what stands in its place, or None."""

    def __init__(self, subst_func):
        self.subst_func = subst_func

    def map_variable(self, expr, *args, **kwargs):
        result = self.subst_func(expr)
        return expr if result is None else result

    def map_subscript(self, expr, *args, **kwargs):
        result = self.subst_func(expr)
        return (super().map_subscript(expr, *args, **kwargs) if result is None
                else result)


def make_subst_func(variable_assignments):
    by_text = {str(key): value for key, value in variable_assignments.items()}
    return lambda expr: by_text.get(str(expr))


def substitute(expression, variable_assignments=None, **kwargs):
    """The expression with values in the places of variables and subscripts."""
    return SubstitutionMapper(make_subst_func(
        {**(variable_assignments or {}), **kwargs}))(expression)


# --- names of modules

mappers = [Mapper, IdentityMapper, WalkMapper, CombineMapper, Collector]


def addMappers(module):
    for mapper in mappers:
        setattr(module, mapper.__name__, mapper)
    module.RecursiveMapper = Mapper


def addSymbolic(module):
    addMappers(module)
    for each in (DependencyMapper, SubstitutionMapper, get_dependencies):
        setattr(module, each.__name__, each)


def _product(children, make):
    """-1*x is -x, of x's type: what a difference adds."""
    children = tuple(children)
    if len(children) == 2 and _same(children[0], -1):
        return _minus(children[1])
    return make(children)


def _sum(children, make):
    """a + -b is a - b, of a's type, also where b is a literal."""
    children = tuple(children)
    if not any(isinstance(child, _Minus) for child in children[1:]):
        return make(children)
    result = make(children[:1])
    for child in children[1:]:
        result = (result - child.of if isinstance(child, _Minus)
                  else result + child)
    return result


_makers = {Product: _product, Sum: _sum}


def addClasses(module):
    """The classes of nodes make what the functions of their names make."""
    for cls in dict.fromkeys(_classes.values()):
        public = cls.__base__ if cls.__name__.startswith("_") else cls
        make = getattr(module, public.__name__, None)
        if make is not None and not isinstance(make, type):
            if public in _makers:
                make = functools.partial(_makers[public], make=make)
            public.__new__ = staticmethod(
                lambda cls, *args, _make=make, **kwargs: _make(*args, **kwargs))
            setattr(module, public.__name__, public)
