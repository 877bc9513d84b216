// The variables of a procedure in which calls are inlined: whose they are, and
// those that come with what is inlined.
#ifndef LOOPYC_LIB_FRONTEND_CALLERVARIABLES_H
#define LOOPYC_LIB_FRONTEND_CALLERVARIABLES_H

#include "CallEffects.h"
#include "Program.h"
#include "ReachableVariables.h"

#include "loopyc/Support/FreshNames.h"

#include <map>
#include <string>

namespace loopyc {
namespace frontend {

class CallerVariables {
public:
  CallerVariables(const Program &program, size_t number,
                  ReachableVariables &reachable);

  // Null if there is none.
  const Variable *find(const std::string &name) const;
  // By identity; null if the procedure has no such variable.
  const Variable *find(const VariableIdentity &identity) const;
  // The hidden argument with this value; null if there is none.
  const Variable *findHidden(const HostValue &value) const;

  // Is it there? Not certainly, if it is an optional argument.
  Expr presence(const std::string &name) const;

  // In Program::procedures.
  size_t number() const { return own; }
  // Of the hidden extents that the expression mentions, whether their arrays
  // are there; none: nullopt.
  std::optional<bool> extentsAreThere(const Expr &e) const;
  // Takes for granted that two extents are the same: launchers check it.
  void assumeEqualExtents(const EqualExtents &extents,
                          const std::string &remark);

  // A temporary with a name of its own, of the callee's name if that is free.
  Variable addLocal(Variable variable, const std::string &callee);
  // A variable of a module as an argument that the stub passes, with its bounds
  // where these are none of its declaration. Throws UserError where the
  // procedure cannot name it.
  Variable import(const HiddenVariable &hidden, const Procedure &callee);

  // A variable of a common block, by the procedure's own name for it, or as an
  // argument that the stub passes. Throws UserError where both declare the
  // block differently.
  Variable shareBlock(const VariableIdentity &identity,
                      const HiddenVariable &hidden, const Procedure &callee);

  // A variable of a module that a region mentions, and a procedure that it
  // calls: it is passed as that of the module from then on. Throws UserError
  // where the callee assigns what the procedure may not.
  void shareModule(const std::string &name, const HiddenVariable &ofModule,
                   const Procedure &callee);
  // Keeps it among what was inlined.
  void noteInlined(const Callee &callee, bool isOfHost) {
    procedure.inlined.push_back({callee, isOfHost});
  }

  Procedure take() { return std::move(procedure); }

private:
  void add(Variable variable);
  void addHidden(HiddenVariable hidden);
  void hideShared(const std::string &name, const HostValue &ofModule);
  bool needsAccessor(const HiddenVariable &hidden, const Procedure &callee);
  void requireNoneGathered(const HiddenVariable &hidden,
                           const Procedure &callee) const;
  void useAccessor(const std::string &name, const std::string &nameInModule);
  void noteBlock(const CommonBlock &block, const Procedure &callee);

  size_t own;
  ReachableVariables &reachable;
  Procedure procedure;
  FreshNames names{FreshNames::Case::Ignored};
  std::map<VariableIdentity, std::string> byIdentity;
};

} // namespace frontend
} // namespace loopyc

#endif
