#include "CUDA/CUDADialect.h"

#include "CFamily/KernelData.h"

using namespace loopyc;
using namespace loopyc::codegen;

// CUDA's own types stop at four components, and float3 lies differently from
// OpenCL's: all short vectors are structures of ours, aligned to their size
// up to the 16 bytes of the widest load.
static std::string vectorTypeName(std::string element, int lanes) {
  if (element.size() > 2 && element.compare(element.size() - 2, 2, "_t") == 0)
    element.resize(element.size() - 2);
  return "loopyc_" + element + "x" + std::to_string(lanes);
}

std::string CUDADialect::vectorName(Type element, int lanes) const {
  return vectorTypeName(typeName(element), lanes);
}

std::string CUDADialect::component(int lane, int lanes) const {
  return lanes <= 4 ? std::string(".") + "xyzw"[lane]
                    : Dialect::component(lane, lanes);
}

std::string CUDADialect::broadcast(const std::string &vectorType,
                                   const std::string &scalar, int) const {
  return vectorType + "(" + scalar + ")";
}

std::string CUDADialect::aligned(int bytes) const {
  return "__align__(" + std::to_string(bytes) + ")";
}

std::string
CUDADialect::routineCall(Routine routine, Type type,
                         const std::vector<std::string> &arguments,
                         const std::vector<std::string> &results) const {
  switch (routine) {
  case Routine::SinCos:
    return mathFunction("sincos", type) + "(" + arguments[0] + ", &" +
           results[0] + ", &" + results[1] + ");";
  case Routine::LookBack:
    break;
  }
  return "";
}

std::string CUDADialect::countOnes(const std::string &value, Type type) const {
  return (type.bytes == 8 ? "__popcll(" : "__popc(") + value + ")";
}

std::string CUDADialect::leadingZeros(const std::string &value,
                                      bool isLong) const {
  return (isLong ? "__clzll((long long) " : "__clz((int) ") + value + ")";
}

std::string CUDADialect::barrier(bool, bool) const {
  return "__syncthreads();";
}

static bool isNative(const AtomicUpdate &what) {
  return what.type.isAnyInteger() ? what.op != ReductionOp::Mul
                                  : what.op == ReductionOp::Add;
}

// "atomicAdd"
static std::string nativeName(ReductionOp op) {
  std::string verb = atomicVerb(op);
  verb[0] = static_cast<char>(verb[0] - 'a' + 'A');
  return "atomic" + verb;
}

// In shared memory, tools that look for races want the first read atomic, too.
static CompareAndSwap compareAndSwap(Type type, bool local) {
  std::string word = type.bytes == 8 ? "unsigned long long" : "unsigned int";
  std::string current =
      local ? "atomicAdd(bits, 0)" : "*(volatile " + word + " *) bits";
  CompareAndSwap with{word + " *", word, current, "atomicCAS", "", ""};
  if (type.isUnsigned()) {
    with.asValue = with.asBits = "(" + word + ") ";
  } else if (type.isInteger()) {
    with.asValue = type.bytes == 8 ? "(long long) " : "(int) ";
    with.asBits = "(" + word + ") ";
  } else {
    with.asValue = type.bytes == 8 ? "__longlong_as_double" : "__uint_as_float";
    with.asBits = type.bytes == 8 ? "__double_as_longlong" : "__float_as_uint";
  }
  return with;
}

// The language knows 64-bit integers as long long, and adds them without sign.
AtomicFunction CUDADialect::atomicFunction(const AtomicUpdate &what) const {
  bool wide = what.type.isAnyInteger() && what.type.bytes == 8;
  if (isNative(what) && !wide)
    return {nativeName(what.op), "", {}};
  bool native = isNative(what);
  std::string name = atomicName(what.op, what.type, what.local && !native);
  std::string type = typeName(what.type), body;
  if (native) {
    bool isExtremum =
        what.op == ReductionOp::Min || what.op == ReductionOp::Max;
    bool isSigned = isExtremum && what.type.isInteger();
    std::string own = isSigned ? "long long" : "unsigned long long";
    body = "  " + nativeName(what.op) + "((" + own + " *) element, (" + own +
           ") value);\n";
  } else {
    body =
        compareAndSwapLoop(what, *this, compareAndSwap(what.type, what.local));
  }
  return {name,
          deviceHelperPrefix() + " void " + name + "(" + type + " *element, " +
              type + " value) {\n" + body + "}\n",
          {}};
}

static int elementBytes(const std::string &type) {
  if (type == "float" || type == "int" || type == "uint32_t")
    return 4;
  if (type == "int16_t" || type == "uint16_t")
    return 2;
  return type == "int8_t" || type == "uint8_t" ? 1 : 8;
}

// f(component) for each component, separated.
template <typename Fn>
static std::string each(int lanes, const char *separator, Fn fn) {
  static const CUDADialect dialect;
  std::string result;
  for (int lane = 0; lane < lanes; ++lane)
    result += (lane ? separator : "") + fn(dialect.component(lane, lanes));
  return result;
}

// A scalar converts to a vector of equal components, so that one operator of
// each kind is enough.
static std::string vectorDefinition(const std::string &element, int lanes) {
  std::string name = vectorTypeName(element, lanes);
  int stored = paddedLanes(lanes);
  int alignment = std::min(16, elementBytes(element) * stored);
  std::string out = "struct __align__(" + std::to_string(alignment) + ") " +
                    name + " {\n  " + element + " " +
                    each(stored, ", ", [](auto c) { return c.substr(1); }) +
                    ";\n";
  out += "  " + name + "() = default;\n";
  out += "  __device__ " + name + "(" + element + " s) {\n    " +
         each(lanes, " ", [](auto c) { return c.substr(1) + " = s;"; }) +
         "\n  }\n";
  out += "  friend __device__ " + name + " operator-(" + name +
         " a) {\n    " +
         each(lanes, " ", [](auto c) { return "a" + c + " = -a" + c + ";"; }) +
         "\n    return a;\n  }\n";
  for (const char *op : {"+", "-", "*", "/"})
    out += "  friend __device__ " + name + " operator" + op + "(" + name +
           " a, " + name + " b) {\n    " + each(lanes, " ", [&](auto c) {
             return "a" + c + " " + op + "= b" + c + ";";
           }) + "\n    return a;\n  }\n";
  return out + "};\n";
}

std::string codegen::cudaVectorTypes(const Helpers &helpers) {
  std::string out;
  for (const auto &[element, lanes] : helpers.vectors())
    out += vectorDefinition(element, lanes) + "\n";
  return out;
}
