#include "loopyc/IR/Atomics.h"

using namespace loopyc;

std::string loopyc::obstacleToAtomic(ReductionOp op, Type type) {
  if (type.isLogical())
    return "is " + type.fortran() +
           ", which no device updates atomically; use an integer, with iand "
           "and ior";
  int part = type.isComplex() ? type.bytes / 2 : type.bytes;
  if (part != 4 && part != 8)
    return "is " + type.fortran() +
           ", but devices update only numbers of 4 or 8 bytes atomically";
  // Each part of a product takes both parts of the operands.
  if (type.isComplex() && op != ReductionOp::Add)
    return "is " + type.fortran() +
           ", whose parts can be added atomically, but not multiplied";
  return "";
}
