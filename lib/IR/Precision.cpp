#include "loopyc/IR/Precision.h"

using namespace loopyc;

// Binary digits of the numbers.
static int digitsOf(Type type) {
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  if (type.isFloating())
    return bytes >= 16 ? 113 : bytes >= 8 ? 53 : bytes >= 4 ? 24 : 11;
  if (type.isUnsigned())
    return 8 * bytes;
  return type.isInteger() ? 8 * bytes - 1 : 1;
}

bool loopyc::losesPrecision(Type value, Type type) {
  return digitsOf(type) < digitsOf(value);
}

static bool isSingle(Type type) {
  return type.isFloating() && losesPrecision(Type::real(8), type);
}

bool loopyc::usesSinglePrecision(const Kernel &kernel) {
  bool single = false;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &variable : *list)
      single = single || isSingle(variable->type);
  for (const InstructionPtr &insn : kernel.instructions)
    for (const Expr &value : insn->values())
      walk(value, [&](const Expr &e) {
        bool literal = e.getIf<RealLit>() || e.getIf<ComplexLit>();
        single = single || (!literal && isSingle(e.type()));
        return !single;
      });
  return single;
}
