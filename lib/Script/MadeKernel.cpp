#include "loopyc/Script/MadeKernel.h"

#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Storage.h"

#include <algorithm>
#include <map>

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

static size_t firstAssignment(const Kernel &kernel, const std::string &name) {
  const auto &list = kernel.instructions;
  return std::find_if(list.begin(), list.end(),
                      [&](const InstructionPtr &insn) {
                        return insn->assigns(name);
                      }) -
         list.begin();
}

// Those of one storage use it in the order in which they are assigned.
static Kernel sharingStorage(Kernel kernel, const KernelSource &source) {
  std::map<std::string, std::vector<std::string>> sharers;
  std::map<std::string, SourceRange> places;
  for (const language::Declaration &declaration : source.data)
    if (!declaration.baseStorage.empty()) {
      sharers[declaration.baseStorage].push_back(declaration.name);
      places[declaration.baseStorage] = declaration.range;
    }
  for (auto &[base, names] : sharers) {
    std::stable_sort(names.begin(), names.end(), [&](auto &a, auto &b) {
      return firstAssignment(kernel, a) < firstAssignment(kernel, b);
    });
    try {
      if (names.size() > 1)
        kernel = aliasTemporaries(kernel, names, base);
    } catch (UserError &error) {
      throw error.locate(places[base]);
    }
  }
  return kernel;
}

Kernel script::madeKernel(const KernelSource &source) {
  Kernel kernel =
      poly::bounded("making kernel '" + source.name + "'", source.range, [&] {
        return sharingStorage(tagged(language::makeKernel(source), source),
                              source);
      });
  verifyKernel(kernel);
  return kernel;
}
