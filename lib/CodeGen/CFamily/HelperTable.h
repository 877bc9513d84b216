// The texts of the helper functions, callees before callers.
//   $T type   $R type of a complex number's parts   $U unsigned type
//   $I 64-bit integer   $fn the helper's name   $bits size   $f literal suffix
//   $math{sqrt} the target's function   $use{mul} another helper of the type
//   $usePart{powi} a helper of the parts' type
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_HELPERTABLE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_HELPERTABLE_H

#include "loopyc/IR/Type.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

struct HelperText {
  std::string key;
  TypeClass cls;
  std::string text;
};

const std::vector<HelperText> &helperTable();

} // namespace codegen
} // namespace loopyc

#endif
