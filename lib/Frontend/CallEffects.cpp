#include "CallEffects.h"

#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::frontend;

VariableIdentity frontend::identityOf(const Program &program, size_t procedure,
                                      const std::string &name) {
  using Owner = OuterVariable::Owner;
  const Procedure &own = program.procedures[procedure];
  auto found = own.outer.find(name);
  if (found == own.outer.end())
    return {procedure, "", lowerCase(name)};
  const OuterVariable &outer = found->second;
  if (outer.owner == Owner::Module || outer.owner == Owner::CommonBlock)
    return {std::nullopt, lowerCase(outer.module), lowerCase(outer.name)};
  std::optional<size_t> owner = own.host;
  if (own.isRegion() && outer.owner == Owner::Host)
    owner = program.procedures[*own.host].host;
  return {owner, "", lowerCase(outer.name)};
}

// Of one procedure.
class CallEffects::Collector {
public:
  Collector(CallEffects &all, size_t procedure, const Procedures &dummies)
      : all(all), procedure(procedure), dummies(dummies) {}

  Effects run() {
    addBlock(all.program.procedures[procedure].body);
    return std::move(result);
  }

private:
  void assign(const std::string &name) {
    result.assigned.insert(identityOf(all.program, procedure, name));
  }

  void assign(const Argument &argument) {
    if (const auto *view = std::get_if<ArrayView>(&argument.value))
      assign(view->path.front().name);
  }

  std::optional<size_t> procedureOf(const Callee &callee) const {
    auto known = dummies.find(lowerCase(callee.name));
    return callee.kind == Callee::Kind::Dummy && known != dummies.end()
               ? known->second
               : callee.procedure;
  }

  void addCall(const Callee &callee, const std::vector<Argument> &arguments) {
    const std::optional<size_t> number = procedureOf(callee);
    if (!number) {
      result.anything = true;
      for (const Argument &argument : arguments)
        assign(argument);
      return;
    }
    const Procedure &called = all.program.procedures[*number];
    const Effects &effects = all.of(*number);
    result.anything |= effects.anything;
    for (const VariableIdentity &assigned : effects.assigned) {
      if (assigned.procedure != number)
        result.assigned.insert(assigned);
      for (size_t k = 0; k < arguments.size() && k < called.dummies.size(); ++k)
        if (assigned.procedure == number &&
            assigned.name == lowerCase(called.dummies[k]))
          assign(arguments[k]);
    }
  }

  void addFacts(const Facts &facts) {
    for (const FunctionReference &reference : facts.references)
      addCall(reference.callee, reference.arguments);
  }

  // But for what is inside.
  static bool assignsNothing(const Statement &statement) {
    return std::holds_alternative<LoopStatement>(statement.value) ||
           std::holds_alternative<BlockStatement>(statement.value) ||
           std::holds_alternative<GuardedStatement>(statement.value) ||
           std::holds_alternative<LabelStatement>(statement.value);
  }

  void addBlock(const Block &block) {
    for (const Statement &statement : block) {
      addFacts(statement.facts);
      if (const auto *s = std::get_if<AssignmentStatement>(&statement.value)) {
        if (const auto *var = s->assignee.getIf<VarRef>())
          assign(var->name);
        else if (const auto *array = s->assignee.getIf<ArrayRef>())
          assign(array->name);
        else
          result.anything = true; // there is an obstacle
      } else if (const auto *loop =
                     std::get_if<DoStatement>(&statement.value)) {
        assign(loop->variable);
      } else if (const auto *conditional =
                     std::get_if<IfStatement>(&statement.value)) {
        for (const Branch &branch : conditional->branches)
          addFacts(branch.facts);
      } else if (const auto *call =
                     std::get_if<CallStatement>(&statement.value)) {
        addCall(call->callee, call->arguments);
      } else if (!assignsNothing(statement)) {
        result.anything = true;
      }
      forEachBlock(statement, [&](const Block &inner) { addBlock(inner); });
    }
  }

  CallEffects &all;
  size_t procedure;
  const Procedures &dummies;
  Effects result;
};

const CallEffects::Effects &CallEffects::of(size_t procedure) {
  static const Effects unknown{{}, true};
  auto found = known.find(procedure);
  if (found != known.end())
    return found->second;
  if (!inProgress.insert(procedure).second) // it calls itself
    return unknown;
  Effects effects = Collector(*this, procedure, {}).run();
  inProgress.erase(procedure);
  return known.emplace(procedure, std::move(effects)).first->second;
}

CallEffects::Effects CallEffects::of(size_t procedure,
                                     const Procedures &dummies) {
  return dummies.empty() ? of(procedure)
                         : Collector(*this, procedure, dummies).run();
}
