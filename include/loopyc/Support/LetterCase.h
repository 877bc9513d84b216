// Fortran's names do not distinguish upper and lower case; ours keep the
// spelling of the declaration and are found in any.
#ifndef LOOPYC_SUPPORT_LETTERCASE_H
#define LOOPYC_SUPPORT_LETTERCASE_H

#include <string>
#include <string_view>
#include <vector>

namespace loopyc {

// A letter, digit or underscore, as names consist of.
bool isNamePart(char c);

std::string lowerCase(std::string_view text);
bool equalButForCase(std::string_view a, std::string_view b);

// The candidate that is `name`, or else the only one that is but for case;
// null if there is none.
const std::string *findName(const std::vector<std::string> &candidates,
                            const std::string &name);

} // namespace loopyc

#endif
