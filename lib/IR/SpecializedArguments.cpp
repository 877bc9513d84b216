#include "loopyc/IR/SpecializedArguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;

SpecializedArguments loopyc::specializedArguments(const Kernel &kernel) {
  SpecializedArguments all;
  const auto &options = kernel.options.values;
  auto names = options.find("specialize"), most = options.find("variants");
  if (names == options.end() || most == options.end())
    return all;
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::StringRef(names->second).split(words, ", ", -1, false);
  for (llvm::StringRef word : words)
    for (const VariablePtr &var : kernel.arguments)
      if (var->name == word && var->isValue())
        all.names.push_back(var->name);
  llvm::StringRef(most->second).getAsInteger(10, all.variants);
  return all;
}

void loopyc::setSpecializedArguments(Kernel &kernel,
                                     const SpecializedArguments &all) {
  kernel.options.values["specialize"] = llvm::join(all.names, ", ");
  kernel.options.values["variants"] = std::to_string(all.variants);
}
