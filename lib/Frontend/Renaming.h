// Other names for variables in statements.
#ifndef LOOPYC_LIB_FRONTEND_RENAMING_H
#define LOOPYC_LIB_FRONTEND_RENAMING_H

#include "Program.h"

#include <functional>
#include <string>

namespace loopyc {
namespace frontend {

// In whatever the block reads or assigns, but for variables of loops. Blocks of
// which `enters` says so are looked into.
void rename(Block &block, const std::string &from, const std::string &to,
            const std::function<bool(const Statement &)> &enters);

} // namespace frontend
} // namespace loopyc

#endif
