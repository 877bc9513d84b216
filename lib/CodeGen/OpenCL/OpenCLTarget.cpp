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

std::string OpenCLTarget::groupIndex() const {
  return "(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + "
         "get_num_groups(1) * get_group_id(2)))";
}

std::string OpenCLTarget::itemIndex(const KernelData &data) const {
  std::string size = std::to_string(data.workGroupSize());
  return "(get_local_id(0) + get_local_size(0) * (get_local_id(1) + "
         "get_local_size(1) * get_local_id(2)) + " +
         size + " * " + groupIndex() + ")";
}
