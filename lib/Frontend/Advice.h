// What to write instead of what no kernel can have.
#ifndef LOOPYC_LIB_FRONTEND_ADVICE_H
#define LOOPYC_LIB_FRONTEND_ADVICE_H

#include "loopyc/Support/Diagnostic.h"

#include <string>

namespace loopyc {
namespace frontend {

// The refusal of a construct ("not supported: print statement"), with a remedy
// behind it. Where it has one of its own, or there is none, as it is.
Diagnostic withAdvice(Diagnostic refusal);

// Is there one for calls of this procedure, and not for calls as such? Then it
// is one of a library that nobody has the source of.
bool hasAdviceForCall(const std::string &procedure);

} // namespace frontend
} // namespace loopyc

#endif
