#include "Target.h"

#include "CFamily/KernelData.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

const char *loopyc::targetName(TargetKind target) {
  switch (target) {
  case TargetKind::OpenCL: return "opencl";
  case TargetKind::CUDA: return "cuda";
  case TargetKind::C: return "c";
  }
  return "";
}

std::optional<TargetKind> loopyc::targetByName(const std::string &name) {
  for (TargetKind kind :
       {TargetKind::OpenCL, TargetKind::CUDA, TargetKind::C})
    if (name == targetName(kind))
      return kind;
  return std::nullopt;
}

Target::~Target() = default;

static void requireSize(Type type) {
  int part = type.isComplex() ? type.bytes / 2 : type.bytes;
  bool valid = type.isFloating()
                   ? part == 4 || part == 8
                   : part == 1 || part == 2 || part == 4 || part == 8;
  if (!valid)
    throw UserError("numbers of type " + type.fortran() +
                    " have no counterpart on a device; use single or double "
                    "precision, or integers of 1 to 8 bytes");
}

static std::string floatingName(Type type) {
  if (type.isComplex())
    return type.bytes == 8 ? "loopyc_cfloat" : "loopyc_cdouble";
  return type.bytes == 4 ? "float" : "double";
}

std::string Target::hostTypeName(Type type) {
  requireSize(type);
  if (type.isFloating())
    return floatingName(type);
  return "int" + std::to_string(8 * type.bytes) + "_t";
}

std::string Target::typeName(Type type) const {
  requireSize(type);
  if (type.isFloating())
    return floatingName(type);
  return type.bytes == 4 ? "int" : hostTypeName(type);
}

std::string Target::vectorName(Type, int) const {
  throw InternalError("short vectors on a target that has none");
}

std::string Target::component(int lane, int) const {
  return std::string(".s") + "0123456789abcdef"[lane];
}

std::string Target::mathFunction(const std::string &name, Type type) const {
  return type.bytes == 4 ? name + "f" : name;
}

std::string Target::broadcast(const std::string &vectorType,
                              const std::string &scalar, int) const {
  return "(" + vectorType + ")(" + scalar + ")";
}

std::string Target::aligned(int bytes) const {
  return "__attribute__((aligned(" + std::to_string(bytes) + ")))";
}

std::string Target::barrier(bool, bool) const { return ""; }

// gid(0) + count(0) * (gid(1) + count(1) * gid(2)), of the axes in use.
std::string Target::groupIndex(const KernelData &data) const {
  std::string index;
  int inner = -1;
  for (size_t i = data.scheduled.axes.size(); i-- > 0;) {
    const HardwareAxis &axis = data.scheduled.axes[i];
    if (!axis.group)
      continue;
    index = index.empty() ? axisName(axis.name)
                          : axisName(axis.name) + " + " +
                                groupCount(axis.axis) + " * " +
                                (inner >= 0 ? "(" + index + ")" : index);
    inner = axis.axis;
  }
  if (index.empty())
    return "0";
  return index.find(' ') == std::string::npos ? index : "(" + index + ")";
}

std::string Target::itemIndex(const KernelData &data) const {
  std::string item;
  int64_t stride = 1;
  for (const HardwareAxis &axis : data.scheduled.axes) {
    if (axis.group || *asInteger(axis.size) == 1)
      continue;
    item += (item.empty() ? "" : " + ") + axisName(axis.name);
    if (stride > 1)
      item += " * " + std::to_string(stride);
    stride *= *asInteger(axis.size);
  }
  std::string group = groupIndex(data);
  if (item.empty())
    return group;
  if (group == "0")
    return "(" + item + ")";
  return "(" + item + " + (size_t) " + std::to_string(stride) + " * " + group +
         ")";
}
