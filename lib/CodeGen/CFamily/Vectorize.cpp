#include "CFamily/Vectorize.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

Vectorizer::Vectorizer(const Kernel &kernel, bool functions)
    : functions(functions) {
  for (const VariablePtr &var : kernel.arguments)
    variables[var->name] = var;
  for (const VariablePtr &var : kernel.temporaries)
    variables[var->name] = var;
}

bool Vectorizer::acceptsReference(const Expr &reference,
                                  const std::string &iname, int lanes) const {
  const auto *ref = reference.getIf<ArrayRef>();
  auto it = ref ? variables.find(ref->name) : variables.end();
  if (it == variables.end() || vectorLength(*it->second) != lanes)
    return false;
  const Variable &var = *it->second;
  for (size_t a = 0; a < ref->subscripts.size(); ++a) {
    const Expr &index = ref->subscripts[a];
    bool isVector = std::holds_alternative<VectorAxis>(var.axes[a].tag);
    const auto *name = index.getIf<VarRef>();
    if (isVector ? !name || name->name != iname : mentions(index, iname))
      return false;
  }
  return true;
}

// OpenCL has these for vectors; the others differ in the types of operands.
bool Vectorizer::acceptsCall(const Call &call) const {
  switch (call.fn) {
  case Intrinsic::Abs: case Intrinsic::Sqrt: case Intrinsic::Exp:
  case Intrinsic::Log: case Intrinsic::Log10: case Intrinsic::Sin:
  case Intrinsic::Cos: case Intrinsic::Tan: case Intrinsic::Asin:
  case Intrinsic::Acos: case Intrinsic::Atan: case Intrinsic::Sinh:
  case Intrinsic::Cosh: case Intrinsic::Tanh: case Intrinsic::Asinh:
  case Intrinsic::Acosh: case Intrinsic::Atanh: case Intrinsic::Erf:
  case Intrinsic::Erfc: case Intrinsic::Aint: case Intrinsic::Anint:
    return functions && call.args.size() == 1;
  default:
    return false;
  }
}

bool Vectorizer::acceptsValue(const Expr &value, Type type,
                              const std::string &iname, int lanes) const {
  if (!mentions(value, iname))
    return true;
  if (value.type() != type)
    return false;
  auto all = [&](const std::vector<Expr> &parts) {
    return std::all_of(parts.begin(), parts.end(), [&](const Expr &part) {
      return part.type() == type && acceptsValue(part, type, iname, lanes);
    });
  };
  if (value.getIf<ArrayRef>())
    return acceptsReference(value, iname, lanes);
  if (const auto *u = value.getIf<Unary>())
    return u->op == UnaryOp::Neg && all({u->a});
  if (const auto *b = value.getIf<Binary>())
    return (b->op == BinaryOp::Add || b->op == BinaryOp::Sub ||
            b->op == BinaryOp::Mul ||
            (b->op == BinaryOp::Div && type.isReal())) &&
           all({b->a, b->b});
  if (const auto *call = value.getIf<Call>())
    return type.isReal() && acceptsCall(*call) && all(call->args);
  return false;
}

bool Vectorizer::accepts(const Instruction &insn, const std::string &iname,
                         int lanes) const {
  if (lanes < 2)
    return false;
  if (insn.update() && insn.update()->atomic)
    return false;
  for (const Predicate &predicate : insn.predicates)
    if (mentions(predicate, iname))
      return false;
  return match(
      insn.body,
      [&](const Assignment &assignment) {
        Type type = assignment.assignee.type();
        return (type.isReal() || type.isInteger()) &&
               acceptsReference(assignment.assignee, iname, lanes) &&
               acceptsValue(assignment.value, type, iname, lanes);
      },
      [](const CallBody &) { return false; },
      [](const BarrierBody &) { return false; },
      [](const NoOp &) { return false; });
}
