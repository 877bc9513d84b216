#include "OpenCL/OpenCLDialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string OpenCLDialect::typeName(Type type) const {
  if (type.isFloating())
    return Dialect::typeName(type);
  if (type.isUnsigned())
    return "u" + typeName(Type::integer(type.bytes));
  switch (type.bytes) {
  case 1: return "char";
  case 2: return "short";
  case 8: return "long";
  default: return Dialect::typeName(type);
  }
}

std::string OpenCLDialect::vectorName(Type element, int lanes) const {
  return typeName(element) + std::to_string(lanes);
}

std::string OpenCLDialect::globalQualifier(AddressSpace space) const {
  return space == AddressSpace::Constant ? "__constant " : "__global ";
}

std::string
OpenCLDialect::routineCall(Routine routine, Type,
                           const std::vector<std::string> &arguments,
                           const std::vector<std::string> &results) const {
  switch (routine) {
  case Routine::SinCos:
    return results[0] + " = sincos(" + arguments[0] + ", &" + results[1] + ");";
  case Routine::LookBack:
    break;
  }
  return "";
}

std::string OpenCLDialect::countOnes(const std::string &value, Type) const {
  return "popcount(" + value + ")";
}

std::string OpenCLDialect::leadingZeros(const std::string &value,
                                        bool isLong) const {
  return (isLong ? "clz(" : "clz((uint) ") + value + ")";
}

std::string OpenCLDialect::barrier(bool localMemory, bool globalMemory) const {
  std::string flags;
  if (localMemory || !globalMemory)
    flags = "CLK_LOCAL_MEM_FENCE";
  if (globalMemory)
    flags += (flags.empty() ? "" : " | ") + std::string("CLK_GLOBAL_MEM_FENCE");
  return "barrier(" + flags + ");";
}

static bool isNative(const AtomicUpdate &what) {
  return what.type.isAnyInteger() && what.op != ReductionOp::Mul;
}

// Addition and compare-and-swap of 64 bits are one extension, the other
// operations a second one. OpenCL 1.2 reads atomically by adding nothing.
AtomicFunction OpenCLDialect::atomicFunction(const AtomicUpdate &what) const {
  bool wide = what.type.bytes == 8, native = isNative(what);
  std::string family = wide ? "atom_" : "atomic_";
  AtomicFunction result;
  if (wide && native && what.op != ReductionOp::Add)
    result.extensions = {"cl_khr_int64_extended_atomics"};
  else if (wide)
    result.extensions = {"cl_khr_int64_base_atomics"};
  if (native) {
    result.name = family + atomicVerb(what.op);
    return result;
  }
  result.name = atomicName(what.op, what.type, what.local);
  std::string memory = std::string("volatile ") +
                       (what.local ? localPointerQualifier()
                                   : globalQualifier(AddressSpace::Global));
  std::string type = typeName(what.type), word = wide ? "ulong" : "uint";
  result.definition =
      helperPrefix() + " void " + result.name + "(" + memory + type +
      " *element, " + type + " value) {\n" +
      compareAndSwapLoop(what, *this,
                         {memory + word + " *", word, family + "add(bits, 0)",
                          family + "cmpxchg", "as_" + type, "as_" + word}) +
      "}\n";
  return result;
}
