// Construction, comparison and traversal of expression trees.
#include "loopyc/IR/Expr.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <type_traits>

using namespace loopyc;

static Expr make(Type type, ExprNode::Value value) {
  return Expr(
      std::make_shared<const ExprNode>(ExprNode{type, std::move(value)}));
}

Type Expr::type() const { return ptr->type; }

Expr Expr::integer(int64_t value, Type type) {
  return make(type, IntLit{value});
}
Expr Expr::real(double value, Type type) { return make(type, RealLit{value}); }
Expr Expr::logical(bool value, Type type) {
  return make(type, LogicalLit{value});
}
Expr Expr::complex(double re, double im, Type type) {
  return make(type, ComplexLit{re, im});
}
Expr Expr::var(std::string name, Type type) {
  return make(type, VarRef{std::move(name)});
}
Expr Expr::marked(std::string name, Mark mark, Type type) {
  return make(type, VarRef{std::move(name), mark});
}
Expr Expr::axis(GridAxis axis, Type type) { return make(type, AxisRef{axis}); }
Expr Expr::array(std::string name, std::vector<Expr> subscripts, Type type) {
  return make(type, ArrayRef{std::move(name), std::move(subscripts)});
}
Expr Expr::unary(UnaryOp op, Expr a) {
  Type type = a.type();
  return make(type, Unary{op, std::move(a)});
}

static Type resultType(BinaryOp op, const Expr &a, const Expr &b) {
  switch (op) {
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return Type::logical();
  case BinaryOp::Pow:
    return b.type().isInteger() ? a.type() : promote(a.type(), b.type());
  default:
    return promote(a.type(), b.type());
  }
}

Expr Expr::binary(BinaryOp op, Expr a, Expr b) {
  Type type = resultType(op, a, b);
  return binary(op, std::move(a), std::move(b), type);
}
Expr Expr::binary(BinaryOp op, Expr a, Expr b, Type type) {
  return make(type, Binary{op, std::move(a), std::move(b)});
}
Expr Expr::call(Intrinsic fn, std::vector<Expr> args, Type type) {
  return make(type, Call{fn, std::move(args)});
}
Expr Expr::cast(Expr a, Type type) {
  if (a.type() == type)
    return a;
  return make(type, Cast{std::move(a)});
}
Expr Expr::select(Expr condition, Expr ifTrue, Expr ifFalse) {
  Type type = ifTrue.type();
  return make(type, Select{std::move(condition), std::move(ifTrue),
                           std::move(ifFalse)});
}
Expr Expr::rule(std::string name, std::vector<Expr> args, Type type) {
  return make(type, RuleCall{std::move(name), std::move(args)});
}
Expr Expr::reduction(ReductionOp op, std::vector<std::string> inames,
                     Expr value) {
  Type type = value.type();
  return make(type, Reduction{op, std::move(inames), std::move(value)});
}
Expr Expr::external(ExternalFunctionPtr function,
                    ExternalSignaturePtr signature, std::vector<Expr> args,
                    Type type) {
  return make(type, ExternalCall{std::move(function), std::move(signature),
                                 std::move(args)});
}

// --- comparison

static bool equal(const std::vector<Expr> &a, const std::vector<Expr> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i])
      return false;
  return true;
}

static bool equalValues(const ExprNode::Value &left,
                        const ExprNode::Value &right) {
  return match(
      left,
      [&](const IntLit &a) { return a.value == std::get<IntLit>(right).value; },
      [&](const RealLit &a) {
        return a.value == std::get<RealLit>(right).value;
      },
      [&](const LogicalLit &a) {
        return a.value == std::get<LogicalLit>(right).value;
      },
      [&](const ComplexLit &a) {
        const auto &b = std::get<ComplexLit>(right);
        return a.re == b.re && a.im == b.im;
      },
      [&](const VarRef &a) {
        const auto &b = std::get<VarRef>(right);
        return a.name == b.name && a.mark == b.mark;
      },
      [&](const AxisRef &a) { return a.axis == std::get<AxisRef>(right).axis; },
      [&](const ArrayRef &a) {
        const auto &b = std::get<ArrayRef>(right);
        return a.name == b.name && equal(a.subscripts, b.subscripts);
      },
      [&](const Unary &a) {
        const auto &b = std::get<Unary>(right);
        return a.op == b.op && a.a == b.a;
      },
      [&](const Binary &a) {
        const auto &b = std::get<Binary>(right);
        return a.op == b.op && a.a == b.a && a.b == b.b;
      },
      [&](const Call &a) {
        const auto &b = std::get<Call>(right);
        return a.fn == b.fn && equal(a.args, b.args);
      },
      [&](const Cast &a) { return a.a == std::get<Cast>(right).a; },
      [&](const Select &a) {
        const auto &b = std::get<Select>(right);
        return a.condition == b.condition && a.ifTrue == b.ifTrue &&
               a.ifFalse == b.ifFalse;
      },
      [&](const RuleCall &a) {
        const auto &b = std::get<RuleCall>(right);
        return a.rule == b.rule && equal(a.args, b.args);
      },
      [&](const Reduction &a) {
        const auto &b = std::get<Reduction>(right);
        return a.op == b.op && a.inames == b.inames && a.value == b.value;
      },
      [&](const ExternalCall &a) {
        const auto &b = std::get<ExternalCall>(right);
        return a.isLike(b) && equal(a.args, b.args);
      });
}

