#include "loopyc/IR/Expr.h"

#include <cctype>

using namespace loopyc;

// In the order of the enumeration.
static const char *const names[] = {
    "abs",       "sqrt",  "exp",   "log",   "log10", "sin",   "cos",
    "tan",       "asin",  "acos",  "atan",  "atan2", "sinh",  "cosh",
    "tanh",      "asinh", "acosh", "atanh", "erf",   "erfc",  "gamma",
    "log_gamma", "hypot", "min",   "max",   "sign",  "dim",   "floor",
    "ceiling",   "nint",  "anint", "aint",  "real",  "aimag", "conjg",
    "cmplx",     "iand",  "ior",   "ieor",  "not",   "ishft", "btest"};

static_assert(sizeof(names) / sizeof(*names) ==
                  static_cast<size_t>(Intrinsic::Btest) + 1,
              "a name for every intrinsic");

static const char *const reductionNames[] = {
    "sum", "product", "min", "max", "all", "any", "iall", "iany", "iparity"};

static_assert(sizeof(reductionNames) / sizeof(*reductionNames) ==
                  static_cast<size_t>(ReductionOp::BitXor) + 1,
              "a name for every reduction");

const char *loopyc::reductionName(ReductionOp op) {
  return reductionNames[static_cast<size_t>(op)];
}

std::optional<ReductionOp> loopyc::reductionByName(const std::string &name) {
  for (size_t i = 0; i < sizeof(reductionNames) / sizeof(*reductionNames); ++i)
    if (name == reductionNames[i])
      return static_cast<ReductionOp>(i);
  return std::nullopt;
}

const char *loopyc::intrinsicName(Intrinsic fn) {
  return names[static_cast<size_t>(fn)];
}

std::optional<Intrinsic> loopyc::intrinsicByName(const std::string &name) {
  std::string wanted = name;
  for (char &c : wanted)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); ++i)
    if (wanted == names[i])
      return static_cast<Intrinsic>(i);
  return std::nullopt;
}
