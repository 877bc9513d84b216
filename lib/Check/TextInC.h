// Integer expressions in sizes and bounds as text in C, for the generated parts
// of a check program.
#ifndef LOOPYC_LIB_CHECK_TEXTINC_H
#define LOOPYC_LIB_CHECK_TEXTINC_H

#include "loopyc/IR/Expr.h"

#include <functional>
#include <string>

namespace loopyc {
namespace check {

// `name` gives the text of each VarRef. Integers are computed as long, reals as
// double. Throws UserError for what has no counterpart.
std::string
textInC(const Expr &e,
        const std::function<std::string(const std::string &)> &name);

} // namespace check
} // namespace loopyc

#endif
