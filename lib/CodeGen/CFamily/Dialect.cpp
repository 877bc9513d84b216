#include "CFamily/Dialect.h"

#include "CFamily/Helpers.h"
#include "CFamily/KernelData.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

Dialect::~Dialect() = default;

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

std::string Dialect::hostTypeName(Type type) {
  requireSize(type);
  if (type.isFloating())
    return floatingName(type);
  return (type.isUnsigned() ? "uint" : "int") + std::to_string(8 * type.bytes) +
         "_t";
}

std::string Dialect::typeName(Type type) const {
  requireSize(type);
  if (type.isFloating())
    return floatingName(type);
  return type.bytes == 4 && !type.isUnsigned() ? "int" : hostTypeName(type);
}

std::string Dialect::unsignedName(Type type) const {
  return "uint" + std::to_string(8 * type.bytes) + "_t";
}

std::string Dialect::vectorName(Type, int) const {
  throw InternalError("short vectors in a language that has none");
}

std::string Dialect::component(int lane, int) const {
  return std::string(".s") + "0123456789abcdef"[lane];
}

std::string Dialect::mathFunction(const std::string &name, Type type) const {
  return type.bytes == 4 ? name + "f" : name;
}

// Of the compilers that there are for C.
std::string Dialect::countOnes(const std::string &value, Type type) const {
  return (type.bytes == 8 ? "__builtin_popcountll(" : "__builtin_popcount(") +
         value + ")";
}

std::string Dialect::leadingZeros(const std::string &value, bool isLong) const {
  return (isLong ? "__builtin_clzll(" : "__builtin_clz(") + value + ")";
}

// Small integers are counted in one of 32 bits.
std::string Dialect::countLeadingZeros(const std::string &value,
                                       Type type) const {
  std::string count = leadingZeros(value, type.bytes == 8);
  return type.bytes >= 4 ? count
                         : count + " - " + std::to_string(32 - 8 * type.bytes);
}

std::string Dialect::routineCall(Routine, Type,
                                 const std::vector<std::string> &,
                                 const std::vector<std::string> &) const {
  return "";
}

std::string Dialect::broadcast(const std::string &vectorType,
                               const std::string &scalar, int) const {
  return "(" + vectorType + ")(" + scalar + ")";
}

// A macro of the target's.
std::string Dialect::axisName(const GridAxis &axis) const {
  return (axis.isGroup() ? "gid(" : "lid(") + std::to_string(axis.number) + ")";
}

std::string Dialect::unrollHint(int copies) const {
  const std::string pragma = "#pragma unroll";
  return copies > 0 ? pragma + " " + std::to_string(copies) : pragma;
}

std::string Dialect::aligned(int bytes) const {
  return "__attribute__((aligned(" + std::to_string(bytes) + ")))";
}

std::string Dialect::barrier(bool, bool) const { return ""; }

// gid(0) + count(0) * (gid(1) + count(1) * gid(2)), of the axes in use.
std::string Dialect::groupIndex(const KernelData &data) const {
  std::string index;
  int inner = -1;
  for (size_t i = data.scheduled.axes.size(); i-- > 0;) {
    const HardwareAxis &axis = data.scheduled.axes[i];
    if (axis.isLocal())
      continue;
    index = index.empty()
                ? data.axisName(axis)
                : data.axisName(axis) + " + " + groupCount(axis.number) +
                      " * " + (inner >= 0 ? "(" + index + ")" : index);
    inner = axis.number;
  }
  if (index.empty())
    return "0";
  return index.find(' ') == std::string::npos ? index : "(" + index + ")";
}

// "shuffle_down_f64", "shuffle_f32_of_8"
std::string Dialect::copyPiece(const std::string &to, const std::string &from,
                               bool) const {
  return "    if (inside)\n      *(" + localPointerQualifier() + "uint4 *) (" +
         to + ") = *(" + globalQualifier(AddressSpace::Global) +
         "const uint4 *) (" + from + ");\n";
}

std::string Dialect::matrixStepName(const MatrixShape &shape,
                                    MatrixPrecision precision) {
  const std::string suffix = str(precision);
  return "multiply_add_" + shape.str() + (suffix.empty() ? "" : "_" + suffix);
}

std::string Dialect::laneReadName(LaneSource source, Type type,
                                  int64_t together) const {
  std::string name = "shuffle";
  if (source == LaneSource::Down)
    name += "_down";
  else if (source == LaneSource::Up)
    name += "_up";
  name += "_" + typeSuffix(type);
  return together == lanesInStep() ? name
                                   : name + "_of_" + std::to_string(together);
}
