#include "loopyc/Script/MadeKernel.h"

#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"

using namespace loopyc;
using language::KernelSource;

static Kernel tagged(Kernel kernel, const KernelSource &source) {
  for (const language::Declaration &declaration : source.data)
    if (declaration.axisTags) {
      VariablePtr array = kernel.findVariable(declaration.name);
      try {
        kernel = tagArrayAxes(
            kernel, declaration.name,
            script::readAxisTags(*declaration.axisTags, kernel, *array));
      } catch (UserError &error) {
        throw error.locate(declaration.range);
      }
    }
  return kernel;
}

Kernel script::madeKernel(const KernelSource &source) {
  Kernel kernel =
      poly::bounded("making kernel '" + source.name + "'", source.range, [&] {
        return tagged(language::makeKernel(source), source);
      });
  verifyKernel(kernel);
  return kernel;
}
