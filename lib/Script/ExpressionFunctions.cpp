// Expressions: constants folded, subscripts simplified.
#include "Function.h"

#include "loopyc/Transform/Expressions.h"

using namespace loopyc;
using namespace loopyc::script;

static Function foldFunction() {
  return {"fold_constants",
          {},
          "Computes what is constant in all expressions. Integer sums and "
          "products are put in order; real constants are folded one operation "
          "at a time in the arithmetic of their type, as IEEE 754 rounds it "
          "(+, -, *, /, comparisons, conversions, abs, min, max, sqrt), and "
          "nothing is reassociated: 2.0*3.0*x becomes 6.0*x, 2.0*x*3.0 stays. "
          "What overflows or is subnormal stays. Guards that always hold "
          "disappear.",
          {kernelParameter},
          "",
          "",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &) {
            return foldConstants(k);
          })};
}

static Function indicesFunction() {
  return {"simplify_indices",
          {},
          "Simplifies sums, quotients and remainders in subscripts by the "
          "ranges of the inames and by what is assumed: (ii + 4*io) // 4 is "
          "io if 0 <= ii < 4.",
          {kernelParameter},
          "",
          "",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &) {
            return simplifyIndices(k);
          })};
}

FunctionGroup script::expressionFunctions() {
  return {"Expressions",
          "Values stay the same; what computes them becomes simpler.",
          {foldFunction(), indicesFunction()}};
}
