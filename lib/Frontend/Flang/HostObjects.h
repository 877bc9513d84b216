// Variables around a region as the source declares them, for who makes the
// region's statements a procedure of its own.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_HOSTOBJECTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_HOSTOBJECTS_H

#include "loopyc/Source/HostObject.h"

#include "flang/Semantics/symbol.h"

#include <optional>
#include <string>

namespace loopyc {
namespace frontend {

// Nothing for what is no variable, a module's variable of no derived type, or
// of a type that cannot be named: with characters, or parameters of its own.
std::optional<source::HostObject>
hostObject(const std::string &name, const Fortran::semantics::Symbol &symbol);

} // namespace frontend
} // namespace loopyc

#endif
