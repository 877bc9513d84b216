// Conditions in the oracle's source, wrapped so that it counts which way they
// go:
//
//   if (x(i) > 0) then    =>    if (loopyc_branch(3, logical(x(i) > 0))) then
#ifndef LOOPYC_LIB_CHECK_BRANCHES_H
#define LOOPYC_LIB_CHECK_BRANCHES_H

#include "Toolchain.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct SourceCondition {
  int number; // in its source
  int line, column;
  std::string code; // in lower case
};

// `lines`: in free form; conditions of `if` and `else if` in the lines from
// `first` to `last`, both included, are numbered from `number`.
std::vector<SourceCondition> wrapConditions(Words &lines, int first, int last,
                                            int number = 0);

// A declaration of the function before the line: in the place of a comment, or
// on the line itself, so that lines keep their numbers. False where there is no
// place for it.
bool declareBranchFunction(Words &lines, int first);
extern const char branchDeclaration[];

// The function, in Fortran.
extern const char branchFunction[];
// What it calls in C, and report_branches() of harness.h, which prints
// "branches 5 6 2:true": of 6 branches 5 were taken, the third condition was
// never true.
std::string branchCounters(const std::vector<SourceCondition> &conditions);

// What that says.
struct BranchReport {
  struct Missed {
    size_t condition;
    std::string what; // "true", "false" or "reached", as it never was
  };
  int taken = 0, all = 0;
  std::vector<Missed> missed;
};
BranchReport readBranches(const std::string &line);

} // namespace check
} // namespace loopyc

#endif