bool Expr::operator==(const Expr &other) const {
  if (ptr == other.ptr)
    return true;
  if (!ptr || !other.ptr)
    return false;
  return ptr->type == other.ptr->type &&
         ptr->value.index() == other.ptr->value.index() &&
         equalValues(ptr->value, other.ptr->value);
}

// --- walking and rewriting

std::vector<Expr> loopyc::operands(const Expr &e) {
  using List = std::vector<Expr>;
  return match(
      e->value, [](const IntLit &) { return List(); },
      [](const RealLit &) { return List(); },
      [](const LogicalLit &) { return List(); },
      [](const ComplexLit &) { return List(); },
      [](const VarRef &) { return List(); },
      [](const AxisRef &) { return List(); },
      [](const ArrayRef &n) { return n.subscripts; },
      [](const Unary &n) { return List{n.a}; },
      [](const Binary &n) {
        return List{n.a, n.b};
      },
      [](const Call &n) { return n.args; },
      [](const Cast &n) { return List{n.a}; },
      [](const Select &n) {
        return List{n.condition, n.ifTrue, n.ifFalse};
      },
      [](const RuleCall &n) { return n.args; },
      [](const Reduction &n) { return List{n.value}; },
      [](const ExternalCall &n) { return n.args; });
}

static bool sameHandles(const std::vector<Expr> &a,
                        const std::vector<Expr> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!a[i].same(b[i]))
      return false;
  return true;
}

Expr loopyc::withOperands(const Expr &e, const std::vector<Expr> &ops) {
  std::vector<Expr> old = operands(e);
  if (old.size() != ops.size())
    throw InternalError("an expression got a different number of operands");
  if (sameHandles(old, ops))
    return e;
  Type type = e.type();
  return match(
      e->value, [&](const IntLit &) { return e; },
      [&](const RealLit &) { return e; }, [&](const LogicalLit &) { return e; },
      [&](const ComplexLit &) { return e; }, [&](const VarRef &) { return e; },
      [&](const AxisRef &) { return e; },
      [&](const ArrayRef &n) { return Expr::array(n.name, ops, type); },
      [&](const Unary &n) {
        return make(type, Unary{n.op, ops[0]});
      },
      [&](const Binary &n) {
        return make(type, Binary{n.op, ops[0], ops[1]});
      },
      [&](const Call &n) { return Expr::call(n.fn, ops, type); },
      [&](const Cast &) { return Expr::cast(ops[0], type); },
      [&](const Select &) { return Expr::select(ops[0], ops[1], ops[2]); },
      [&](const RuleCall &n) { return Expr::rule(n.rule, ops, type); },
      [&](const Reduction &n) {
        return Expr::reduction(n.op, n.inames, ops[0]);
      },
      [&](const ExternalCall &n) {
        return Expr::external(n.function, n.signature, ops, type);
      });
}

