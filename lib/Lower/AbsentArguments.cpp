#include "AbsentArguments.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/AskedVariable.h"

#include <map>
#include <set>

using namespace loopyc;

namespace {

using NameSet = std::set<std::string>;

// By the arrays, what says that they are there.
std::map<std::string, NameSet> presenceOfArrays(const Kernel &kernel) {
  std::map<std::string, NameSet> result;
  for (const Origin &origin : kernel.origins) {
    auto inKernel = [&](const std::string &dummy) {
      auto it = origin.renamed.find(dummy);
      return it == origin.renamed.end() ? dummy : it->second;
    };
    for (const HiddenArgument &hidden : origin.hidden) {
      VariablePtr array =
          kernel.findVariable(askedVariable(origin, hidden));
      std::string presence = inKernel(hidden.variable->name);
      if (array && !array->isValue() && kernel.findVariable(presence))
        result[array->name].insert(presence);
    }
  }
  return result;
}

Expr isThere(const Kernel &kernel, const std::string &presence) {
  const Type type = kernel.findVariable(presence)->type;
  return Expr::binary(BinaryOp::Gt, Expr::var(presence, type),
                      Expr::integer(0, type));
}

} // namespace

bool loopyc::hasOptionalArrays(const Kernel &kernel) {
  return !presenceOfArrays(kernel).empty();
}

Kernel loopyc::guardOptionalArrays(const Kernel &kernel) {
  const std::map<std::string, NameSet> optional = presenceOfArrays(kernel);
  std::map<int, NameSet> asked; // by instruction
  for (const AccessInfo &access : collectAccesses(kernel))
    if (auto known = optional.find(access.variable); known != optional.end())
      asked[access.instruction].insert(known->second.begin(),
                                       known->second.end());
  Kernel result = kernel;
  InstanceSets instances(kernel);
  for (const auto &[index, names] : asked)
    for (const std::string &presence : names) {
      poly::PwAff value = poly::PwAff::name(presence);
      poly::Set there = value.ge(poly::PwAff::constant(1)).flat();
      if (instances.of(index).subtract(there).isEmpty())
        continue;
      Instruction guarded = *result.instructions[index];
      guarded.predicates.push_back(isThere(kernel, presence));
      result.instructions[index] =
          std::make_shared<const Instruction>(std::move(guarded));
    }
  return result;
}
