#include "Thresholds.h"

#include "Writers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::check;

namespace {

// Of one object, and values of variables between it and one comparison: the
// closest ones are followed first.
constexpr size_t maxThresholds = 12, maxSteps = 256;

// Magnitude of an input about which nothing is known.
constexpr double typicalInput = 1;

// What inputs are taken for where an expression's value is asked for.
enum class Inputs { Unknown, Typical };

// A variable that should have the value somewhere.
struct Goal {
  std::string variable;
  double value;
};

// Paths that only round differently lead to the same.
double rounded(double value) {
  int exponent;
  double part = std::frexp(value, &exponent);
  constexpr int digits = 40;
  return std::ldexp(std::round(std::ldexp(part, digits)), exponent - digits);
}

class Finder {
public:
  Finder(const Kernel &kernel, const KernelObjects &objects)
      : kernel(kernel), writers(kernel) {
    for (const Object &object : objects.objects)
      objectsByName[object.name] = &object;
    for (const VariablePtr &temporary : kernel.temporaries)
      temporaries.insert(temporary->name);
  }

  Thresholds find() {
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
    bool isMask = call.fn == Intrinsic::Iand;
    if (!isMask && call.fn != Intrinsic::Min && call.fn != Intrinsic::Max)
      return;
    isExact = false, isLimit = true;
    for (const Expr &limit : call.args)
      if (auto value = constant(limit))
        for (const Expr &arg : call.args)
          trace(arg, isMask ? *value + 1 : *value);
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
        trace(comparison.a, *divisor);
      return;
    default:
      return;
    }
    isExact = comparison.op == BinaryOp::Eq || comparison.op == BinaryOp::Ne;
    isLimit = false;
    if (auto value = constant(comparison.b))
      trace(comparison.a, *value);
    else if (auto value = constant(comparison.a))
      trace(comparison.b, *value);
    else if (comparison.a.type().isInteger())
      addSizes(comparison);
    else if (comparison.a.type().isReal())
      trace(Expr::binary(BinaryOp::Sub, comparison.a, comparison.b), 0);
  }

  // dlo(1) == lo: an integer input and an expression in sizes.
  void addSizes(const Binary &comparison) {
    for (const auto &[input, size] : {std::pair(comparison.a, comparison.b),
                                      std::pair(comparison.b, comparison.a)}) {
      const auto *element = input.getIf<ArrayRef>();
      if (element && isInput(element->name) && isOfSizes(size))
        addSize(found[element->name], size, input);
    }
  }

  bool isOfSizes(const Expr &e) const {
    bool result = true;
    walk(e, [&](const Expr &node) {
      const auto *ref = node.getIf<VarRef>();
      const Object *object = ref ? objectOf(ref->name) : nullptr;
      result &= !node.getIf<ArrayRef>() && !node.getIf<Call>() &&
                (!ref || (object && object->isSize()));
      return result;
    });
    return result;
  }

  static void addSize(std::vector<Threshold> &list, const Expr &size,
                      const Expr &element) {
    for (const Threshold &known : list)
      if (known.size && known.size == size && known.element == element)
        return;
    Threshold threshold;
    threshold.size = size;
    threshold.element = element;
    if (list.size() < maxThresholds)
      list.push_back(threshold);
  }

  const Object *objectOf(const std::string &name) const {
    auto object = objectsByName.find(name);
    return object == objectsByName.end() ? nullptr : object->second;
  }

  bool isInput(const std::string &name) const {
    const Object *object = objectOf(name);
    return object && (!object->output || object->init);
  }

  std::optional<double> constant(const Expr &e) {
    return valueOf(e, Inputs::Unknown);
  }

  static std::optional<double> ofInput(Inputs inputs) {
    return inputs == Inputs::Typical ? std::optional(typicalInput)
                                     : std::nullopt;
  }

  // nullopt if the expression depends on inputs that are unknown, or is
  // computed from others.
  std::optional<double> valueOf(const Expr &e, Inputs inputs) {
    if (const auto *literal = e.getIf<RealLit>())
      return literal->value;
    if (const auto *literal = e.getIf<IntLit>())
      return static_cast<double>(literal->value);
    if (const auto *ref = e.getIf<VarRef>())
      return valueOfScalar(ref->name, inputs);
    if (const auto *ref = e.getIf<ArrayRef>())
      return isInput(ref->name) ? ofInput(inputs) : std::nullopt;
    std::vector<double> values;
    for (const Expr &operand : operands(e))
      if (auto value = valueOf(operand, inputs))
        values.push_back(*value);
      else
        return std::nullopt;
    return applied(e, values);
  }

