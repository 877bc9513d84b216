#include "loopyc/Source/Language.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/Fortran.h"

using namespace loopyc;

std::shared_ptr<const source::Language>
source::languageOf(const std::string &fileName, const Options &options) {
  return std::make_shared<fortran::Fortran>(
      fortran::formOf(fileName, options),
      fortran::isPreprocessed(fileName, options));
}
