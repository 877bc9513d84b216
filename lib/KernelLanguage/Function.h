// A kernel that another calls, as far as the caller needs to know it: names,
// nests and dependences of its instructions, and its arguments with extents.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_FUNCTION_H
#define LOOPYC_LIB_KERNELLANGUAGE_FUNCTION_H

#include "Calls.h"

#include <memory>

namespace loopyc {
namespace language {

struct Formal {
  VariablePtr variable; // extents in numbers that are arguments
  bool isRead = false, isWritten = false;
};

struct Function {
  std::string name;
  Building building; // calls in it are expanded
  std::vector<Formal> formals;

  const RuleText *findRule(const std::string &rule) const;
};

// Null if nothing of that name can be called.
std::shared_ptr<const KernelSource> findFunction(const Building &caller,
                                                 const std::string &name);
// Throws UserError for one that calls itself.
std::unique_ptr<Function> analyseFunction(const Building &caller,
                                          const CallNode &call, Span span,
                                          const Text &text);

} // namespace language
} // namespace loopyc

#endif
