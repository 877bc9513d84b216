#include "loopyc/Script/Text.h"

#include "OwnNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;

Expr script::readSubscript(const std::string &text, const Kernel &kernel) {
  if (text == ":")
    return Expr();
  NameResolver known = withoutReductions(namesOf(kernel));
  auto resolve = [&](const std::string &word) -> std::optional<ResolvedName> {
    std::optional<ResolvedName> found = known(word);
    for (const auto &[former, value] : kernel.formerInames)
      if (!found && equalButForCase(former, word))
        found = {ResolvedName::Scalar, Type::integer(4), 0, former};
    return found;
  };
  Expr given =
      parseExpr(text, NameResolver(resolve, known.known()), Type::integer(4));
  Substitution values;
  for (const auto &[former, value] : kernel.formerInames)
    if (!kernel.hasIname(former))
      values[former] = value;
  return fold(substitute(given, values));
}

AccessPattern script::readAccessPattern(const std::string &text,
                                        const Kernel &kernel) {
  size_t open = text.find('[');
  AccessPattern pattern;
  pattern.array = llvm::StringRef(text).take_front(open).rtrim(' ').str();
  if (open == std::string::npos)
    return pattern;
  size_t close = text.rfind(']');
  if (close == std::string::npos || close < open ||
      text.find_first_not_of(' ', close + 1) != std::string::npos)
    throw UserError("add_prefetch: '" + text +
                    "' should be an array, or a pattern such as a[i, :]");
  for (const std::string &subscript :
       splitAtCommas(text.substr(open + 1, close - open - 1)))
    pattern.subscripts.push_back(readSubscript(subscript, kernel));
  return pattern;
}
