// What assigns a kernel's variables, looked up once, and what flows into them.
#ifndef LOOPYC_LIB_CHECK_WRITERS_H
#define LOOPYC_LIB_CHECK_WRITERS_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

using NameSet = std::set<std::string>;

// What flows into a variable: what stands in the values that it is assigned, or
// besides in the subscripts and conditions, too, that say which and whether.
enum class Flow { Values, Everything };

// The names of scalars and arrays.
NameSet namesIn(const Expr &e);
NameSet namesFlowing(const Instruction &insn, Flow flow);

// Valid as long as the kernel's instructions.
class Writers {
public:
  explicit Writers(const Kernel &kernel);

  // In the kernel's order.
  const std::vector<const Instruction *> &of(const std::string &variable) const;
  bool assigns(const std::string &variable) const {
    return !of(variable).empty();
  }

  // What it is wherever it has a value, as far as that is one expression: only
  // one instruction assigns it, and not a value made of the one before. Null
  // otherwise. Says nothing about when that happens.
  Expr onlyValue(const std::string &scalar) const;
  // The expression with that in the place of scalars, as far as that goes.
  Expr resolved(const Expr &e) const;

  // The names, and those that they depend on, through what is assigned to those
  // that `follow` accepts.
  NameSet
  sources(const NameSet &names, Flow flow,
          const std::function<bool(const std::string &)> &follow = {}) const;

private:
  std::map<std::string, std::vector<const Instruction *>> byVariable;
};

} // namespace check
} // namespace loopyc

#endif
