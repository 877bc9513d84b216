#include "loopyc/Source/Fortran/SequentialRoutines.h"

#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Source/Fortran/Form.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

using namespace loopyc;

static bool isSaidToBeSequential(const Origin &origin) {
  if (!origin.source || !origin.range.file || !origin.firstLine)
    return false;
  const std::vector<std::string> lines = source::splitLines(*origin.source);
  const fortran::DirectiveLines directives(
      lines, fortran::formOf(*origin.range.file));
  const llvm::Regex unit("^ *(end|contains)|(^|[ )])(subroutine|function) ",
                         llvm::Regex::IgnoreCase);
  for (int n = std::min(origin.firstLine - 1, directives.count()); n > 0; --n) {
    const fortran::DirectiveLine *directive = directives.at(n);
    if (directive && directive->sentinel == "$acc" &&
        llvm::Regex("^routine.*[ )]seq($| )").match(directive->words))
      return true;
    if (!directives.isEmpty(n) && unit.match(lines[n - 1]))
      return false;
  }
  return false;
}

bool fortran::isForCallers(const Kernel &kernel) {
  return std::any_of(kernel.origins.begin(), kernel.origins.end(),
                     [](const Origin &origin) {
                       return origin.isPure || isSaidToBeSequential(origin);
                     });
}
