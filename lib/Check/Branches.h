// Branches in the oracle's source, changed so that it counts which are taken:
//
//   if (x(i) > 0) then  =>  if (loopyc_branch(3, logical(x(i) > 0))) then
//   where (x > 0)       =>  where (loopyc_mask(4, logical(x > 0)))
//   case (1:3)          =>  case (1:3); call loopyc_case(5)
#ifndef LOOPYC_LIB_CHECK_BRANCHES_H
#define LOOPYC_LIB_CHECK_BRANCHES_H

#include "Toolchain.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct SourceCondition {
  enum class Kind {
    Condition, // of `if` and `else if`: true or false
    Mask,      // of `where` and `elsewhere`: true or false for an element
    Case       // of `select case`: chosen
  };
  int number; // in its source
  int line, column;
  std::string code; // in lower case
  Kind kind = Kind::Condition;

  int ways() const { return kind == Kind::Case ? 1 : 2; }
};

// `lines`: in free form; what stands in the lines from `first` to `last`, both
// included, is numbered from `number`. Not what only pure procedures may be
// called in: `forall`, `do concurrent`.
std::vector<SourceCondition> wrapConditions(Words &lines, int first, int last,
                                            int number = 0);

// A declaration of them before the line: in the place of a comment, or
// on the line itself, so that lines keep their numbers. False where there is no
// place for it.
bool declareBranchFunction(Words &lines, int first);
extern const char branchDeclaration[];

// The procedures, in Fortran.
std::string branchProcedures();
// What it calls in C, and report_branches() of harness.h, which prints
// "branches 5 6 2:true": of 6 branches 5 were taken, the third condition was
// never true.
std::string branchCounters(const std::vector<SourceCondition> &conditions);

// What that says.
struct BranchReport {
  struct Missed {
    size_t condition;
    std::string what; // "true", "false", "reached" or "chosen", as it never was
  };
  int taken = 0, all = 0;
  std::vector<Missed> missed;
};
BranchReport readBranches(const std::string &line);

} // namespace check
} // namespace loopyc

#endif
