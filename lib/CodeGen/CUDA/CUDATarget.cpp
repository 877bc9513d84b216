#include "CUDA/CUDATarget.h"

using namespace loopyc;
using namespace loopyc::codegen;

// CUDA's own types stop at four components, and float3 lies differently from
// OpenCL's: all short vectors are structures of ours, aligned to their size
// up to the 16 bytes of the widest load.
std::string CUDATarget::vectorName(Type element, int lanes) const {
  std::string name = typeName(element);
  if (name.size() > 2 && name.compare(name.size() - 2, 2, "_t") == 0)
    name.resize(name.size() - 2);
  return "loopyc_" + name + "x" + std::to_string(lanes);
}

std::string CUDATarget::component(int lane, int lanes) const {
  return lanes <= 4 ? std::string(".") + "xyzw"[lane]
                    : Target::component(lane, lanes);
}

std::string CUDATarget::broadcast(const std::string &vectorType,
                                  const std::string &scalar, int) const {
  return vectorType + "_all(" + scalar + ")";
}

std::string CUDATarget::aligned(int bytes) const {
  return "__align__(" + std::to_string(bytes) + ")";
}

std::string CUDATarget::barrier(bool, bool) const { return "__syncthreads();"; }

static int elementBytes(const std::string &type) {
  if (type == "float" || type == "int")
    return 4;
  if (type == "int16_t")
    return 2;
  return type == "int8_t" ? 1 : 8;
}

// f(component) for each component, separated.
template <typename Fn>
static std::string each(int lanes, const char *separator, Fn fn) {
  static const CUDATarget target;
  std::string result;
  for (int lane = 0; lane < lanes; ++lane)
    result += (lane ? separator : "") + fn(target.component(lane, lanes));
  return result;
}

static std::string vectorDefinition(const std::string &element, int lanes) {
  std::string base = element;
  if (base.size() > 2 && base.compare(base.size() - 2, 2, "_t") == 0)
    base.resize(base.size() - 2);
  std::string name = "loopyc_" + base + "x" + std::to_string(lanes);
  int stored = paddedLanes(lanes);
  int alignment = std::min(16, elementBytes(element) * stored);
  std::string out = "struct __align__(" + std::to_string(alignment) + ") " +
                    name + " {\n  " + element + " " +
                    each(stored, ", ", [](auto c) { return c.substr(1); }) +
                    ";\n};\n";
  out += "static __device__ inline " + name + " " + name + "_all(" + element +
         " s) {\n  " + name + " r;\n  " +
         each(lanes, " ", [](auto c) { return "r" + c + " = s;"; }) +
         "\n  return r;\n}\n";
  out += "static __device__ inline " + name + " operator-(" + name +
         " a) {\n  " + name + " r;\n  " +
         each(lanes, " ", [](auto c) { return "r" + c + " = -a" + c + ";"; }) +
         "\n  return r;\n}\n";
  for (const char *op : {"+", "-", "*", "/"}) {
    auto function = [&](const std::string &left, const std::string &right,
                        const std::string &body) {
      out += "static __device__ inline " + name + " operator" + op + "(" +
             left + " a, " + right + " b) {\n  " + body + "\n}\n";
    };
    function(name, name,
             name + " r;\n  " + each(lanes, " ", [&](auto c) {
               return "r" + c + " = a" + c + " " + op + " b" + c + ";";
             }) + "\n  return r;");
    function(name, element,
             std::string("return a ") + op + " " + name + "_all(b);");
    function(element, name,
             "return " + name + "_all(a) " + op + " b;");
  }
  return out;
}

std::string codegen::cudaVectorTypes(const Helpers &helpers) {
  std::string out;
  for (const auto &[element, lanes] : helpers.vectors())
    out += vectorDefinition(element, lanes) + "\n";
  return out;
}
