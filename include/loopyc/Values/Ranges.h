// Constant ranges of inames and integer expressions, to simplify quotients and
// remainders: with 0 <= i_inner < 4, (i_inner + 4*i_outer) // 4 is i_outer.
// Quotients of quotients are one: i // 5 // 5 is i // 25.
#ifndef LOOPYC_VALUES_RANGES_H
#define LOOPYC_VALUES_RANGES_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Values/Interval.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

class Ranges {
public:
  // `others`: names that are no inames here, such as a rule's parameters.
  explicit Ranges(const Kernel &kernel,
                  const std::vector<std::string> &others = {});

  Interval of(const Expr &e);
  // Folded, and without quotients and remainders whose value the ranges give.
  Expr simplified(const Expr &e);

private:
  Interval ofIname(const std::string &iname);

  const Kernel &kernel;
  std::map<std::string, Interval> inames;
};

} // namespace loopyc

#endif