// Does `test` hold of all operands of a node? Asked in order, up to the first
// of which it does not, and without a list of them.
template <typename Node, typename Test>
static bool allOperands(const Node &, const Test &) {
  static_assert(std::is_same_v<Node, IntLit> || std::is_same_v<Node, RealLit> ||
                std::is_same_v<Node, LogicalLit> ||
                std::is_same_v<Node, ComplexLit> ||
                std::is_same_v<Node, VarRef> || std::is_same_v<Node, AxisRef>);
  return true;
}
template <typename Test>
static bool allOperands(const std::vector<Expr> &list, const Test &test) {
  for (const Expr &operand : list)
    if (!test(operand))
      return false;
  return true;
}
template <typename Test>
static bool allOperands(const ArrayRef &n, const Test &test) {
  return allOperands(n.subscripts, test);
}
template <typename Test>
static bool allOperands(const Unary &n, const Test &test) {
  return test(n.a);
}
template <typename Test>
static bool allOperands(const Binary &n, const Test &test) {
  return test(n.a) && test(n.b);
}
template <typename Test>
static bool allOperands(const Call &n, const Test &test) {
  return allOperands(n.args, test);
}
template <typename Test>
static bool allOperands(const Cast &n, const Test &test) {
  return test(n.a);
}
template <typename Test>
static bool allOperands(const Select &n, const Test &test) {
  return test(n.condition) && test(n.ifTrue) && test(n.ifFalse);
}
template <typename Test>
static bool allOperands(const RuleCall &n, const Test &test) {
  return allOperands(n.args, test);
}
template <typename Test>
static bool allOperands(const Reduction &n, const Test &test) {
  return test(n.value);
}
template <typename Test>
static bool allOperands(const ExternalCall &n, const Test &test) {
  return allOperands(n.args, test);
}

void loopyc::walk(const Expr &e,
                  const std::function<bool(const Expr &)> &visit) {
  if (!e || !visit(e))
    return;
  auto inside = [&](const Expr &operand) {
    walk(operand, visit);
    return true;
  };
  match(e->value, [&](const auto &node) { allOperands(node, inside); });
}

Expr loopyc::rewrite(const Expr &e,
                     const std::function<Expr(const Expr &)> &fn) {
  std::vector<Expr> ops = operands(e);
  for (Expr &op : ops)
    op = rewrite(op, fn);
  return fn(ops.empty() ? e : withOperands(e, ops));
}

namespace {

// The reductions around a node, from the innermost.
struct Binders {
  const Reduction *reduction;
  const Binders *outer;
};

} // namespace

static bool isBound(const std::string &name, const Binders *around) {
  for (; around; around = around->outer) {
    const std::vector<std::string> &inames = around->reduction->inames;
    if (std::find(inames.begin(), inames.end(), name) != inames.end())
      return true;
  }
  return false;
}

// Does the test hold of all names of scalars and arrays that no reduction
// around them binds?
template <typename Test>
static bool allNames(const Expr &e, const Binders *around, const Test &test) {
  if (!e)
    return true;
  auto isInside = [&](const Expr &operand) {
    return allNames(operand, around, test);
  };
  return match(
      e->value,
      [&](const VarRef &n) {
        return n.mark != Mark::None || isBound(n.name, around) ||
               test(n.name, false);
      },
      [&](const ArrayRef &n) {
        return test(n.name, true) && allOperands(n, isInside);
      },
      [&](const Reduction &n) {
        Binders binders = {&n, around};
        return allNames(n.value, &binders, test);
      },
      [&](const auto &n) { return allOperands(n, isInside); });
}

void loopyc::collectNames(const Expr &e, std::set<std::string> &vars,
                          std::set<std::string> &arrays) {
  allNames(e, nullptr, [&](const std::string &name, bool isArray) {
    (isArray ? arrays : vars).insert(name);
    return true;
  });
}

bool loopyc::mentions(const Expr &e, const std::string &name) {
  return !allNames(e, nullptr, [&](const std::string &found, bool) {
    return found != name;
  });
}

bool loopyc::mentions(const Expr &e, const GridAxis &axis) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const auto *ref = node.getIf<AxisRef>();
    found = found || (ref && ref->axis == axis);
    return !found;
  });
  return found;
}

static void addReducedInames(const Expr &e, std::set<std::string> &inames) {
  if (!e)
    return;
  auto inside = [&](const Expr &operand) {
    addReducedInames(operand, inames);
    return true;
  };
  match(e->value, [&](const auto &node) {
    if constexpr (std::is_same_v<decltype(node), const Reduction &>)
      inames.insert(node.inames.begin(), node.inames.end());
    allOperands(node, inside);
  });
}

std::set<std::string> loopyc::reducedInames(const Expr &e) {
  std::set<std::string> result;
  addReducedInames(e, result);
  return result;
}
