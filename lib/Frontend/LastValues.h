// Scalars that are known behind a loop (dummies, variables of modules, locals
// that something else mentions), and that each iteration of it assigns before
// it reads them. Iterations have copies of their own, and the last one sets the
// variable:
//
//   do j = 1, m                      do j = 1, m
//     do i = 1, n                      do i = 1, n
//       tmp = a(i, j)*2                  tmp_1 = a(i, j)*2
//       a(i, j) = tmp                    a(i, j) = tmp_1
//     end do                             if (i == n .and. j == m) tmp = tmp_1
//   end do                             end do; end do
//
// A local variable that is mentioned in such loops alone needs none of this.
#ifndef LOOPYC_LIB_FRONTEND_LASTVALUES_H
#define LOOPYC_LIB_FRONTEND_LASTVALUES_H

#include "Program.h"

#include <string>

namespace loopyc {
namespace frontend {

Program setLastValues(Program program);

// Outside of loops that assign it before all else?
bool isMentionedFreely(const Block &block, const std::string &name);

} // namespace frontend
} // namespace loopyc

#endif
