#include "CallTargets.h"

#include "Advice.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

const char *frontend::kindName(const Procedure &procedure) {
  return procedure.kind == Procedure::Kind::Function ? "function"
                                                     : "subroutine";
}

Callee frontend::meantBy(const Argument::ProcedureName &procedure,
                         const InlineScope &scope) {
  const auto *meaning = scope.find(procedure.name);
  const auto *actual = meaning ? std::get_if<Callee>(meaning) : nullptr;
  return actual ? *actual : procedure.callee;
}

const Variable *frontend::declared(const Procedure &procedure,
                                   const std::string &name) {
  for (const Variable &variable : procedure.variables)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

CallEffects::Effects
CallTargets::effectsOf(const Callee &resolved,
                       const std::vector<Argument> &arguments,
                       const InlineScope &scope) const {
  const std::vector<std::string> &dummies = procedureOf(resolved).dummies;
  CallEffects::Procedures passed;
  for (size_t k = 0; k < dummies.size() && k < arguments.size(); ++k)
    if (const auto *procedure =
            std::get_if<Argument::ProcedureName>(&arguments[k].value))
      if (auto number = meantBy(*procedure, scope).procedure)
        passed[lowerCase(dummies[k])] = *number;
  return effects.of(*resolved.procedure, passed);
}

// With the value attribute: what is assigned is the callee's own.
static bool isCopied(const Procedure &called, const std::string &dummy) {
  return std::any_of(called.copied.begin(), called.copied.end(),
                     [&](const std::string &name) {
                       return equalButForCase(name, dummy);
                     });
}

std::set<std::string>
CallTargets::changedBy(const Callee &callee,
                       const std::vector<Argument> &arguments,
                       const InlineScope &scope) const {
  const Callee target = resolved(callee, scope);
  const size_t number = *target.procedure;
  const Procedure &called = program.procedures[number];
  std::set<std::string> result;
  for (const VariableIdentity &changed :
       effectsOf(target, arguments, scope).assigned)
    if (changed.procedure != number) {
      if (const Variable *known = variables.find(changed))
        result.insert(known->name);
      else if (!changed.procedure) // of a module, not mentioned here
        result.insert(changed.name);
    } else {
      for (size_t k = 0; k < called.dummies.size() && k < arguments.size(); ++k)
        if (lowerCase(called.dummies[k]) == changed.name &&
            !isCopied(called, called.dummies[k]))
          if (const auto *view = std::get_if<ArrayView>(&arguments[k].value))
            result.merge(scope.targetsOf(variableNameOf(*view, scope)));
    }
  return result;
}

Callee CallTargets::resolved(const Callee &callee,
                             const InlineScope &scope) const {
  using Kind = Callee::Kind;
  Callee result = callee;
  if (callee.kind == Kind::Dummy)
    if (const auto *meaning = scope.find(callee.name))
      if (const auto *actual = std::get_if<Callee>(meaning))
        result = *actual;
  if (result.procedure)
    return result;
  const std::string call =
      "not supported: call of " +
      std::string(callee.kind == Kind::Intrinsic ? "intrinsic procedure "
                                                 : "") +
      quoted(callee.called);
  if (result.kind == Kind::TypeBound)
    throw UserError(call + ", which is chosen when the program runs; declare "
                           "the object as type(...), or the binding as "
                           "non_overridable");
  if (result.kind == Kind::Dummy || result.kind == Kind::Pointer)
    throw UserError(call + ", which is chosen when the program runs; call "
                           "the procedure by its own name");
  if (result.kind == Kind::Intrinsic)
    throw UserError(call);
  if (result.isNamedThere)
    throw UserError(call + ", which is of " + result.missing);
  if (result.missing.empty() && hasAdviceForCall(callee.called))
    throw UserError(call);
  UserError error(call + ", whose source was not found; give its file on the "
                         "command line, or its directory with -I");
  if (!result.missing.empty())
    error.note("it may come from " + result.missing, SourceRange());
  for (const auto &[file, reason] : program.unusable)
    error.note("'" + file + "' is not looked into, for this error: " +
                   reason.diagnostics().front().message,
               reason.diagnostics().front().range);
  throw error;
}

void frontend::requireFunction(const Procedure &procedure) {
  if (procedure.kind != Procedure::Kind::Function)
    throw UserError(quoted(procedure.name) +
                    " is a subroutine, and has no value in an expression; "
                    "write 'call " +
                    procedure.name +
                    "(...)', and use the variables that it assigns");
}

void CallTargets::requireValue(const Callee &callee,
                               const InlineScope &scope) const {
  requireFunction(procedureOf(resolved(callee, scope)));
}

void CallTargets::requireInlinable(const Callee &resolved,
                                   const InlineScope &scope,
                                   const SourceRange &call) const {
  const Procedure &callee = procedureOf(resolved);
  std::string path = callee.name;
  for (const InlineScope *s = &scope; s; s = s->caller) {
    path = procedureOf(*s).name + " -> " + path;
    if (s->procedure == *resolved.procedure)
      throw UserError("not supported: call of " + quoted(callee.name) +
                      ", which calls itself (" + path +
                      "); a recursive procedure cannot be inlined: write a "
                      "loop");
  }
  if (callee.obstacles.empty())
    return;
  UserError reason = callee.obstacles.front();
  throw reason.note(std::string("in ") + kindName(callee) + " " +
                        quoted(callee.name) + ", which is called here",
                    call);
}

std::string CallTargets::variableNameOf(const ArrayView &view,
                                        const InlineScope &scope) const {
  if (view.path.size() == 1)
    return view.path.front().name;
  HostValue value;
  for (const ArrayView::Part &part : view.path)
    value.path.push_back(part.name);
  const Variable *hidden = scope.caller ? nullptr : variables.findHidden(value);
  return hidden ? hidden->name : view.path.front().name;
}

const Variable *CallTargets::variableAt(const std::string &name,
                                        const InlineScope &scope) const {
  if (!scope.caller)
    return variables.find(name);
  if (procedureOf(scope).outer.count(name))
    return variables.find(identityOf(scope, name));
  return declared(procedureOf(scope), name);
}

bool CallTargets::areFixed(const std::set<std::string> &names) const {
  for (const std::string &name : names) {
    const Variable *variable = variables.find(name);
    if (!variable || !variable->isScalar() || variable->isTemporary() ||
        !variable->type.isInteger())
      return false;
  }
  for (const VariableIdentity &assigned :
       effects.of(variables.number()).assigned)
    if (const Variable *known = variables.find(assigned);
        known && names.count(known->name))
      return false;
  return true;
}
