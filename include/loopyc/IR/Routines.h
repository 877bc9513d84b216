// Functions of several results. What they are stands in lib/IR/Routines.cpp; a
// dialect may have a way to compute them at once.
#ifndef LOOPYC_IR_ROUTINES_H
#define LOOPYC_IR_ROUTINES_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {

enum class Routine {
  SinCos, // sine and cosine of a real number
  // [start, s[g + 1]] = lookback(s[g], cell, f(s[g]), piece): start is s[g], and
  // s[g + 1] is f(s[g]), where f is what the piece does (IR/Pieces.h). s[g]
  // comes from the work-group before, which need not have ended: an instance
  // waits for those of groups that began before its own, so that groups are
  // numbered as they begin. Work-items that do the same for an s of their own,
  // from the first of the group on, do it together. By cells, of which each
  // group has one behind the launch's (all zero before), they tell each other;
  // no value is read from these.
  LookBack
};

const char *routineName(Routine routine);
// The results as expressions of the arguments, in order.
std::vector<Expr> resultsOf(Routine routine,
                            const std::vector<Expr> &arguments);
// Why these cannot be the arguments; "" if they can.
std::string misuseOf(Routine routine, const std::vector<Expr> &arguments);

} // namespace loopyc

#endif
