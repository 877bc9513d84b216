// Does each iteration read of a scalar only what it has assigned itself?
//
//   do i = 1, n
//     if (a(i) < 0) cycle     as conditions: if (a(i) < 0) then; else
//     t = sqrt(a(i))            t = sqrt(a(i))
//     b(i) = t                  b(i) = t; end if
//   end do
//
// Not each iteration need assign it (FirstUse.h asks for that).
#ifndef LOOPYC_LIB_FRONTEND_OWNREADS_H
#define LOOPYC_LIB_FRONTEND_OWNREADS_H

#include "Program.h"

#include <string>

namespace loopyc {
namespace frontend {

// Of statements that do nothing but what their expressions say. What is
// assigned under a condition may be read under the same one, if nothing in
// between assigns what it mentions.
bool readsOnlyOwn(const Block &body, const std::string &name);

} // namespace frontend
} // namespace loopyc

#endif
