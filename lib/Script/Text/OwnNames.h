// Names that an expression has beside those of the kernel.
#ifndef LOOPYC_LIB_SCRIPT_TEXT_OWNNAMES_H
#define LOOPYC_LIB_SCRIPT_TEXT_OWNNAMES_H

#include "loopyc/IR/ExprParser.h"
#include "loopyc/Source/NameCase.h"

#include "llvm/ADT/STLExtras.h"

#include <string>
#include <vector>

namespace loopyc {
namespace script {

// What a script may call things of the kernel.
inline NameResolver namesOf(const Kernel &kernel) {
  return resolverOf(kernel, source::hasNamesInAnyCase(kernel));
}

// Scalars `own` of the type hide names of the kernel.
inline NameResolver resolverWith(const std::vector<std::string> &own, Type type,
                                 const Kernel &kernel) {
  NameResolver known = namesOf(kernel);
  std::vector<std::string> names = known.known();
  names.insert(names.end(), own.begin(), own.end());
  auto find = [own, type, known](const std::string &word) {
    ResolvedName scalar{ResolvedName::Scalar, type, 0, word};
    return llvm::is_contained(own, word) ? scalar : known(word);
  };
  return {find, std::move(names)};
}

} // namespace script
} // namespace loopyc

#endif
