// Functions of several results that every target has. A routine's row in
// lib/IR/Routines.cpp says what they are; a dialect may have a way to compute
// them at once.
#ifndef LOOPYC_IR_ROUTINES_H
#define LOOPYC_IR_ROUTINES_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {

enum class Routine {
  SinCos // sine and cosine of a real number
};

const char *routineName(Routine routine);
// The results as expressions of the arguments, in order.
std::vector<Expr> resultsOf(Routine routine,
                            const std::vector<Expr> &arguments);
// Why these cannot be the arguments; "" if they can.
std::string misuseOf(Routine routine, const std::vector<Expr> &arguments);

} // namespace loopyc

#endif
