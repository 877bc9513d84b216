// Data directives in Fortran text: `!$loopy update host: h(:, ny)`, with a
// trailing '&' where they go on on the next `!$loopy` line.
//
//   !$loopy VERB: ITEM, ... [, CLAUSE: ITEM, ...]
//
// An item is the name of a variable, with subscripts and components.
#ifndef LOOPYC_SOURCE_FORTRAN_DATADIRECTIVES_H
#define LOOPYC_SOURCE_FORTRAN_DATADIRECTIVES_H

#include "loopyc/Source/DataDirective.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/ErrorList.h"

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// How the verbs are spelled: "enter data", ...
const std::vector<std::string> &dataVerbs();
// Those of a verb: "copyin", ...
std::vector<std::string> clausesOf(const std::string &verb);

// What stands behind `!$loopy` on a line, if that is what its comment is.
std::optional<std::string_view> loopyWords(std::string_view line,
                                           source::Comment comment);

// In the order of the text. What is not in this form is an error in the list,
// and a directive without the items from there on.
std::vector<source::DataDirective>
dataDirectives(const source::Lines &lines,
               const std::vector<source::Comment> &comments,
               const std::string &fileName, ErrorList &errors);
// Throws them.
std::vector<source::DataDirective>
dataDirectives(const source::Lines &lines,
               const std::vector<source::Comment> &comments,
               const std::string &fileName);

// Names in an item: "h", "ny"; no components.
std::vector<std::string> namesIn(const std::string &item);

} // namespace fortran
} // namespace loopyc

#endif
