// A variable that a kernel's statements mention, as its host declares it. The
// kernel has what it needs of that: of a derived type, some components.
#ifndef LOOPYC_SOURCE_HOSTOBJECT_H
#define LOOPYC_SOURCE_HOSTOBJECT_H

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace source {

struct HostObject {
  std::string name; // in lower case, as the components
  std::string type; // "integer(4)", "type(grid)"
  int rank = 0;
  // "(1:3, 0:4)", "" for a scalar; nothing where bounds are no constants.
  std::optional<std::string> shape;

  // Of a derived type: its name, and its module, "" where it is in none.
  std::string derived, moduleOfType;
  // Components with a storage of their own, of which there may be none: "q",
  // "cells%u".
  std::vector<std::string> allocated;
  // Is it a pointer, and which of these are?
  bool isPointer = false;
  std::vector<std::string> pointers;
};

} // namespace source
} // namespace loopyc

#endif
