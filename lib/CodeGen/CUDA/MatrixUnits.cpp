// Matrix units by mma.sync, from compute capability 8.0 on; before that, lanes
// read each other's factors.
#include "CUDA/CUDADialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

using Texts = std::vector<std::pair<std::string, std::string>>;

// "c0, c1", with something in front of each.
static std::string list(const std::string &each, int64_t count,
                        int64_t first = 0) {
  std::string result;
  for (int64_t i = first; i < first + count; ++i)
    result += (i > first ? ", " : "") + each + std::to_string(i);
  return result;
}

// "\"+d\"(c0), \"+d\"(c1)"
static std::string operandList(const std::string &constraint,
                               const std::string &name, int64_t count) {
  std::string result;
  for (int64_t i = 0; i < count; ++i)
    result += (i ? ", \"" : "\"") + constraint + "\"(" + name +
              std::to_string(i) + ")";
  return result;
}

namespace {

struct Counts {
  explicit Counts(const MatrixShape &shape)
      : sums(2 * shape.rowParts()), left(shape.rowParts() * shape.termParts()),
        right(shape.termParts()) {}
  int64_t sums, left, right;
};

} // namespace

static std::string assembly(const MatrixShape &shape, const std::string &types,
                            char sum, char factor) {
  const Counts count(shape);
  auto registers = [&](int64_t first, int64_t number) {
    return "{" + list("%", number, first) + "}";
  };
  const std::string sums = registers(0, count.sums);
  return "  asm volatile(\"mma.sync.aligned." + shape.str() + ".row.col." +
         types + " \"\n               \"" + sums + ", " +
         registers(count.sums, count.left) + ", " +
         registers(count.sums + count.left, count.right) + ", " + sums +
         ";\"\n               : " +
         operandList(std::string("+") + sum, "c", count.sums) +
         "\n               : " +
         operandList(std::string(1, factor), "a", count.left) + ", " +
         operandList(std::string(1, factor), "b", count.right) + ");\n";
}

static std::string head(const std::string &name, const MatrixShape &shape,
                        const std::string &sum, const std::string &factor) {
  const Counts count(shape);
  return "[[maybe_unused]] static __device__ inline void " + name + "(\n    " +
         list(sum + " &c", count.sums) + ",\n    " +
         list(factor + " a", count.left) + ",\n    " +
         list(factor + " b", count.right) + ") {\n";
}

// As operations of the smallest shape.
static std::string bySmaller(const MatrixShape &shape,
                             const std::string &name) {
  std::string text;
  for (int64_t term = 0; term < shape.termParts(); ++term)
    for (int64_t row = 0; row < shape.rowParts(); ++row)
      text += "  " + name + "(c" + std::to_string(2 * row) + ", c" +
              std::to_string(2 * row + 1) + ", a" +
              std::to_string(row + shape.rowParts() * term) + ", b" +
              std::to_string(term) + ");\n";
  return text;
}

// Lane 4*g + t has row g of a, and column g of b, of term t.
static std::string byLanes(const std::string &type) {
  return "  const int t = lid(0), g = lid(1) % 8;\n"
         "  for (int term = 0; term < 4; ++term) {\n"
         "    const " +
         type +
         " a = __shfl_sync(0xffffffffu, a0, 4 * g + term);\n"
         "    c0 += a * __shfl_sync(0xffffffffu, b0, 8 * t + term);\n"
         "    c1 += a * __shfl_sync(0xffffffffu, b0, 8 * t + 4 + term);\n"
         "  }\n";
}

static const char *const comment =
    "/* Sums of products, by the threads of a warp together. */\n";

static const MatrixShape smallest{8, 4};

static Texts ofDoubles(const MatrixShape &shape) {
  const std::string types = "f64.f64.f64.f64",
                    base = Dialect::matrixStepName(smallest,
                                                   MatrixPrecision::Full),
                    name =
                        Dialect::matrixStepName(shape, MatrixPrecision::Full);
  Texts texts;
  texts.emplace_back(base, comment + head(base, smallest, "double", "double") +
                               "#if __CUDA_ARCH__ >= 800\n" +
                               assembly(smallest, types, 'd', 'd') +
                               "#else\n" + byLanes("double") + "#endif\n}\n");
  if (name != base)
    texts.emplace_back(name, comment + head(name, shape, "double", "double") +
                                 "#if __CUDA_ARCH__ >= 900\n" +
                                 assembly(shape, types, 'd', 'd') + "#else\n" +
                                 bySmaller(shape, base) + "#endif\n}\n");
  return texts;
}

static const char *const roundedText =
    "/* The factor in 11 bits, and what that leaves. */\n"
    "[[maybe_unused]] static __device__ inline unsigned\n"
    "rounded_to_tf32(float value) {\n"
    "  unsigned bits = 0;\n"
    "#if __CUDA_ARCH__ >= 800\n"
    "  asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(bits) : \"f\"(value));\n"
    "#endif\n"
    "  return bits;\n"
    "}\n"
    "[[maybe_unused]] static __device__ inline unsigned\n"
    "rest_in_tf32(float value) {\n"
    "  return rounded_to_tf32(value - "
    "__uint_as_float(rounded_to_tf32(value)));\n"
    "}\n";

// name(c0, ..., function(a0), ..., function(b0), ...);
static std::string call(const std::string &name, const MatrixShape &shape,
                        const std::string &left, const std::string &right) {
  const Counts count(shape);
  auto each = [](const std::string &function, const std::string &argument,
                 int64_t number) {
    std::string result;
    for (int64_t i = 0; i < number; ++i)
      result += ", " + function + "(" + argument + std::to_string(i) + ")";
    return result;
  };
  return "  " + name + "(" + list("c", count.sums) +
         each(left, "a", count.left) + each(right, "b", count.right) + ");\n";
}

static Texts ofSingles(const MatrixShape &shape, MatrixPrecision precision) {
  const std::string lanes = "multiply_add_m8n8k4_singles",
                    bits = "multiply_add_" + shape.str() + "_bits",
                    big = "rounded_to_tf32", small = "rest_in_tf32",
                    name = Dialect::matrixStepName(shape, precision);
  std::string product;
  if (precision == MatrixPrecision::TF32x3)
    product = call(bits, shape, small, big) + call(bits, shape, big, small);
  product += call(bits, shape, big, big);
  Texts texts;
  texts.emplace_back(big, roundedText);
  texts.emplace_back(lanes, head(lanes, smallest, "float", "float") +
                                byLanes("float") + "}\n");
  texts.emplace_back(bits, head(bits, shape, "float", "unsigned") +
                               "#if __CUDA_ARCH__ >= 800\n" +
                               assembly(shape, "f32.tf32.tf32.f32", 'f', 'r') +
                               "#endif\n}\n");
  texts.emplace_back(name, comment + head(name, shape, "float", "float") +
                               "#if __CUDA_ARCH__ >= 800\n" + product +
                               "#else\n" + bySmaller(shape, lanes) +
                               "#endif\n}\n");
  return texts;
}

Texts CUDADialect::matrixStepTexts(const MatrixShape &shape,
                                   MatrixPrecision precision) const {
  return precision == MatrixPrecision::Full ? ofDoubles(shape)
                                            : ofSingles(shape, precision);
}
