#include "Thresholds.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace loopyc;
using namespace loopyc::check;

namespace {

// Of one object, and assignments between it and a comparison.
constexpr size_t maxThresholds = 12;
constexpr int maxDepth = 16;

// Magnitude of an input about which nothing is known.
constexpr double typicalInput = 1;

class Finder {
public:
  Finder(const Kernel &kernel, const KernelObjects &objects)
      : kernel(kernel), objects(objects) {}

  std::map<std::string, std::vector<Threshold>> find() {
    for (const InstructionPtr &insn : kernel.instructions) {
      for (const Expr &predicate : insn->predicates)
        look(predicate);
      for (const Expr &value : insn->reads())
        look(value);
    }
    for (auto &[name, list] : found)
      std::sort(list.begin(), list.end(),
                [](const Threshold &a, const Threshold &b) {
                  return a.value < b.value;
                });
    return std::move(found);
  }

private:
  void look(const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *binary = node.getIf<Binary>())
        compare(*binary);
      else if (const auto *call = node.getIf<Call>())
        limit(*call);
      return true;
    });
  }

  // min(x, 100), iand(k, 255): beyond, they make something else of it.
  void limit(const Call &call) {
    isExact = false, isLimit = true;
    int64_t beyond = call.fn == Intrinsic::Iand;
    if (!beyond && call.fn != Intrinsic::Min && call.fn != Intrinsic::Max)
      return;
    for (const Expr &limit : call.args)
      if (auto value = constant(limit))
        for (const Expr &arg : call.args)
          solve(arg, *value + static_cast<double>(beyond));
  }

  void compare(const Binary &comparison) {
    switch (comparison.op) {
    case BinaryOp::Eq:
    case BinaryOp::Ne:
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      break;
    case BinaryOp::FloorMod:
    case BinaryOp::Rem:
      isExact = false, isLimit = true;
      if (auto divisor = constant(comparison.b))
        solve(comparison.a, *divisor);
      return;
    default:
      return;
    }
    isExact = comparison.op == BinaryOp::Eq || comparison.op == BinaryOp::Ne;
    isLimit = false;
    if (auto value = constant(comparison.b))
      solve(comparison.a, *value);
    else if (auto value = constant(comparison.a))
      solve(comparison.b, *value);
    else if (comparison.a.type().isReal())
      solve(Expr::binary(BinaryOp::Sub, comparison.a, comparison.b), 0);
  }

  // The one value that is assigned to a scalar temporary.
  Expr onlyValue(const std::string &name) const {
    VariablePtr variable = kernel.findVariable(name);
    Expr value;
    if (!variable || !variable->isTemporary())
      return value;
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->assigns(name)) {
        if (value || insn->values().size() != 1)
          return Expr();
        value = insn->values().front();
      }
    return value;
  }

  std::optional<double> constant(const Expr &e, int depth = 0) const {
    return valueOf(e, std::nullopt, depth);
  }

  // Where inputs have this value; nullopt if the expression depends on them
  // and they have none, or it is computed from others.
  std::optional<double> valueOf(const Expr &e, std::optional<double> input,
                                int depth = 0) const {
    if (depth > maxDepth)
      return std::nullopt;
    if (const auto *literal = e.getIf<RealLit>())
      return literal->value;
    if (const auto *literal = e.getIf<IntLit>())
      return static_cast<double>(literal->value);
    if (const auto *ref = e.getIf<VarRef>()) {
      if (const Object *object = objects.find(ref->name)) {
        if (object->value)
          return *object->value;
        return object->isSize() ? std::nullopt : input;
      }
      Expr value = onlyValue(ref->name);
      return value ? valueOf(value, input, depth + 1) : std::nullopt;
    }
    if (const auto *ref = e.getIf<ArrayRef>())
      return isInput(ref->name) ? input : std::nullopt;
    std::vector<double> values;
    for (const Expr &operand : operands(e))
      if (auto value = valueOf(operand, input, depth + 1))
        values.push_back(*value);
      else
        return std::nullopt;
    return applied(e, values);
  }

  static std::optional<double> applied(const Expr &e,
                                       const std::vector<double> &values) {
    double result = std::nan("");
    if (e.getIf<Cast>())
      result = e.type().isInteger() ? std::trunc(values[0]) : values[0];
    else if (const auto *unary = e.getIf<Unary>();
             unary && unary->op == UnaryOp::Neg)
      result = -values[0];
    else if (const auto *binary = e.getIf<Binary>())
      switch (binary->op) {
      case BinaryOp::Add:
        result = values[0] + values[1];
        break;
      case BinaryOp::Sub:
        result = values[0] - values[1];
        break;
      case BinaryOp::Mul:
        result = values[0] * values[1];
        break;
      case BinaryOp::Div:
        result = values[0] / values[1];
        break;
      case BinaryOp::Pow:
        result = std::pow(values[0], values[1]);
        break;
      default:
        break;
      }
    else if (const auto *call = e.getIf<Call>())
      switch (call->fn) {
      case Intrinsic::Abs:
        result = std::fabs(values[0]);
        break;
      case Intrinsic::Sqrt:
        result = std::sqrt(values[0]);
        break;
      case Intrinsic::Exp:
        result = std::exp(values[0]);
        break;
      case Intrinsic::Log:
        result = std::log(values[0]);
        break;
      default:
        break;
      }
    return std::isfinite(result) ? std::optional<double>(result) : std::nullopt;
  }

  bool isInput(const std::string &name) const {
    const Object *object = objects.find(name);
    return object && (!object->output || object->init);
  }

  // Whose inputs make the expression the value?
  void solve(const Expr &e, double value, int depth = 0) {
    if (!std::isfinite(value) || depth > maxDepth)
      return;
    auto go = [&](const Expr &part, double of) { solve(part, of, depth + 1); };
    if (const auto *ref = e.getIf<VarRef>())
      ofVariable(ref->name, value, depth);
    else if (const auto *ref = e.getIf<ArrayRef>())
      ofVariable(ref->name, value, depth);
    else if (const auto *cast = e.getIf<Cast>())
      go(cast->a, value);
    else if (const auto *unary = e.getIf<Unary>();
             unary && unary->op == UnaryOp::Neg)
      go(unary->a, -value);
    else if (const auto *binary = e.getIf<Binary>())
      ofOperation(*binary, value, depth + 1);
    else if (const auto *call = e.getIf<Call>())
      ofCall(*call, value, depth + 1);
    else if (const auto *select = e.getIf<Select>()) {
      go(select->ifTrue, value);
      go(select->ifFalse, value);
    }
  }

  // An input; or what is assigned to another, but for what makes a new value of
  // the old one: that has the magnitude of what was there before.
  void ofVariable(const std::string &name, double value, int depth) {
    if (isInput(name))
      add(name, value);
    for (const InstructionPtr &insn : kernel.instructions)
      if (const auto *assignment = std::get_if<Assignment>(&insn->body);
          assignment && insn->assigns(name) &&
          !mentions(assignment->value, name))
        solve(assignment->value, value, depth + 1);
  }

  void ofOperation(const Binary &b, double value, int depth) {
    // Of two equal operands, each is the root; else the other has the value
    // that it has for most inputs.
    if (b.op == BinaryOp::Mul && b.a == b.b) {
      if (value >= 0)
        solve(b.a, std::sqrt(value), depth);
      return;
    }
    auto left = valueOf(b.a, typicalInput), right = valueOf(b.b, typicalInput);
    bool leftVaries = !constant(b.a), rightVaries = !constant(b.b);
    switch (b.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: {
      double sign = b.op == BinaryOp::Add ? 1 : -1;
      if (leftVaries && right)
        solve(b.a, value - sign * *right, depth);
      if (rightVaries && left)
        solve(b.b, sign * (value - *left), depth);
      break;
    }
    case BinaryOp::Mul:
      if (leftVaries && right && *right != 0)
        solve(b.a, value / *right, depth);
      if (rightVaries && left && *left != 0)
        solve(b.b, value / *left, depth);
      break;
    case BinaryOp::Div:
      if (leftVaries && right)
        solve(b.a, value * *right, depth);
      if (rightVaries && left && value != 0)
        solve(b.b, *left / value, depth);
      break;
    case BinaryOp::Pow:
      if (leftVaries && right && *right != 0 && value >= 0)
        solve(b.a, std::pow(value, 1 / *right), depth);
      break;
    case BinaryOp::FloorMod:
    case BinaryOp::Rem:
      solve(b.a, value, depth);
      break;
    default:
      break;
    }
  }

  void ofCall(const Call &call, double value, int depth) {
    auto go = [&](double of) { solve(call.args[0], of, depth); };
    switch (call.fn) {
    case Intrinsic::Abs:
      go(value);
      go(-value);
      break;
    case Intrinsic::Sqrt:
      if (value >= 0)
        go(value * value);
      break;
    case Intrinsic::Exp:
      go(std::log(value));
      break;
    case Intrinsic::Log:
      go(std::exp(value));
      break;
    case Intrinsic::Log10:
      go(std::pow(10, value));
      break;
    case Intrinsic::Floor:
    case Intrinsic::Ceiling:
    case Intrinsic::Nint:
    case Intrinsic::Anint:
    case Intrinsic::Aint:
    case Intrinsic::Iand:
      go(value);
      break;
    case Intrinsic::Min:
    case Intrinsic::Max:
      for (const Expr &arg : call.args)
        solve(arg, value, depth);
      break;
    default:
      break;
    }
  }

  void add(const std::string &name, double value) {
    std::vector<Threshold> &list = found[name];
    for (Threshold &known : list)
      if (known.value == value) {
        known.isExact = known.isExact || isExact;
        known.isLimit = known.isLimit && isLimit;
        return;
      }
    if (list.size() < maxThresholds)
      list.push_back({value, isExact, isLimit});
  }

  const Kernel &kernel;
  const KernelObjects &objects;
  bool isExact = false, isLimit = false; // of what is looked at
  std::map<std::string, std::vector<Threshold>> found;
};

} // namespace

std::map<std::string, std::vector<Threshold>>
check::findThresholds(const Kernel &kernel, const KernelObjects &objects) {
  return Finder(kernel, objects).find();
}
