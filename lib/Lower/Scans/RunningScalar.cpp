#include "Scans/RunningScalar.h"

#include "Reductions/ReductionRanges.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Names;
using poly::Set;

Names loopyc::knownIn(const Kernel &kernel,
                      const std::vector<std::string> &around) {
  Names names = around;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      names.push_back(arg->name);
  return names;
}

std::vector<Predicate>
loopyc::whereThereAre(const Kernel &kernel, const Set &instances,
                      const std::vector<std::string> &around) {
  Set all = DomainIndex(kernel).instances(around).flat().intersect(
      kernel.assumptions);
  Set runs = instances.projectOnto(knownIn(kernel, around));
  if (all.isSubset(runs))
    return {};
  return {typedNames(kernel, fromCondition(runs, all))};
}

Expr loopyc::runningScalar(NestEditor &editor, const std::string &array,
                           Type type, const SourceRange &range) {
  std::string name = editor.addTemporary(array + "_running", type,
                                         AddressSpace::Auto, {}, range);
  editor.setAcross(name, array);
  return Expr::var(name, type);
}

Instruction loopyc::stepOf(const Instruction &of, const std::string &suffix,
                           const std::vector<std::string> &inames,
                           const Expr &to, const Expr &from) {
  Instruction result;
  result.id = of.id + suffix;
  result.inames = inames;
  result.range = of.range;
  result.body = assign(to, from);
  return result;
}
