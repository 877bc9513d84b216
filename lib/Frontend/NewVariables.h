// Variables that a pass adds to a procedure, and what sets them.
#ifndef LOOPYC_LIB_FRONTEND_NEWVARIABLES_H
#define LOOPYC_LIB_FRONTEND_NEWVARIABLES_H

#include "Program.h"
#include "loopyc/Support/FreshNames.h"

#include <string>

namespace loopyc {
namespace frontend {

class NewVariables {
public:
  explicit NewVariables(Procedure &procedure);

  // A local scalar: `base`, or base_1, base_2, ... where that is taken.
  Expr scalar(const std::string &base, Type type, const SourceRange &range);
  // A local variable like another, of a name of its own.
  std::string copyOf(const Variable &variable);
  // The same as `scalar`, for who declares more of it.
  Variable &local(const std::string &base, Type type, const SourceRange &range);
  // By that name, which nothing else has where it is mentioned.
  Variable &named(const std::string &name, Type type, const SourceRange &range);

private:
  std::string nameFor(const std::string &base);

  Procedure &procedure;
  FreshNames names{FreshNames::Case::Ignored};
};

// assignee = value, where `like` stands in the source.
Statement assigning(const Expr &assignee, const Expr &value,
                    const Statement &like);

} // namespace frontend
} // namespace loopyc

#endif
