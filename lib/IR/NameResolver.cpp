#include "loopyc/IR/ExprParser.h"

#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <unordered_map>

using namespace loopyc;

NameResolver loopyc::resolverOf(const Kernel &kernel, bool inAnyCase) {
  std::unordered_map<std::string, ResolvedName> names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      names[var->name] = {var->isScalar() ? ResolvedName::Scalar
                                          : ResolvedName::Array,
                          var->type, var->axes.size(), ""};
  for (const std::string &iname : kernel.inames())
    names[iname] = {ResolvedName::Iname, Type::integer(4), 0, ""};
  for (const SubstitutionRule &rule : kernel.rules)
    names[rule.name] = {ResolvedName::Rule, rule.value.type(),
                        rule.parameters.size(), ""};
  std::unordered_map<std::string, std::string> spellings; // by lower case
  for (const auto &[name, resolved] : names) {
    if (!inAnyCase)
      break;
    auto [it, isNew] = spellings.emplace(lowerCase(name), name);
    if (!isNew)
      it->second.clear(); // not unique
  }
  std::vector<std::string> known;
  for (const auto &[name, resolved] : names)
    known.push_back(name);
  std::sort(known.begin(), known.end());
  auto find = [names = std::move(names), spellings = std::move(spellings)](
                  const std::string &name) -> std::optional<ResolvedName> {
    auto it = names.find(name);
    if (it != names.end())
      return it->second;
    auto spelling = spellings.find(lowerCase(name));
    if (spelling == spellings.end() || spelling->second.empty())
      return std::nullopt;
    ResolvedName resolved = names.at(spelling->second);
    resolved.spelling = spelling->second;
    return resolved;
  };
  return {std::move(find), std::move(known)};
}

NameResolver loopyc::withoutReductions(NameResolver resolve) {
  std::vector<std::string> known = resolve.known();
  auto find = [resolve = std::move(resolve)](
                  const std::string &name) -> std::optional<ResolvedName> {
    auto resolved = resolve(name);
    if (resolved && resolved->kind == ResolvedName::Iname)
      resolved->kind = ResolvedName::Scalar;
    return resolved;
  };
  return {std::move(find), std::move(known)};
}
