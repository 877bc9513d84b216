// Conditions of #if: integer expressions of C.
#ifndef LOOPYC_LIB_SOURCE_CONDITIONPARSER_H
#define LOOPYC_LIB_SOURCE_CONDITIONPARSER_H

#include <cstdint>
#include <string>

namespace loopyc {
namespace source {

// Macros are expanded already; remaining names are 0. Throws UserError.
int64_t evaluateCondition(const std::string &text);

} // namespace source
} // namespace loopyc

#endif
