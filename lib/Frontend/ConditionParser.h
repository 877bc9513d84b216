// Conditions of #if: integer expressions of C.
#ifndef LOOPYC_LIB_FRONTEND_CONDITIONPARSER_H
#define LOOPYC_LIB_FRONTEND_CONDITIONPARSER_H

#include <cstdint>
#include <string>

namespace loopyc {
namespace frontend {

// Macros are expanded already; remaining names are 0. Throws UserError.
int64_t evaluateCondition(const std::string &text);

} // namespace frontend
} // namespace loopyc

#endif
