#include "loopyc/Script/Text.h"

#include "OwnNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using namespace loopyc::script;
using poly::Set;

static const char *const transformation = "affine_map_inames";

// "new = old + 1", or with ==.
static Set equation(const std::string &text, const NameResolver &resolve) {
  size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0)
    throw UserError(std::string(name) + ": '" + text +
                    "' is not an equation such as \"new = old + 1\"");
  size_t right = sign + 1;
  if (right < text.size() && text[right] == '=')
    ++right;
  auto a = toAffine(parseExpr(text.substr(0, sign), resolve));
  auto b = toAffine(parseExpr(text.substr(right), resolve));
  if (!a || !b)
    throw UserError(std::string(transformation) + ": equation '" + text +
                    "' is not affine in inames and parameters");
  return a->eq(*b);
}

Set script::readEquations(const std::vector<std::string> &texts,
                          const Kernel &kernel,
                          const std::vector<std::string> &newInames) {
  NameResolver resolve = resolverWith(newInames, Type::integer(4), kernel);
  Set all = Set::universe();
  for (const std::string &text : texts)
    all = all.intersect(equation(text, resolve));
  return all;
}
