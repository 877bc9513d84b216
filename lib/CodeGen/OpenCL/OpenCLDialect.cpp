#include "OpenCL/OpenCLDialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string OpenCLDialect::typeName(Type type) const {
  if (type.isFloating())
    return Dialect::typeName(type);
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
  }
  return "";
}

std::string OpenCLDialect::barrier(bool localMemory, bool globalMemory) const {
  std::string flags;
  if (localMemory || !globalMemory)
    flags = "CLK_LOCAL_MEM_FENCE";
  if (globalMemory)
    flags += (flags.empty() ? "" : " | ") + std::string("CLK_GLOBAL_MEM_FENCE");
  return "barrier(" + flags + ");";
}
