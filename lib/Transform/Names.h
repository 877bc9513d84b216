// Names that a script gives to something new.
#ifndef LOOPYC_LIB_TRANSFORM_NAMES_H
#define LOOPYC_LIB_TRANSFORM_NAMES_H

#include <string>

namespace loopyc {

// UserError, which begins with `phrase`, for what no language takes for a name.
void requireIdentifier(const std::string &name, const std::string &phrase);

} // namespace loopyc

#endif
