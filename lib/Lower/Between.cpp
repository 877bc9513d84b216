#include "Between.h"

using namespace loopyc;

Expr loopyc::timeComponent(const ReferenceTime &time, size_t i) {
  return i < time.size() ? time[i] : Expr::integer(0);
}

bool loopyc::mayRunIn(const Instruction &insn, const Instruction &other,
                      size_t length) {
  for (size_t i = 0; i < length; ++i) {
    const Expr a = timeComponent(insn.time, i),
               b = timeComponent(other.time, i);
    if (a != b)
      return !asInteger(a) || !asInteger(b);
  }
  return true;
}
