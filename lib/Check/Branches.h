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
  int line;
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
// What it calls in C, and report_branches() of harness.h.
std::string branchCounters(const std::vector<SourceCondition> &conditions);

} // namespace check
} // namespace loopyc

#endif
