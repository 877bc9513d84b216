// A call's arguments, associated with the dummy arguments of what it calls: the
// scope in which the callee's statements are translated.
#ifndef LOOPYC_LIB_FRONTEND_INLINEASSOCIATION_H
#define LOOPYC_LIB_FRONTEND_INLINEASSOCIATION_H

#include "CallTargets.h"
#include "CallerVariables.h"
#include "InlineScope.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// The statement that calls. What its arguments need is put before it.
class CallSite {
public:
  CallSite(InlineScope &scope, const Statement &statement, bool isConditional,
           int loops)
      : scope(scope), statement(statement), isConditional(isConditional),
        loops(loops) {}
  virtual ~CallSite() = default;

  // In the names of the procedure that everything is put into.
  virtual Expr value(const Expr &e) = 0;
  // The value in a variable of its own, which comes with the callee.
  virtual Expr kept(const std::string &name, const Expr &value,
                    const std::string &callee) = 0;

  InlineScope &scope;
  const Statement &statement;
  bool isConditional; // whether it is executed is up to values
  int loops;          // around it
};

// What the callee's names mean. Throws UserError where an argument cannot be
// associated.
InlineScope associate(const Callee &callee,
                      const std::vector<Argument> &arguments,
                      const CallTargets &targets, CallerVariables &variables,
                      CallSite &site);

} // namespace frontend
} // namespace loopyc

#endif
