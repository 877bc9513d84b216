// Fortran's intrinsic functions of the bits of integers.
#ifndef LOOPYC_LIB_FRONTEND_BITINTRINSICS_H
#define LOOPYC_LIB_FRONTEND_BITINTRINSICS_H

#include "loopyc/IR/Expr.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc::frontend {

// ibits, ishftc, merge_bits, ... by shifts and logical operations; nullopt if
// the name is none of theirs. `type` is the result's.
std::optional<Expr> bitIntrinsic(const std::string &name,
                                 const std::vector<Expr> &args, Type type);

} // namespace loopyc::frontend

#endif
