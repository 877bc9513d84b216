// What a call passes to a kernel, and what it finds there afterwards: by names
// of arguments, as Fortran declares them, whatever layout a kernel gives them.
#ifndef LOOPYC_VERIFY_CONTENTS_H
#define LOOPYC_VERIFY_CONTENTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Verify/Value.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

struct ArgumentContents {
  Type type;
  std::vector<int64_t> extents; // empty: a scalar
  std::vector<Value> elements;  // the first axis varies fastest

  // The subscripts of an element.
  std::vector<int64_t> subscripts(size_t element) const;
};

struct Contents {
  // Integer scalars that are passed by value.
  std::map<std::string, int64_t> sizes;
  std::map<std::string, ArgumentContents> arguments; // all others
  // For axes whose extent nothing says.
  int64_t openExtent = 64;
};

// Names of a kernel's arguments in the contents, where they differ.
using ArgumentNames = std::map<std::string, std::string>;

} // namespace verify
} // namespace loopyc

#endif
