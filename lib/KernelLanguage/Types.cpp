#include "loopyc/KernelLanguage/Types.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/IR/OpenTypes.h"

#include "Arithmetic.h"
#include "OpenAtomics.h"
#include "RuleLiterals.h"

#include "loopyc/IR/Precision.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace loopyc;
using namespace loopyc::language;

namespace {

// Of operations that Operator does not have.
std::optional<Operator> operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return Operator::Add;
  case BinaryOp::Sub:
    return Operator::Sub;
  case BinaryOp::Mul:
    return Operator::Mul;
  case BinaryOp::Div:
    return Operator::Divide;
  case BinaryOp::FloorDiv:
    return Operator::FloorDivide;
  case BinaryOp::FloorMod:
    return Operator::Modulo;
  case BinaryOp::Pow:
    return Operator::Power;
  case BinaryOp::Eq:
    return Operator::Eq;
  case BinaryOp::Ne:
    return Operator::Ne;
  case BinaryOp::Lt:
    return Operator::Lt;
  case BinaryOp::Le:
    return Operator::Le;
  case BinaryOp::Gt:
    return Operator::Gt;
  case BinaryOp::Ge:
    return Operator::Ge;
  case BinaryOp::And:
    return Operator::And;
  case BinaryOp::Or:
    return Operator::Or;
  case BinaryOp::Rem:
    return std::nullopt;
  }
  return std::nullopt;
}

bool isOpenInside(const Expr &e) {
  bool open = false;
  walk(e, [&](const Expr &node) {
    open = open || isOpen(node.type());
    return !open;
  });
  return open;
}

class Inference {
public:
  explicit Inference(const Kernel &kernel) : kernel(kernel) {
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &var : *list)
        types[var->name] = var->type;
    for (const SubstitutionRule &rule : kernel.rules)
      addRule(rule);
  }

  void give(const std::string &name, Type type) { types[name] = type; }

  Kernel run() {
    findUnknown();
    findLiterals();
    while (strongTypes() || literalTypes())
      ;
    for (auto &[name, type] : types)
      if (isUnknown(type))
        type = openType();
    return retyped();
  }

