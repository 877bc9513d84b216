// Fortran names that a source leaves undeclared and the script fixes.
#ifndef LOOPYC_DRIVER_UNDECLAREDVALUES_H
#define LOOPYC_DRIVER_UNDECLAREDVALUES_H

#include "loopyc/Frontend/UndeclaredNames.h"
#include "loopyc/IR/Kernel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace driver {

class UndeclaredValues {
public:
  using Parse = llvm::function_ref<TranslationUnit(const std::string &text)>;

  // What `parse` makes of the text; names that no declaration gives a type are
  // arguments of the kernels.
  TranslationUnit parse(const std::string &text, const std::string &fileName,
                        std::optional<bool> freeForm, Parse parse);

  // Kernels that a script leaves: such names have values by now, or it is an
  // error. Their source is one that declares them as constants, for --check and
  // the stub.
  void declare(std::vector<Kernel> &kernels) const;

private:
  const frontend::UndeclaredNames *namesIn(const Origin &origin) const;

  // By the text that was parsed in the source's place.
  std::map<std::string, frontend::UndeclaredNames> sources;
};

} // namespace driver
} // namespace loopyc

#endif
