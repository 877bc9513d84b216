// Runs a kernel in reference order, point by point: a transformation must not
// change the result.
#ifndef LOOPYC_UNITTESTS_TRANSFORM_INTERPRET_H
#define LOOPYC_UNITTESTS_TRANSFORM_INTERPRET_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

// Values of scalars and array elements. Elements are addressed by subscripts;
// what was never written reads as a value made of name and subscripts.
struct Memory {
  std::map<std::string, double> scalars;
  std::map<std::pair<std::string, std::vector<int64_t>>, double> elements;

  bool operator==(const Memory &o) const { return elements == o.elements; }
};

// Array elements that the kernel writes, and how often an instance ran.
struct RunResult {
  Memory memory;
  int instances = 0;
};

RunResult interpret(const Kernel &kernel,
                    const std::map<std::string, double> &scalars);

} // namespace loopyc

#endif