private:
  struct RuleTypes {
    std::vector<Type> parameters;
    // Of a parameter that stands for literals in all uses, these.
    std::vector<std::vector<Expr>> literals;
    Type value;
    std::vector<Expr> isLiterals; // where the value is but literals
  };

  // --- what is known

  void addRule(const SubstitutionRule &rule) {
    RuleTypes known;
    known.parameters.assign(rule.parameters.size(), openType());
    known.literals.resize(rule.parameters.size());
    known.value = rule.value.type();
    walk(rule.value, [&](const Expr &node) {
      const auto *var = node.getIf<VarRef>();
      for (size_t i = 0; var && i < rule.parameters.size(); ++i)
        if (rule.parameters[i] == var->name)
          known.parameters[i] = node.type();
      return true;
    });
    for (Type &type : known.parameters)
      if (isOpen(type))
        type = unknownType();
    if (isOpen(known.value))
      known.value = unknownType();
    rules.emplace(rule.name, std::move(known));
  }

  // What is assigned, and has no type: it follows from what is assigned.
  void findUnknown() {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        if (isOpen(types.at(name))) {
          types[name] = unknownType();
          looked.insert(name);
        }
  }

  bool join(Type &known, Type more) {
    Type joined = promoteLikeNumPy(known, more);
    bool changed = joined != known;
    known = joined;
    return changed;
  }

  // --- expressions

  // With operands of their new types; parameters of the rule around apart.
  Value again(const Expr &e) {
    if (!isOpenInside(e))
      return fixed(e);
    return match(
        e->value, [&](const IntLit &n) { return literal(n.value); },
        [&](const RealLit &n) { return literal(n.value); },
        [&](const LogicalLit &) { return fixed(e); },
        [&](const ComplexLit &n) {
          return Value{Expr::complex(n.re, n.im, Type::complex(16)), true, {}};
        },
        [&](const VarRef &n) { return variable(n, e); },
        [&](const AxisRef &) { return fixed(e); },
        [&](const ArrayRef &n) {
          std::vector<Expr> subscripts;
          for (const Expr &s : n.subscripts)
            subscripts.push_back(integerOf(again(s)));
          return fixed(
              Expr::array(n.name, std::move(subscripts), types.at(n.name)));
        },
        [&](const Unary &n) {
          return n.op == UnaryOp::Neg
                     ? negate(again(n.a))
                     : fixed(Expr::unary(n.op, condition(again(n.a))));
        },
        [&](const Binary &n) { return binary(n); },
        [&](const Call &n) { return call(e, n); },
        [&](const Cast &n) {
          return isOpen(e.type()) ? again(n.a) : castTo(again(n.a), e.type());
        },
        [&](const Select &n) {
          return choose(again(n.condition), again(n.ifTrue), again(n.ifFalse));
        },
        [&](const RuleCall &n) { return ruleCall(n); },
        [&](const Reduction &n) {
          return reductionOver(n.op, n.inames, again(n.value));
        },
        [&](const ExternalCall &n) {
          std::vector<Value> arguments;
          for (const Expr &arg : n.args)
            arguments.push_back(again(arg));
          return externalCall(n.function, std::move(arguments));
        });
  }

  Value variable(const VarRef &var, const Expr &e) const {
    const std::optional<size_t> number = parameter(var.name);
    if (number && argumentsAround) {
      Value argument = (*argumentsAround)[*number];
      argument.e = Expr::var(var.name, argument.e.type());
      return argument;
    }
    if (number) {
      const RuleTypes &rule = rules.at(ruleAround->name);
      return {Expr::var(var.name, rule.parameters[*number]),
              !rule.literals[*number].empty(), rule.literals[*number]};
    }
    auto known = types.find(var.name);
    return fixed(
        Expr::var(var.name, known == types.end() ? e.type() : known->second));
  }

  // Of the rule around.
  std::optional<size_t> parameter(const std::string &name) const {
    if (ruleAround)
      for (size_t i = 0; i < ruleAround->parameters.size(); ++i)
        if (ruleAround->parameters[i] == name)
          return i;
    return std::nullopt;
  }

  // x << 3, of a type that was not known.
  static bool isShiftedLeft(const Value &by) {
    const auto *places = by.flexible ? by.e.getIf<IntLit>() : nullptr;
    return places && places->value >= 0 && places->value <= 64;
  }

  // What made a number of unknown type a real one (Functions.cpp).
  static bool isFactorOne(const Expr &e) {
    const auto *factor = e.getIf<RealLit>();
    return factor && factor->value == 1;
  }

  static bool isMadeReal(const Expr &e) {
    const auto *product = e.getIf<Binary>();
    return product && product->op == BinaryOp::Mul && isFactorOne(product->b);
  }

  Value binary(const Binary &n) {
    Value a = again(n.a), b = again(n.b);
    if (n.op == BinaryOp::Mul && b.flexible && isFactorOne(b.e) &&
        !a.flexible && !isOpen(a.e.type()))
      return a.e.type().isFloating() ? fixed(a.e) : castTo(a, Type::real(8));
    if (auto op = operatorOf(n.op))
      return combine(*op, a, b);
    unify(a, b);
    if (n.op == BinaryOp::Rem)
      requireNoComplex(a, "fmod");
    return fixed(Expr::binary(n.op, a.e, b.e, a.e.type()));
  }

  Value call(const Expr &e, const Call &n) {
    std::vector<Value> arguments;
    for (const Expr &arg : n.args)
      arguments.push_back(again(arg));
    // abs(x*1.0) is of complex numbers, too.
    const bool ofReals =
        n.fn != Intrinsic::Abs && llvm::all_of(n.args, isMadeReal);
    if (std::string name = functionNameOf(n.fn, ofReals); !name.empty()) {
      Value result = arguments[0];
      if (arguments.size() <= 2)
        return callOf(name, std::move(arguments));
      for (size_t i = 1; i < arguments.size(); ++i) // min, max
        result = callOf(name, {result, arguments[i]});
      return result;
    }
    switch (n.fn) {
    case Intrinsic::Iand:
      return combine(Operator::BitAnd, arguments[0], arguments[1]);
    case Intrinsic::Ior:
      return combine(Operator::BitOr, arguments[0], arguments[1]);
    case Intrinsic::Ieor:
      return combine(Operator::BitXor, arguments[0], arguments[1]);
    case Intrinsic::Inot:
      return bitNot(arguments[0]);
    case Intrinsic::Ishft:
      return isShiftedLeft(arguments[1])
                 ? combine(Operator::ShiftLeft, arguments[0], arguments[1])
                 : shift(arguments[0], arguments[1]);
    default:
      break;
    }
    std::vector<Expr> operands;
    for (const Value &arg : arguments)
      operands.push_back(arg.e);
    Type type = isOpen(e.type()) ? operands[0].type() : e.type();
    return fixed(Expr::call(n.fn, std::move(operands), type));
  }

  Value ruleCall(const RuleCall &n) {
    RuleTypes &rule = rules.at(n.rule);
    std::vector<Value> values;
    std::vector<Expr> arguments;
    for (size_t i = 0; i < n.args.size(); ++i) {
      Value arg = again(n.args[i]);
      Type &type = rule.parameters[i];
      if (!arg.flexible || isUnknown(type) || !rule.literals[i].empty())
        rulesChanged |= join(type, arg.e.type());
      else
        rulesChanged |= join(type, metBy(arg, type));
      arguments.push_back(assignable(arg, type));
      values.push_back(std::move(arg));
    }
    if (isFinal)
      requireOwnType(n, rule, values);
    return {Expr::rule(n.rule, std::move(arguments), rule.value),
            !rule.isLiterals.empty(), rule.isLiterals};
  }

  // As the text of the rule, with these arguments in it, a use may have another
  // type than other uses give the rule.
  void requireOwnType(const RuleCall &call, const RuleTypes &rule,
                      std::vector<Value> &values) {
    const SubstitutionRule *found = kernel.findRule(call.rule);
    for (Value &value : values)
      value.literals = literalsOf(value);
    const auto outer = std::tuple(ruleAround, argumentsAround);
    ruleAround = found;
    argumentsAround = &values;
    isFinal = false;
    const Type own = again(found->value).e.type();
    isFinal = true;
    std::tie(ruleAround, argumentsAround) = outer;
    std::string why;
    for (size_t i = 0; i < values.size(); ++i) {
      const Type given = values[i].e.type(), all = rule.parameters[i];
      if (!values[i].flexible && given != all && !isOpen(given) &&
          !isOpen(all) && !(given.isAnyInteger() && all.isAnyInteger()))
        why = "'" + found->parameters[i] + "' is " + given.str() +
              ", and by other uses " + all.str();
    }
    if (why.empty() && own != rule.value && !isOpen(own) &&
        !isOpen(rule.value) && rule.isLiterals.empty())
      why = "it is " + own.str() + ", and by other uses " + rule.value.str();
    if (!why.empty())
      throw UserError("a rule has one type here: in this use of '" +
                      call.rule + "', " + why +
                      "; write a rule of its own for this use, or cast its "
                      "argument");
  }

  // What the parameters that stand for literals stand for; through rules that
  // hand their own on, level by level.
  void findLiterals() {
    const ParameterSet others = parametersOfOthers(kernel);
    for (size_t level = 0; level <= kernel.rules.size(); ++level)
      eachRuleUse(kernel, [&](const RuleCall &call,
                              const SubstitutionRule *around) {
        ruleAround = around;
        for (size_t i = 0; i < call.args.size(); ++i)
          if (!others.count({call.rule, i}))
            addLiterals(again(call.args[i]),
                        rules.at(call.rule).literals[i]);
        ruleAround = nullptr;
      });
  }

  static void addLiterals(const Value &value, std::vector<Expr> &known) {
    for (const Expr &one : literalsOf(value))
      if (!llvm::is_contained(known, one))
        known.push_back(one);
  }

  static std::vector<Expr> literalsOf(const Value &value) {
    if (!value.flexible)
      return {};
    return value.isForLiterals() ? value.literals : std::vector<Expr>{value.e};
  }

  // --- to the fixed point

  void located(const SourceRange &range, const std::function<void()> &work) {
    try {
      work();
    } catch (UserError &error) {
      error.locate(range);
      throw;
    }
  }

  bool ruleTypes() {
    bool changed = false;
    for (const SubstitutionRule &rule : kernel.rules)
      located(rule.range, [&] {
        ruleAround = &rule;
        const Value value = again(rule.value);
        RuleTypes &known = rules.at(rule.name);
        changed |= join(known.value, value.e.type());
        std::vector<Expr> literals = literalsOf(value);
        changed |= literals != known.isLiterals;
        known.isLiterals = std::move(literals);
        ruleAround = nullptr;
      });
    return changed;
  }

  // Of what is not a literal alone.
  bool strongTypes() {
    rulesChanged = false;
    bool changed = false;
    ofLiterals.clear();
    for (const InstructionPtr &insn : kernel.instructions)
      located(insn->range, [&] {
        std::vector<Expr> values = insn->values();
        std::vector<std::string> names = insn->assigneeNames();
        bool isOfLiterals = false;
        for (const Predicate &predicate : insn->predicates)
          again(predicate);
        for (const Expr &assignee : insn->assignees())
          again(assignee);
        for (size_t i = 0; i < values.size(); ++i) {
          Value value = again(values[i]);
          isOfLiterals = isOfLiterals || value.flexible;
          if (!value.flexible && looked.count(names[i]))
            changed |= join(types[names[i]], value.e.type());
        }
        if (isOfLiterals)
          ofLiterals.push_back(insn);
      });
    changed |= ruleTypes();
    return changed || rulesChanged;
  }

  // Literals that are assigned widen what else is, and say a type where nothing
  // else does. Asked when strongTypes() finds nothing more.
  bool literalTypes() {
    bool changed = false;
    for (const InstructionPtr &insn : ofLiterals) {
      std::vector<Expr> values = insn->values();
      std::vector<std::string> names = insn->assigneeNames();
      for (size_t i = 0; i < values.size(); ++i) {
        Value value = again(values[i]);
        if (!value.flexible || !looked.count(names[i]))
          continue;
        Type &known = types[names[i]];
        changed |= join(known, isUnknown(known) ? value.e.type()
                                                : metBy(value, known));
      }
    }
    return changed;
  }

  // --- the kernel

  Kernel retyped() {
    Kernel result = kernel;
    const bool isComplete = llvm::none_of(
        types, [](const auto &known) { return isOpen(known.second); });
    // Literals stay open as long as they may meet something.
    for (auto &[name, rule] : rules) {
      for (size_t i = 0; i < rule.parameters.size(); ++i)
        if (isUnknown(rule.parameters[i]) ||
            (!isComplete && !rule.literals[i].empty()))
          rule.parameters[i] = openType();
      if (isUnknown(rule.value) || (!isComplete && !rule.isLiterals.empty()))
        rule.value = openType();
    }
    for (SubstitutionRule &rule : result.rules) {
      ruleAround = &rule;
      rule.value = assignable(again(rule.value), rules.at(rule.name).value);
      ruleAround = nullptr;
    }
    for (auto *list : {&result.arguments, &result.temporaries})
      for (VariablePtr &var : *list)
        if (types.at(var->name) != var->type) {
          Variable copy = *var;
          copy.type = types.at(var->name);
          var = std::make_shared<const Variable>(std::move(copy));
        }
    isFinal = true;
    for (InstructionPtr &insn : result.instructions)
      located(insn->range, [&] { insn = retyped(insn); });
    return result;
  }

  // An update that is said to be, now that its type is known.
  static void requireAtomic(const Instruction &insn) {
    const Update *update = insn.update();
    if (!update || !update->atomic || isOpen(update->assignee.type()))
      return;
    std::string why = obstacleToAtomic(update->op, update->assignee.type());
    if (!why.empty())
      throw UserError("'" + insn.id + "' cannot be atomic: its variable " +
                      why);
  }

  InstructionPtr retyped(const InstructionPtr &insn) {
    auto copy = std::make_shared<Instruction>(*insn);
    for (Predicate &predicate : copy->predicates)
      predicate = condition(again(predicate));
    match(
        insn->body,
        [&](const Assignment &a) {
          Expr assignee = again(a.assignee).e;
          copy->body = assignLike(insn->body, assignee,
                                  assignable(again(a.value), assignee.type()));
          settleAtomic(*copy);
          requireAtomic(*copy);
        },
        [](const CallBody &) {}, [](const BarrierBody &) {},
        [](const NoOp &) {});
    return copy;
  }

  const Kernel &kernel;
  std::map<std::string, Type> types; // of variables
  std::map<std::string, RuleTypes> rules;
  std::set<std::string> looked; // variables whose types are looked for
  std::vector<InstructionPtr> ofLiterals; // where literals alone are assigned
  const SubstitutionRule *ruleAround = nullptr;
  const std::vector<Value> *argumentsAround = nullptr; // of one use of it
  bool rulesChanged = false, isFinal = false;
};

} // namespace