  std::optional<double> valueOfScalar(const std::string &name, Inputs inputs) {
    if (const Object *object = objectOf(name)) {
      if (object->value)
        return *object->value;
      return object->isSize() ? std::nullopt : ofInput(inputs);
    }
    if (!temporaries.count(name))
      return std::nullopt;
    // None while it is looked for: values that go around in a circle.
    auto [known, isNew] = valuesOfScalars.try_emplace({name, inputs});
    if (isNew)
      if (Expr value = writers.onlyValue(name))
        known->second = valueOf(value, inputs);
    return known->second;
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

  // Whose inputs make the expression the value?
  void trace(const Expr &e, double value) {
    reached.clear();
    goals.clear();
    solve(e, value);
    for (size_t k = 0; k < goals.size() && k < maxSteps; ++k)
      follow(Goal(goals[k]));
  }

  // An input; or what is assigned to another, but for what makes a new value of
  // the old one: that has the magnitude of what was there before.
  void follow(const Goal &goal) {
    if (isInput(goal.variable))
      add(goal.variable, goal.value);
    for (const Instruction *insn : writers.of(goal.variable))
      if (const auto *assignment = std::get_if<Assignment>(&insn->body);
          assignment && !mentions(assignment->value, goal.variable))
        solve(assignment->value, goal.value);
  }

  void reach(const std::string &variable, double value) {
    if (reached.insert({variable, rounded(value)}).second)
      goals.push_back({variable, value});
  }

  // Down to the variables in it.
  void solve(const Expr &e, double value) {
    if (!std::isfinite(value))
      return;
    if (const auto *ref = e.getIf<VarRef>())
      reach(ref->name, value);
    else if (const auto *ref = e.getIf<ArrayRef>())
      reach(ref->name, value);
    else if (const auto *cast = e.getIf<Cast>())
      solve(cast->a, value);
    else if (const auto *unary = e.getIf<Unary>();
             unary && unary->op == UnaryOp::Neg)
      solve(unary->a, -value);
    else if (const auto *binary = e.getIf<Binary>())
      ofOperation(*binary, value);
    else if (const auto *call = e.getIf<Call>())
      ofCall(*call, value);
    else if (const auto *select = e.getIf<Select>()) {
      solve(select->ifTrue, value);
      solve(select->ifFalse, value);
    }
  }

  void ofOperation(const Binary &b, double value) {
    // Of two equal operands, each is the root, and a product is 0 where one of
    // them is; else the other has the value that it has for most inputs.
    if (b.op == BinaryOp::Mul && b.a == b.b) {
      if (value >= 0)
        solve(b.a, std::sqrt(value));
      return;
    }
    if (b.op == BinaryOp::Mul && value == 0) {
      solve(b.a, 0);
      solve(b.b, 0);
      return;
    }
    auto left = valueOf(b.a, Inputs::Typical),
         right = valueOf(b.b, Inputs::Typical);
    bool leftVaries = !constant(b.a), rightVaries = !constant(b.b);
    switch (b.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: {
      double sign = b.op == BinaryOp::Add ? 1 : -1;
      if (leftVaries && right)
        solve(b.a, value - sign * *right);
      if (rightVaries && left)
        solve(b.b, sign * (value - *left));
      break;
    }
    case BinaryOp::Mul:
      if (leftVaries && right && *right != 0)
        solve(b.a, value / *right);
      if (rightVaries && left && *left != 0)
        solve(b.b, value / *left);
      break;
    case BinaryOp::Div:
      if (leftVaries && right)
        solve(b.a, value * *right);
      if (rightVaries && left && value != 0)
        solve(b.b, *left / value);
      break;
    case BinaryOp::Pow:
      if (leftVaries && right && *right != 0 && value >= 0)
        solve(b.a, std::pow(value, 1 / *right));
      break;
    case BinaryOp::FloorMod:
    case BinaryOp::Rem:
      solve(b.a, value);
      break;
    default:
      break;
    }
  }

  void ofCall(const Call &call, double value) {
    auto go = [&](double of) { solve(call.args[0], of); };
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
        solve(arg, value);
      break;
    default:
      break;
    }
  }

  void add(const std::string &name, double value) {
    if (!holds(objectOf(name)->dummy->type, value))
      return;
    std::vector<Threshold> &list = found[name];
    for (Threshold &known : list)
      if (!known.size && known.value == value) {
        known.isExact = known.isExact || isExact;
        known.isLimit = known.isLimit && isLimit;
        return;
      }
    if (list.size() < maxThresholds)
      list.push_back({value, isExact, isLimit, {}, {}});
  }

  const Kernel &kernel;
  const Writers writers;
  std::map<std::string, const Object *> objectsByName;
  NameSet temporaries;
  std::map<std::pair<std::string, Inputs>, std::optional<double>>
      valuesOfScalars;
  bool isExact = false, isLimit = false; // of what is looked at
  std::set<std::pair<std::string, double>> reached;
  std::vector<Goal> goals;
  Thresholds found;
};

} // namespace

bool check::holds(Type type, double value) {
  if (type.isInteger())
    return std::fabs(value) < std::ldexp(1.0, 8 * type.bytes - 1);
  double largest = type.isReal() && type.bytes == 4
                       ? std::numeric_limits<float>::max()
                       : std::numeric_limits<double>::max();
  return std::fabs(value) < largest / 4;
}

Thresholds check::findThresholds(const Kernel &kernel,
                                 const KernelObjects &objects) {
  return Finder(kernel, objects).find();
}
