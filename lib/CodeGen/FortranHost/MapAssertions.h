// What a script asserts of index arrays (assert_map), for the runtime to look
// at before a launch.
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_MAPASSERTIONS_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_MAPASSERTIONS_H

#include "FortranHost/Offload.h"

#include <functional>
#include <string>

namespace loopyc {
namespace codegen {

bool hasMapAssertion(const OffloadArgument &argument);

// What loopyrt_expect_map wants to know of it behind the call. `index` spells
// an expression in the kernel's sizes.
std::string
mapAssertionText(const Kernel &kernel, const OffloadArgument &argument,
                 const std::function<std::string(const Expr &)> &index);

} // namespace codegen
} // namespace loopyc

#endif
