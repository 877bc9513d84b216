// Reductions in instructions and rules, for transformations of inames.
#ifndef LOOPYC_LIB_TRANSFORM_REDUCTIONS_H
#define LOOPYC_LIB_TRANSFORM_REDUCTIONS_H

#include "loopyc/Transform/Common.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {

// Inames that the reductions of instructions bind, also in rules that they use.
class ReducedInames {
public:
  explicit ReducedInames(const Kernel &kernel);
  std::set<std::string> operator()(const Instruction &insn);

private:
  void add(const Expr &e, std::set<std::string> &result);

  const Kernel &kernel;
  bool anyInRules; // otherwise calls need not be looked at
  std::map<std::string, std::set<std::string>> ofRules;
};

// UserError where the instruction has a reduction over an iname that it is
// within already: whose value would be meant?
void requireApart(const Instruction &insn);

// UserError if there are reductions: what they read, and when, is not looked
// into.
void requireNoReductions(const Kernel &kernel, const char *transformation);

} // namespace loopyc

#endif
