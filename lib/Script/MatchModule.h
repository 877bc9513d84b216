// Module `loopy.match`: match queries as objects.
#ifndef LOOPYC_LIB_SCRIPT_MATCHMODULE_H
#define LOOPYC_LIB_SCRIPT_MATCHMODULE_H

#include "loopyc/Script/Match.h"

#include <pybind11/pybind11.h>

#include <optional>

namespace loopyc {
namespace script {

void addMatchClasses(pybind11::module_ &matchModule);

// None is everything; text is parsed (UserError); nullopt for what is no
// query.
std::optional<StackMatch> toStackMatch(pybind11::handle object);
// The same without a path into rules.
std::optional<Match> toMatch(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
