// "did you mean ...?": the candidates that look like a name that was not
// found, for the remedy part of an error message.
#ifndef LOOPYC_SUPPORT_CLOSEMATCHES_H
#define LOOPYC_SUPPORT_CLOSEMATCHES_H

#include <string>
#include <vector>

namespace loopyc {

// At most three candidates, the closest first: equal but for case, then by
// edit distance (at most a third of the name's length).
std::vector<std::string>
closeMatches(const std::string &name,
             const std::vector<std::string> &candidates);

// "; did you mean 'a' or 'b'?" or, without close matches, "; there are a, b, c"
// (shortened), or "; there is none".
std::string suggestion(const std::string &name,
                       const std::vector<std::string> &candidates);

} // namespace loopyc

#endif
