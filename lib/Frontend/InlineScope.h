// The names of a procedure whose statements are put into another: what each of
// them is there.
#ifndef LOOPYC_LIB_FRONTEND_INLINESCOPE_H
#define LOOPYC_LIB_FRONTEND_INLINESCOPE_H

#include "ArrayViews.h"
#include "AssignedNames.h"
#include "Program.h"

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace frontend {

struct InlineScope {
  struct Absent {};
  using Meaning = std::variant<Expr, StridedView, Absent, Callee>;

  size_t procedure = 0; // in Program::procedures
  // Names without one mean the same there.
  std::map<std::string, Meaning> meanings = {};
  // Of the procedure's own integers, those that one statement assigns.
  std::set<std::string> assignedOnce = {};
  // The call in whose place the statements stand, and where that is.
  const InlineScope *caller = nullptr;
  // Is it the caller itself, or an internal procedure that is called there?
  bool isOfHost = true;
  std::string called; // "subroutine 'f'"
  SourceRange call;
  std::vector<int> callLines;

  const Meaning *find(const std::string &name) const {
    auto found = meanings.find(name);
    return found == meanings.end() ? nullptr : &found->second;
  }

  // In the names of the procedure that they are put into, logical constants
  // folded. Throws UserError for a name of the callee that has no counterpart;
  // see absentIn.
  Expr translated(const Expr &e) const;
  // The same of a node whose operands are translated.
  Expr translatedNode(const Expr &e) const;
  // Variables there whose elements or value that is.
  std::set<std::string> targetsOf(const std::string &name) const;

  // With the calls that led here.
  UserError traced(UserError error) const;
};

std::string quoted(const std::string &name);

// An optional argument that the expression reads though it is absent; "": none.
std::string absentIn(const Expr &e);

} // namespace frontend
} // namespace loopyc

#endif
