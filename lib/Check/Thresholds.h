// With which constants does a kernel compare its inputs?
//
//   if (t(i) < 273.15) ... else if (2*t(i) > 600) ...   t: 273.15, 300
//
// There, data lie on both sides (Harness/inputs.h), so that all branches are
// taken. Followed are copies, scalars and simple functions of one input; what
// is computed from many is as likely to be on one side as on the other.
#ifndef LOOPYC_LIB_CHECK_THRESHOLDS_H
#define LOOPYC_LIB_CHECK_THRESHOLDS_H

#include "Objects.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct Threshold {
  double value = 0;
  bool isExact = false; // == or /=: it is a value of its own
  // Not of a comparison, but as in min(x, 100) and mod(k, 1000): most inputs
  // need not know of it.
  bool isLimit = false;
  // In the place of the value: in sizes, which each run has others of, and the
  // element that is compared with it. Null where it is a constant.
  Expr size, element;
};

// By object, in ascending order.
using Thresholds = std::map<std::string, std::vector<Threshold>>;

// Has the type such a value, and if it is real, larger ones?
bool holds(Type type, double value);

// All are values that their objects can hold.
Thresholds findThresholds(const Kernel &kernel, const KernelObjects &objects);

} // namespace check
} // namespace loopyc

#endif
