// Names that are safe in every language of the C family.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_NAMES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_NAMES_H

#include "loopyc/Support/FreshNames.h"

#include <map>
#include <string>

namespace loopyc {
namespace codegen {

// A keyword, type, built-in function or macro of OpenCL C, CUDA C++ or C, or a
// name that generated code keeps for itself?
bool isReservedName(const std::string &name);
// ... or one of the library's functions, so that no function may have it?
bool isReservedFunctionName(const std::string &name);

// Gives each name of a kernel its C identifier: the name itself wherever that
// is possible, else with underscores after it.
class NameTable {
public:
  // The identifier of `name`, chosen on first use.
  const std::string &operator[](const std::string &name);
  // A new identifier like `base` that stands for no name of the kernel.
  std::string fresh(const std::string &base);

  // No name of the kernel is to have it.
  void reserve(const std::string &identifier) { taken.take(identifier); }
  // Of a name in a scope of its own.
  void set(const std::string &name, const std::string &identifier) {
    identifiers[name] = identifier;
  }
  bool isTaken(const std::string &identifier) const {
    return taken.isTaken(identifier);
  }

private:
  std::map<std::string, std::string> identifiers;
  FreshNames taken{isReservedName};
};

} // namespace codegen
} // namespace loopyc

#endif
