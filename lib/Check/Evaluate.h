// Integer expressions in sizes and bounds: their values, and their text in C
// for the generated parts of a check program.
#ifndef LOOPYC_LIB_CHECK_EVALUATE_H
#define LOOPYC_LIB_CHECK_EVALUATE_H

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace loopyc {
namespace check {

using Values = std::map<std::string, int64_t>;

// nullopt where a name has no value, or the expression is not integer.
std::optional<int64_t> evaluate(const Expr &e, const Values &values);

// C text; `name` gives the text of each VarRef. Integers are computed as long,
// reals as double. Throws UserError for what has no counterpart.
std::string
textInC(const Expr &e,
        const std::function<std::string(const std::string &)> &name);

} // namespace check
} // namespace loopyc

#endif
