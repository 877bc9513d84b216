#include "ScalarPaths.h"

#include "loopyc/IR/Negation.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::check;

// Of an expression; twice as many with each condition.
static constexpr size_t maxPaths = 32;

namespace {

using Paths = std::vector<ScalarPath>;

class Walk {
public:
  Walk(const Kernel &kernel, const Writers &writers, int reader)
      : kernel(kernel), writers(writers), reader(reader),
        at(*kernel.instructions[reader]) {}

  std::optional<Paths> find(const Expr &e) {
    follow(namesIn(e));
    for (int k = 0; k < reader; ++k)
      for (const std::string &name : kernel.instructions[k]->assigneeNames())
        if (followed.count(name) && !assign(name, *kernel.instructions[k]))
          return std::nullopt;
    Paths result;
    for (const State &state : states) {
      Expr value = valueIn(state, e);
      if (!value)
        return std::nullopt;
      result.push_back({value, state.conditions});
    }
    return result;
  }

private:
  struct State {
    Substitution values;
    std::vector<Expr> conditions;
  };

  bool isFollowable(const std::string &name) const {
    VariablePtr variable = kernel.findVariable(name);
    return variable && variable->isScalar() && writers.assigns(name);
  }

  // Scalars that flow into these, or decide about them.
  void follow(const NameSet &names) {
    auto scalar = [this](const std::string &name) {
      return isFollowable(name);
    };
    for (const std::string &name :
         writers.sources(names, Flow::Everything, scalar))
      if (isFollowable(name))
        followed.insert(name);
  }

  // Null where it is made of what is not known.
  Expr valueIn(const State &state, const Expr &e) const {
    for (const std::string &name : namesIn(e))
      if (followed.count(name) &&
          (!state.values.count(name) || isCarried(name)))
        return {};
    return substitute(e, state.values);
  }

  // Never where the reader runs?
  bool isElsewhere(const Instruction &insn) const {
    return llvm::any_of(insn.predicates, [&](const Predicate &predicate) {
      return llvm::any_of(at.predicates, [&](const Predicate &other) {
        return areOpposite(predicate, other);
      });
    });
  }

  // Conditions that the reader is under, too, hold.
  std::vector<Expr> ownConditions(const Instruction &insn) const {
    std::vector<Expr> result;
    for (const Predicate &predicate : insn.predicates)
      if (!llvm::is_contained(at.predicates, predicate))
        result.push_back(predicate);
    return result;
  }

  bool isAround(const Instruction &insn) const {
    return llvm::all_of(insn.inames, [&](const std::string &iname) {
      return at.within(iname);
    });
  }

  // May the reader see what the scalar was in an iteration before? Not where
  // all loops that assign it around the reader are around the assignment that
  // it begins with.
  bool isCarried(const std::string &name) const {
    auto first = begins.find(name);
    return first == begins.end() ||
           llvm::any_of(writers.of(name), [&](const Instruction *writer) {
             return llvm::any_of(writer->inames, [&](const std::string &iname) {
               return at.within(iname) && !first->second->within(iname);
             });
           });
  }

  // Notes what the instruction makes of the scalar; false where that is too
  // much.
  bool assign(const std::string &name, const Instruction &insn) {
    if (isElsewhere(insn))
      return true;
    const std::vector<Expr> values = insn.values();
    const std::vector<Expr> conditions = ownConditions(insn);
    const bool isKnown = values.size() == 1 && isAround(insn);
    const bool isNew = isKnown && !mentions(values.front(), name);
    if (!begins.count(name) || (isNew && conditions.empty()))
      begins[name] = &insn;
    std::vector<State> before = std::move(states);
    states.clear();
    for (State &state : before) {
      Expr value = isKnown ? valueIn(state, values.front()) : Expr();
      bool isPossible = true;
      for (const Expr &condition : conditions) {
        State other = state; // where it is the first that does not hold
        if (isPossible && add(valueIn(state, negated(condition)), other))
          states.push_back(std::move(other));
        isPossible &= add(valueIn(state, condition), state);
      }
      if (!isPossible)
        continue;
      if (value)
        state.values[name] = value;
      else
        state.values.erase(name);
      states.push_back(std::move(state));
    }
    return states.size() <= maxPaths;
  }

  // False where the opposite is known to hold.
  static bool add(const Expr &condition, State &state) {
    if (!condition || llvm::is_contained(state.conditions, condition))
      return true;
    for (const Expr &other : state.conditions)
      if (areOpposite(condition, other))
        return false;
    state.conditions.push_back(condition);
    return true;
  }

  const Kernel &kernel;
  const Writers &writers;
  const int reader;
  const Instruction &at;
  NameSet followed;
  std::map<std::string, const Instruction *> begins;
  std::vector<State> states = {{}};
};

// The first choice in the expression; null if there is none.
Expr choiceIn(const Expr &e) {
  Expr found;
  walk(e, [&](const Expr &node) {
    const auto *call = node.getIf<Call>();
    bool isChoice =
        node.type().isInteger() &&
        (node.getIf<Select>() ||
         (call && (call->fn == Intrinsic::Min || call->fn == Intrinsic::Max)));
    if (isChoice && !found)
      found = node;
    return !found && !node.getIf<ArrayRef>();
  });
  return found;
}

// Each of its values, and where it is that.
Paths alternatives(const Expr &choice) {
  if (const auto *select = choice.getIf<Select>())
    return {{select->ifTrue, {select->condition}},
            {select->ifFalse, {negated(select->condition)}}};
  const auto &call = *choice.getIf<Call>();
  const BinaryOp order =
      call.fn == Intrinsic::Min ? BinaryOp::Le : BinaryOp::Ge;
  Paths result;
  for (size_t k = 0; k < call.args.size(); ++k) {
    ScalarPath path{call.args[k], {}};
    for (size_t other = 0; other < call.args.size(); ++other)
      if (other != k)
        path.conditions.push_back(
            Expr::binary(order, call.args[k], call.args[other]));
    result.push_back(std::move(path));
  }
  return result;
}

// Ways through the choices in values, which are in order then.
std::optional<Paths> withoutChoices(Paths paths) {
  Paths result;
  while (!paths.empty()) {
    ScalarPath path = std::move(paths.back());
    paths.pop_back();
    const Expr choice = choiceIn(path.value);
    if (!choice) {
      result.push_back(std::move(path));
      continue;
    }
    for (const ScalarPath &one : alternatives(choice)) {
      paths.push_back({rewrite(path.value,
                               [&](const Expr &node) {
                                 return node == choice ? one.value : node;
                               }),
                       path.conditions});
      llvm::append_range(paths.back().conditions, one.conditions);
    }
    if (paths.size() + result.size() > maxPaths)
      return std::nullopt;
  }
  return result;
}

} // namespace

std::optional<std::vector<ScalarPath>> check::pathsTo(const Expr &e,
                                                      const Kernel &kernel,
                                                      const Writers &writers,
                                                      int instruction) {
  std::optional<Paths> paths = Walk(kernel, writers, instruction).find(e);
  return paths ? withoutChoices(std::move(*paths)) : std::nullopt;
}
