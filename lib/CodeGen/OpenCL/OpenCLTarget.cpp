#include "OpenCL/OpenCLTarget.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string OpenCLTarget::typeName(Type type) const {
  if (type.isFloating())
    return Target::typeName(type);
  switch (type.bytes) {
  case 1: return "char";
  case 2: return "short";
  case 8: return "long";
  default: return Target::typeName(type);
  }
}

std::string OpenCLTarget::vectorName(Type element, int lanes) const {
  return typeName(element) + std::to_string(lanes);
}

std::string OpenCLTarget::globalQualifier(AddressSpace space) const {
  return space == AddressSpace::Constant ? "__constant " : "__global ";
}

std::string OpenCLTarget::barrier(bool localMemory, bool globalMemory) const {
  std::string flags;
  if (localMemory || !globalMemory)
    flags = "CLK_LOCAL_MEM_FENCE";
  if (globalMemory)
    flags += (flags.empty() ? "" : " | ") + std::string("CLK_GLOBAL_MEM_FENCE");
  return "barrier(" + flags + ");";
}
