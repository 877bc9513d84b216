// What a kernel assumes of its sizes, as messages and comments say it.
#ifndef LOOPYC_LIB_CODEGEN_HOST_ASSUMPTIONS_H
#define LOOPYC_LIB_CODEGEN_HOST_ASSUMPTIONS_H

#include "CFamily/Helpers.h"
#include "CFamily/KernelData.h"
#include "CFamily/TextBuilder.h"

#include <string>

namespace loopyc {
namespace codegen {

// Returns LOOPYC_ERROR_ASSUMPTION, and tells loopyrt which one it is, unless
// all assumptions hold that arguments by value can be asked for, one by one:
//   if (!(n % 16 == 0)) {
//     const int64_t values[] = {n};
//     return assumption_fails("n mod 16 = 0", "n", values);
//   }
// `linkage` is "extern \"C\" " in C++.
void writeAssumptionChecks(KernelData &data, Helpers &helpers,
                           const std::string &linkage, TextBuilder &out);

} // namespace codegen
} // namespace loopyc

#endif
