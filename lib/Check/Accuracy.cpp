#include "Accuracy.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;

double check::toleranceFactor(const FastMath &fast) {
  return fast.approximates() ? 4 : 1;
}

static double smallestNormal(Type type) {
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  return bytes == 4 ? 0x1p-126 : 0x1p-1022;
}

void check::allowFastMath(KernelObjects &all, const FastMath &fast) {
  if (!fast.approximates() && !fast.denormals)
    return;
  std::vector<Type> types;
  for (const Object &object : all.objects)
    types.push_back(object.dummy->type);
  auto usual = all.rounding;
  all.rounding = [usual, types, fast](const Values &sizes) {
    std::vector<RoundingError> errors =
        usual ? usual(sizes) : std::vector<RoundingError>(types.size());
    for (size_t k = 0; k < errors.size(); ++k) {
      errors[k].relative *= toleranceFactor(fast);
      if (fast.denormals && types[k].isFloating())
        errors[k].absolute =
            (1 + errors[k].terms) * smallestNormal(types[k]);
    }
    return errors;
  };
}

std::string check::accuracyNote(const FastMath &fast) {
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
