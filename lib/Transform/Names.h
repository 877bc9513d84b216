// Names that a script gives to something new, and names in messages.
#ifndef LOOPYC_LIB_TRANSFORM_NAMES_H
#define LOOPYC_LIB_TRANSFORM_NAMES_H

#include <string>
#include <vector>

namespace loopyc {

// UserError, which begins with `phrase`, for what no language takes for a name.
void requireIdentifier(const std::string &name, const std::string &phrase);
// 'a', 'b'
std::string listed(const std::vector<std::string> &names);

} // namespace loopyc

#endif
