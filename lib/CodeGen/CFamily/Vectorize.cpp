#include "CFamily/Vectorize.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::codegen;

Vectorizer::Vectorizer(const Kernel &kernel, bool functions)
    : functions(functions) {
  for (const VariablePtr &var : kernel.arguments)
    variables[var->name] = var;
  for (const VariablePtr &var : kernel.temporaries)
    variables[var->name] = var;
}

std::string Vectorizer::whyNotReference(const Expr &reference,
                                        const std::string &iname,
                                        int lanes) const {
  const auto *ref = reference.getIf<ArrayRef>();
  auto it = ref ? variables.find(ref->name) : variables.end();
  if (it == variables.end())
    return reference.str() + " is a scalar";
  const Variable &var = *it->second;
  int length = vectorLength(var);
  if (length != lanes)
    return "'" + var.name + "' " +
           (length == 1 ? std::string("has no axis tagged vec")
                        : "has vectors of " + std::to_string(length) +
                              " components, not of " + std::to_string(lanes));
  for (size_t a = 0; a < ref->subscripts.size(); ++a) {
    const Expr &index = ref->subscripts[a];
    bool isVector = std::holds_alternative<VectorAxis>(var.axes[a].tag);
    const auto *name = index.getIf<VarRef>();
    if (isVector && (!name || name->name != iname))
      return "the index of the vec axis in " + reference.str() + " is not '" +
             iname + "'";
    if (!isVector && mentions(index, iname))
      return "'" + iname + "' is in an index of " + reference.str() +
             " that is no component";
  }
  return "";
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

// Of a value, its first part that stands in the way.
std::string Vectorizer::whyNotValue(const Expr &value, Type type,
                                    const std::string &iname,
                                    int lanes) const {
  if (!mentions(value, iname))
    return "";
  if (value.type() != type)
    return value.str() + " is " + value.type().str() + " among " + type.str();
  if (value.getIf<ArrayRef>())
    return whyNotReference(value, iname, lanes);
  const auto *u = value.getIf<Unary>();
  const auto *b = value.getIf<Binary>();
  const auto *call = value.getIf<Call>();
  bool isOperator =
      (u && u->op == UnaryOp::Neg) ||
      (b && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub ||
             b->op == BinaryOp::Mul ||
             (b->op == BinaryOp::Div && type.isReal())));
  if (!isOperator && !(call && type.isReal() && acceptsCall(*call)))
    return "the target has no operation on short vectors for " + value.str();
  for (const Expr &part : operands(value)) {
    if (part.type() != type)
      return part.str() + " is " + part.type().str() + " among " + type.str();
    if (std::string why = whyNotValue(part, type, iname, lanes); !why.empty())
      return why;
  }
  return "";
}

std::string Vectorizer::whyNot(const Instruction &insn,
                               const std::string &iname, int lanes) const {
  if (lanes < 2)
    return "there is one iteration";
  if (insn.update() && insn.update()->atomic)
    return "it is an atomic update";
  for (const Predicate &predicate : insn.predicates)
    if (mentions(predicate, iname))
      return "its condition " + predicate.str() + " differs in the components";
  const char *const noAssignment = "it is no assignment";
  return match(
      insn.body,
      [&](const Assignment &assignment) -> std::string {
        Type type = assignment.assignee.type();
        if (!type.isReal() && !type.isInteger())
          return "there are no short vectors of " + type.str();
        std::string why = whyNotReference(assignment.assignee, iname, lanes);
        return why.empty() ? whyNotValue(assignment.value, type, iname, lanes)
                           : why;
      },
      [&](const CallBody &) -> std::string { return noAssignment; },
      [&](const BarrierBody &) -> std::string { return noAssignment; },
      [&](const NoOp &) -> std::string { return noAssignment; });
}
