// What to write instead of what no kernel can have.
#ifndef LOOPYC_LIB_FRONTEND_ADVICE_H
#define LOOPYC_LIB_FRONTEND_ADVICE_H

#include "loopyc/Support/Diagnostic.h"

namespace loopyc {
namespace frontend {

// The refusal of a construct ("not supported: print statement"), with a remedy
// behind it. Where it has one of its own, or there is none, as it is.
Diagnostic withAdvice(Diagnostic refusal);

} // namespace frontend
} // namespace loopyc

#endif
