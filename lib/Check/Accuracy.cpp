#include "Accuracy.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::check;

Accuracy check::accuracyOf(const Kernel &kernel,
                           const std::vector<const Target *> &targets) {
  Accuracy accuracy;
  accuracy.fast = fastMathOf(kernel);
  if (std::any_of(targets.begin(), targets.end(), [](const Target *target) {
        return target->hasMatrixUnits();
      }))
    for (const MatrixBlock &block : matrixBlocks(kernel))
      if (accuracy.factors != MatrixPrecision::TF32)
        accuracy.factors = block.precision;
  return accuracy;
}

static double factorOf(const FastMath &fast) {
  return fast.approximates() ? 4 : 1;
}

// Of a product of two factors, relatively, with what the sums lose.
static double roundingOf(MatrixPrecision factors) {
  switch (factors) {
  case MatrixPrecision::Full:
    return 0;
  case MatrixPrecision::TF32:
    return 0x1p-10;
  case MatrixPrecision::TF32x3:
    return 0x1p-19;
  }
  return 0;
}

double check::tolerance(double usual, const Accuracy &accuracy) {
  return usual * factorOf(accuracy.fast) + 4 * roundingOf(accuracy.factors);
}

static double smallestNormal(Type type) {
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  return bytes == 4 ? 0x1p-126 : 0x1p-1022;
}

void check::allowInaccuracy(KernelObjects &all, const Accuracy &accuracy) {
  const FastMath fast = accuracy.fast;
  const double factors = roundingOf(accuracy.factors);
  if (!fast.approximates() && !fast.denormals && factors == 0)
    return;
  std::vector<Type> types;
  for (const Object &object : all.objects)
    types.push_back(object.dummy->type);
  auto usual = all.rounding;
  all.rounding = [usual, types, fast, factors](const Values &sizes) {
    std::vector<RoundingError> errors =
        usual ? usual(sizes) : std::vector<RoundingError>(types.size());
    for (size_t k = 0; k < errors.size(); ++k) {
      // Relative to what is added; or, as a random walk, to what is left of it.
      const double walk =
          errors[k].isOfSum() ? 1 : std::sqrt(std::max(1.0, errors[k].terms));
      errors[k].relative =
          errors[k].relative * factorOf(fast) + walk * factors;
      if (fast.denormals && types[k].isFloating())
        errors[k].absolute =
            (1 + errors[k].terms) * smallestNormal(types[k]);
    }
    return errors;
  };
}

static std::string fastMathNote(const FastMath &fast) {
  std::string text;
  if (fast.approximates())
    text = "differences of up to 4 times the usual tolerance";
  if (fast.denormals)
    text += (text.empty() ? "" : " and ") +
            std::string("zeros for numbers below the smallest normal one");
  return text.empty() ? ""
                      : "fast math (" + str(fast) + "): " + text +
                            " are accepted";
}

std::string check::accuracyNote(const Accuracy &accuracy) {
  std::string text = fastMathNote(accuracy.fast);
  if (accuracy.factors != MatrixPrecision::Full)
    text += (text.empty() ? "" : "; ") +
            std::string("matrix units (precision '") + str(accuracy.factors) +
            "'): differences of factors rounded so are accepted";
  return text;
}