static std::vector<std::string> variableNames(const Kernel &kernel) {
  std::vector<std::string> names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      names.push_back(var->name);
  return names;
}

// Has nothing been done to it but that types were found?
static bool isAsMade(const Kernel &kernel, const Kernel &asMade) {
  return kernel.instructions == asMade.instructions &&
         kernel.arguments == asMade.arguments &&
         kernel.temporaries == asMade.temporaries && kernel.rules.empty() &&
         asMade.rules.empty();
}

// What the kernel was made from has the same types. `before`: without them.
static void retypeOrigin(Origin &origin, const Kernel &before,
                         const Kernel &kernel) {
  std::map<std::string, Type> types;
  for (VariablePtr &dummy : origin.variables) {
    auto renamed = origin.renamed.find(dummy->name);
    VariablePtr own = kernel.findVariable(
        renamed == origin.renamed.end() ? dummy->name : renamed->second);
    if (!own || !isOpen(dummy->type) || isOpen(own->type))
      continue;
    Variable copy = *dummy;
    copy.type = own->type;
    types[dummy->name] = own->type;
    dummy = std::make_shared<const Variable>(std::move(copy));
  }
  auto asMade = source::kernelAsMade(origin);
  if (!asMade || types.empty())
    return;
  if (isAsMade(before, *asMade)) {
    Kernel copy = *asMade;
    copy.instructions = kernel.instructions;
    copy.arguments = kernel.arguments;
    copy.temporaries = kernel.temporaries;
    asMade = std::make_shared<const Kernel>(std::move(copy));
  } else {
    asMade = std::make_shared<const Kernel>(withTypes(*asMade, types));
  }
  origin.singlePrecision = usesSinglePrecision(*asMade);
  source::setKernelAsMade(origin, asMade);
}

Kernel language::withTypes(const Kernel &kernel,
                           const std::map<std::string, Type> &given) {
  Inference inference(kernel);
  for (const auto &[name, type] : given) {
    VariablePtr var = kernel.findVariable(name);
    if (!var)
      throw UserError("kernel '" + kernel.name + "' has no variable '" + name +
                      "'" + suggestion(name, variableNames(kernel)));
    if (!isOpen(var->type) && var->type != type)
      throw UserError("'" + name + "' of kernel '" + kernel.name +
                      "' has type " + var->type.str() + " already, not " +
                      type.str() + "; say it in make_kernel's kernel_data");
    inference.give(name, type);
  }
  Kernel result = inference.run();
  for (Origin &origin : result.origins)
    retypeOrigin(origin, kernel, result);
  return result;
}
