// Integer arguments for whose values a kernel that is loaded when the program
// runs is compiled anew (lp.specialize). They are one of the kernel's options.
#ifndef LOOPYC_IR_SPECIALIZEDARGUMENTS_H
#define LOOPYC_IR_SPECIALIZEDARGUMENTS_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loopyc {

struct SpecializedArguments {
  std::vector<std::string> names; // none: the kernel is not specialized
  int64_t variants = 8;           // compiled at most; more run the general one
};

// Names that are no arguments any more (fix_parameters) are left out.
SpecializedArguments specializedArguments(const Kernel &kernel);
void setSpecializedArguments(Kernel &kernel, const SpecializedArguments &all);

} // namespace loopyc

#endif
