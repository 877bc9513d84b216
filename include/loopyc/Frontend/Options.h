// How Fortran text is to be read by the front end.
#ifndef LOOPYC_FRONTEND_OPTIONS_H
#define LOOPYC_FRONTEND_OPTIONS_H

#include "loopyc/Source/Options.h"

namespace loopyc {
namespace frontend {

using source::MacroOption;
using FortranOptions = source::Options;

} // namespace frontend
} // namespace loopyc

#endif
