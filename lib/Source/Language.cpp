#include "loopyc/Source/Language.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/Fortran.h"
#include "loopyc/Source/KernelText.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;

std::shared_ptr<const source::Language>
source::languageOf(const std::string &fileName, const Options &options) {
  if (llvm::StringRef(fileName).ends_with(".py") || isKernelFile(fileName))
    return std::make_shared<KernelText>();
  return std::make_shared<fortran::Fortran>(
      fortran::formOf(fileName, options),
      fortran::isPreprocessed(fileName, options));
}
