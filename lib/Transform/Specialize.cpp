// specialize: arguments for whose values a loaded kernel is compiled when the
// program runs.
#include "Variables.h"
#include "loopyc/IR/SpecializedArguments.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include <algorithm>

using namespace loopyc;

static constexpr int64_t mostVariants = 64;

static void requireIntegerByValue(const Kernel &kernel, const Variable &var) {
  const char *remedy = "; name integers that the kernel takes by value, such "
                       "as the sizes of its loops";
  if (!var.type.isInteger() || !var.isScalar())
    throw UserError("specialize: argument '" + var.name + "' of kernel '" +
                        kernel.name + "' is " +
                        (var.isScalar() ? var.type.fortran() : "an array") +
                        ", but only the values of integer scalars can be "
                        "compiled into a kernel" +
                        remedy,
                    var.range);
  if (!var.isValue())
    throw UserError("specialize: the kernel '" + kernel.name +
                        "' writes its argument '" + var.name +
                        "', whose value cannot be compiled into it" + remedy,
                    var.range);
}

Kernel loopyc::specialize(const Kernel &kernel,
                          const std::vector<std::string> &names,
                          int64_t variants) {
  if (names.empty())
    throw UserError("specialize: no argument is named; write "
                    "specialize(knl, \"n\")");
  if (variants < 1 || variants > mostVariants)
    throw UserError("specialize: variants must be from 1 to " +
                    std::to_string(mostVariants) + ", but it is " +
                    std::to_string(variants));
  SpecializedArguments all = specializedArguments(kernel);
  for (const std::string &given : names) {
    VariablePtr var = resolveArgument(kernel, given, "specialize");
    requireIntegerByValue(kernel, *var);
    if (std::find(all.names.begin(), all.names.end(), var->name) ==
        all.names.end())
      all.names.push_back(var->name);
  }
  all.variants = variants;
  Kernel result = kernel;
  setSpecializedArguments(result, all);
  return result;
}
