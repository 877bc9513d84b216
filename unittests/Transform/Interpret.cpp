#include "Interpret.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace loopyc;

namespace {

using Env = std::map<std::string, int64_t>;

class Interpreter {
public:
  Interpreter(const Kernel &kernel, const std::map<std::string, double> &given)
      : kernel(expandRules(kernel)) {
    result.memory.scalars = given;
    for (const auto &[name, value] : given) {
      VariablePtr var = kernel.findVariable(name);
      if (var && var->type.isInteger())
        integers[name] = static_cast<int64_t>(value);
    }
  }

  RunResult run() {
    struct Instance {
      std::vector<int64_t> time;
      const Instruction *insn;
      Env inames;
    };
    std::vector<Instance> all;
    for (const InstructionPtr &insn : kernel.instructions)
      forEachPoint(*insn, [&](const Env &point) {
        std::vector<int64_t> time;
        for (const Expr &component : insn->time)
          time.push_back(integer(component, point));
        all.push_back({time, insn.get(), point});
      });
    size_t longest = 0;
    for (const Instance &i : all)
      longest = std::max(longest, i.time.size());
    for (Instance &i : all)
      i.time.resize(longest);
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
      return a.time < b.time;
    });
    for (const Instance &i : all)
      execute(*i.insn, i.inames);
    return std::move(result);
  }

private:
  void forEachPoint(const Instruction &insn,
                    const std::function<void(const Env &)> &visit) {
    poly::Set domain = DomainIndex(kernel).instances(insn.inames).flat();
    for (const auto &[name, value] : integers)
      domain = domain.fix(name, value);
    Env point;
    enumerate(domain, insn.inames, 0, point, visit);
  }

  void enumerate(const poly::Set &domain,
                 const std::vector<std::string> &inames, size_t depth,
                 Env &point, const std::function<void(const Env &)> &visit) {
    if (domain.isEmpty())
      return;
    if (depth == inames.size())
      return visit(point);
    auto low = domain.minConst(inames[depth]);
    auto high = domain.maxConst(inames[depth]);
    if (!low || !high)
      throw InternalError("unbounded loop " + inames[depth]);
    for (int64_t value = *low; value <= *high; ++value) {
      point[inames[depth]] = value;
      enumerate(domain.fix(inames[depth], value), inames, depth + 1, point,
                visit);
    }
  }

  void execute(const Instruction &insn, const Env &env) {
    for (const Predicate &predicate : insn.predicates)
      if (value(predicate, env) == 0)
        return;
    const Assignment *assign = insn.assignment();
    if (!assign)
      return;
    ++result.instances;
    double v = value(assign->value, env);
    if (const auto *var = assign->assignee.getIf<VarRef>())
      result.memory.scalars[var->name] = v;
    else if (const auto *array = assign->assignee.getIf<ArrayRef>())
      result.memory.elements[{array->name, subscripts(*array, env)}] = v;
  }

  std::vector<int64_t> subscripts(const ArrayRef &array, const Env &env) {
    std::vector<int64_t> list;
    for (const Expr &e : array.subscripts)
      list.push_back(integer(e, env));
    return list;
  }

  int64_t integer(const Expr &e, const Env &env) {
    return static_cast<int64_t>(value(e, env));
  }

  double initial(const std::string &name, const std::vector<int64_t> &at) {
    double v = static_cast<double>(name.size());
    for (int64_t index : at)
      v = v * 7 + static_cast<double>(index) + 1;
    return v;
  }

  double value(const Expr &e, const Env &env) {
    return match(
        e->value, [](const IntLit &n) { return double(n.value); },
        [](const RealLit &n) { return n.value; },
        [](const LogicalLit &n) { return n.value ? 1.0 : 0.0; },
        [](const ComplexLit &) -> double { throw InternalError("complex"); },
        [&](const VarRef &n) {
          auto iname = env.find(n.name);
          return iname != env.end() ? double(iname->second)
                                    : result.memory.scalars[n.name];
        },
        [&](const ArrayRef &n) {
          std::vector<int64_t> at = subscripts(n, env);
          auto it = result.memory.elements.find({n.name, at});
          return it != result.memory.elements.end() ? it->second
                                                    : initial(n.name, at);
        },
        [&](const Unary &n) {
          double a = value(n.a, env);
          return n.op == UnaryOp::Neg ? -a : a == 0 ? 1.0 : 0.0;
        },
        [&](const Binary &n) {
          return binary(n.op, value(n.a, env), value(n.b, env),
                        n.a.type().isInteger());
        },
        [&](const Call &n) { return call(n, env); },
        [&](const Cast &n) { return value(n.a, env); },
        [&](const Select &n) {
          return value(n.condition, env) != 0 ? value(n.ifTrue, env)
                                              : value(n.ifFalse, env);
        },
        [](const RuleCall &) -> double { throw InternalError("rule"); });
  }

  static double binary(BinaryOp op, double a, double b, bool integers) {
    switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::Div:
      return integers ? std::trunc(a / b) : a / b;
    case BinaryOp::FloorDiv:
      return std::floor(a / b);
    case BinaryOp::FloorMod:
      return a - b * std::floor(a / b);
    case BinaryOp::Rem:
      return std::fmod(a, b);
    case BinaryOp::Pow:
      return std::pow(a, b);
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Ne:
      return a != b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::Gt:
      return a > b;
    case BinaryOp::Ge:
      return a >= b;
    case BinaryOp::And:
      return a != 0 && b != 0;
    case BinaryOp::Or:
      return a != 0 || b != 0;
    }
    return 0;
  }

  double call(const Call &n, const Env &env) {
    double v = value(n.args[0], env);
    for (size_t i = 1; i < n.args.size(); ++i) {
      double other = value(n.args[i], env);
      if (n.fn == Intrinsic::Min)
        v = std::min(v, other);
      else if (n.fn == Intrinsic::Max)
        v = std::max(v, other);
      else
        throw InternalError("intrinsic");
    }
    return v;
  }

  Kernel kernel;
  RunResult result;
  Env integers;
};

} // namespace

RunResult loopyc::interpret(const Kernel &kernel,
                            const std::map<std::string, double> &scalars) {
  return Interpreter(kernel, scalars).run();
}
