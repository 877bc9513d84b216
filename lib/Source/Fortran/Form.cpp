#include "loopyc/Source/Fortran/Form.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using llvm::StringRef;

static std::string suffixOf(StringRef fileName) {
  size_t dot = fileName.rfind('.');
  StringRef suffix = fileName.substr(std::min(dot, fileName.size()));
  return suffix.contains('/') ? "" : suffix.str();
}

fortran::Form fortran::formOf(const std::string &fileName,
                              const source::Options &options) {
  static const StringRef fixed[] = {".f",   ".for", ".ftn", ".F",
                                    ".FOR", ".FTN", ".fpp", ".FPP"};
  bool isFixed = options.freeForm
                     ? !*options.freeForm
                     : llvm::is_contained(fixed, suffixOf(fileName));
  return isFixed ? Form::Fixed : Form::Free;
}

bool fortran::isPreprocessed(const std::string &fileName,
                             const source::Options &options) {
  std::string suffix = suffixOf(fileName);
  bool named =
      suffix == ".fpp" || (suffix.size() > 1 &&
                           std::isupper(static_cast<unsigned char>(suffix[1])));
  return options.preprocess.value_or(named);
}

bool fortran::isSourceName(const std::string &fileName) {
  static const StringRef known[] = {".f90", ".f95", ".f03", ".f08", ".f18",
                                    ".f",   ".for", ".ftn", ".fpp", ".floopy"};
  return llvm::is_contained(known, lowerCase(suffixOf(fileName)));
}
