// Registers of other lanes of a warp, by shuffles.
#include "CUDA/CUDADialect.h"

#include "loopyc/Support/Diagnostic.h"

#include <cstdio>

using namespace loopyc;
using namespace loopyc::codegen;

bool CUDADialect::hasLaneReads(Type type) const {
  const int bytes = type.isComplex() ? type.part().bytes : type.bytes;
  return type.isReal() || type.isComplex() ? bytes == 4 || bytes == 8
                                           : bytes <= 8;
}

static const char *shuffleOf(LaneSource source) {
  switch (source) {
  case LaneSource::Own:
    break;
  case LaneSource::Down:
    return "__shfl_down_sync";
  case LaneSource::Up:
    return "__shfl_up_sync";
  case LaneSource::At:
    return "__shfl_sync";
  }
  throw InternalError("no shuffle brings a lane its own value");
}

// There are shuffles of 32 and 64 bits: shorter numbers go as int.
std::string CUDADialect::laneReadText(LaneSource source, Type type,
                                      int64_t together) const {
  char mask[16];
  std::snprintf(mask, sizeof mask, "0x%xu",
                static_cast<unsigned>((uint64_t(1) << together) - 1));
  auto shuffled = [&](const std::string &value) {
    return std::string(shuffleOf(source)) + "(" + mask + ", " + value +
           ", lane)";
  };
  const std::string name = typeName(type);
  std::string body = "  return " + shuffled("value") + ";\n";
  if (type.isComplex())
    body = "  value.re = " + shuffled("value.re") +
           ";\n  value.im = " + shuffled("value.im") + ";\n  return value;\n";
  else if (type.bytes < 4)
    body = "  return (" + name + ") " + shuffled("(int) value") + ";\n";
  return deviceHelperPrefix() + " " + name + " " +
         laneReadName(source, type, together) + "(" + name +
         " value, int lane) {\n" + body + "}\n";
}
