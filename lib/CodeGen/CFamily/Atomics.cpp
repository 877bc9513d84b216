#include "CFamily/Atomics.h"

#include "CFamily/Helpers.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

const char *codegen::atomicVerb(ReductionOp op) {
  switch (op) {
  case ReductionOp::Add: return "add";
  case ReductionOp::Mul: return "mul";
  case ReductionOp::Min: return "min";
  case ReductionOp::Max: return "max";
  case ReductionOp::Iand: return "and";
  case ReductionOp::Ior: return "or";
  case ReductionOp::Ieor: return "xor";
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Eqv:
  case ReductionOp::Neqv:
    break;
  }
  throw InternalError("an atomic update of logicals");
}

std::string codegen::atomicName(ReductionOp op, Type type, bool local) {
  return std::string("atomic_") + atomicVerb(op) + "_" + typeSuffix(type) +
         (local ? "_local" : "");
}

std::string codegen::combination(const AtomicUpdate &what,
                                 const Dialect &dialect, const std::string &a,
                                 const std::string &b) {
  auto extremum = [&](const char *real, const char *sign) {
    if (what.type.isReal())
      return dialect.mathFunction(real, what.type) + "(" + a + ", " + b + ")";
    return a + sign + b + " ? " + a + " : " + b;
  };
  switch (what.op) {
  case ReductionOp::Add: return a + " + " + b;
  case ReductionOp::Mul: return a + " * " + b;
  case ReductionOp::Min: return extremum("fmin", " < ");
  case ReductionOp::Max: return extremum("fmax", " > ");
  case ReductionOp::Iand: return a + " & " + b;
  case ReductionOp::Ior: return a + " | " + b;
  case ReductionOp::Ieor: return a + " ^ " + b;
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Eqv:
  case ReductionOp::Neqv:
    break;
  }
  throw InternalError("an atomic update of logicals");
}

std::string codegen::compareAndSwapLoop(const AtomicUpdate &what,
                                        const Dialect &dialect,
                                        const CompareAndSwap &with) {
  bool mayStay = what.op == ReductionOp::Min || what.op == ReductionOp::Max;
  std::string current = with.asValue + "(seen)";
  std::string body =
      "  " + with.pointer + "bits = (" + with.pointer + ") element;\n" +
      "  " + with.word + " seen, next, old = " + with.current + ";\n" +
      "  do {\n" +
      "    seen = old;\n" +
      "    next = " + with.asBits + "(" +
      combination(what, dialect, current, "value") + ");\n";
  if (mayStay)
    body += "    if (next == seen)\n      return;\n";
  return body + "    old = " + with.function + "(bits, seen, next);\n" +
         "  } while (old != seen);\n";
}
