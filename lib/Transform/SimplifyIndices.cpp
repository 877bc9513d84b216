//   a[(ii + 4*io) // 4, (ii + 4*io) % 4]  ->  a[io, ii]    0 <= ii < 4
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Transform/Expressions.h"
#include "loopyc/Values/Divisions.h"

#include "Variables.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Set;

namespace {

class IndexSimplifier {
public:
  explicit IndexSimplifier(const Kernel &kernel)
      : kernel(kernel), domains(kernel) {}

  // `others`: names that are no inames here.
  Expr run(const Expr &e, const std::vector<std::string> &others = {}) {
    return rewrite(e, [&](const Expr &node) {
      if (!node.getIf<ArrayRef>())
        return node;
      std::vector<Expr> subscripts = operands(node);
      for (Expr &subscript : subscripts)
        subscript = simplified(subscript, others);
      return withOperands(node, subscripts);
    });
  }

private:
  Expr simplified(const Expr &e, const std::vector<std::string> &others) {
    Expr folded = fold(e);
    if (divisionCost(folded) == 0)
      return folded;
    std::set<std::string> names, arrays;
    collectNames(folded, names, arrays);
    std::vector<std::string> inames;
    for (const std::string &name : names)
      if (domains.hasIname(name) &&
          std::find(others.begin(), others.end(), name) == others.end())
        inames.push_back(name);
    Expr result =
        simplifyDivisions(folded, facts(inames).project(others));
    return result.same(folded) ? folded : typedNames(kernel, result);
  }

  const Set &facts(const std::vector<std::string> &inames) {
    auto [known, isNew] = ranges.try_emplace(inames);
    if (isNew)
      known->second = domains.instances(inames).flat().intersect(
          kernel.assumptions.flat());
    return known->second;
  }

  const Kernel &kernel;
  DomainIndex domains;
  std::map<std::vector<std::string>, Set> ranges; // by inames
};

} // namespace

Kernel loopyc::simplifyIndices(const Kernel &kernel) {
  IndexSimplifier simplify(kernel);
  Kernel result = kernel;
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn, [&](const Expr &e) { return simplify.run(e); });
  for (SubstitutionRule &rule : result.rules)
    rule.value = simplify.run(rule.value, rule.parameters);
  return result;
}
