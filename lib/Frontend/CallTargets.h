// What a call in a procedure that is being put together calls, and what that
// changes.
#ifndef LOOPYC_LIB_FRONTEND_CALLTARGETS_H
#define LOOPYC_LIB_FRONTEND_CALLTARGETS_H

#include "CallEffects.h"
#include "CallerVariables.h"
#include "InlineScope.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class CallTargets {
public:
  // `variables`: of the procedure in which calls are inlined.
  CallTargets(const Program &program, CallEffects &effects,
              const CallerVariables &variables)
      : program(program), effects(effects), variables(variables) {}

  const Procedure &procedureOf(const InlineScope &scope) const {
    return program.procedures[scope.procedure];
  }
  const Procedure &procedureOf(const Callee &resolved) const {
    return program.procedures[*resolved.procedure];
  }
  // With the procedures that the call passes.
  CallEffects::Effects effectsOf(const Callee &resolved,
                                 const std::vector<Argument> &arguments,
                                 const InlineScope &scope) const;

  // Through dummy procedures, to one of the program. Throws UserError where
  // that is not known.
  Callee resolved(const Callee &callee, const InlineScope &scope) const;
  // Throws UserError where it calls itself, or is none that can be inlined.
  void requireInlinable(const Callee &resolved, const InlineScope &scope,
                        const SourceRange &call) const;
  // Throws UserError for what is called in an expression and has no value.
  void requireValue(const Callee &callee, const InlineScope &scope) const;
  // Variables, by their names where everything is put, that the call may
  // assign.
  std::set<std::string> changedBy(const Callee &callee,
                                  const std::vector<Argument> &arguments,
                                  const InlineScope &scope) const;
  // The name of a designator's variable in the scope: "s_q" of s%q.
  std::string variableNameOf(const ArrayView &view,
                             const InlineScope &scope) const;
  // As the scope's procedure declares it, or who owns it; null if none does.
  const Variable *variableAt(const std::string &name,
                             const InlineScope &scope) const;
  // Integers that have the same values from where the procedure begins, in its
  // names?
  bool areFixed(const std::set<std::string> &names) const;
  VariableIdentity identityOf(const InlineScope &scope,
                              const std::string &name) const {
    return frontend::identityOf(program, scope.procedure, name);
  }

private:
  const Program &program;
  CallEffects &effects;
  const CallerVariables &variables;
};

// The procedure that an actual argument names.
Callee meantBy(const Argument::ProcedureName &procedure,
               const InlineScope &scope);

const char *kindName(const Procedure &procedure); // "function"
// Throws UserError for a subroutine, whose value is asked for.
void requireFunction(const Procedure &procedure);
// Null if the procedure has no such variable.
const Variable *declared(const Procedure &procedure, const std::string &name);

} // namespace frontend
} // namespace loopyc

#endif
