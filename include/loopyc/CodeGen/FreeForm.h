// Fortran source lines in free form, one for each line of the source.
#ifndef LOOPYC_CODEGEN_FREEFORM_H
#define LOOPYC_CODEGEN_FREEFORM_H

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

std::vector<std::string> splitSourceLines(const std::string &text);
// Fixed form to free form: comments get '!', continued lines a trailing '&'
// and a leading one. Line numbers stay.
std::vector<std::string> freeFormOf(const std::vector<std::string> &fixed);

} // namespace codegen
} // namespace loopyc

#endif
