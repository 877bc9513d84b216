#include "FactorLegality.h"

#include "Dataflow.h"
#include "Speculation.h"
#include "SumReads.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

namespace {

class FactorCheck {
public:
  FactorCheck(const SumGroups &sums,
              const std::map<SumGroups::Key, Factors> &factors)
      : sums(sums), factorsOf(factors), check(sums.expanded) {}

  SumConditions run() {
    checkFlows();
    findConditions();
    return std::move(conditions);
  }

private:
  // Where a sum goes on or is read, its factors must be what they were.
  void checkFlows() {
    for (const DependenceEdge &edge : sums.graph().edges())
      for (const auto &[key, factors] : factorsOf)
        if (sums.passesOn(edge, sums.groups().at(key)))
          for (const Expr &factor : factors)
            checkFlow(edge, factor);
  }

  void checkFlow(const DependenceEdge &edge, const Expr &factor) {
    const Instruction &source = sums.insn(edge.source),
                      &sink = sums.insn(edge.sink);
    std::set<std::string> names, arrays;
    collectNames(factor, names, arrays);
    for (const std::string &iname : names)
      if (sums.kernel.hasIname(iname) && !sums.isIncrement(edge.sink) &&
          !sums.isEqualAlong(edge, iname))
        sums.refuse("the common factor " + factor.str() + " depends on '" +
                        iname + "', which '" + sink.id + "' reads '" +
                        sums.variable->name + "' without",
                    sink);
    if (!readsWritten(sums.expanded, factor))
      return;
    Move move;
    move.earlier = source.time;
    move.pairs = edge.identity ? sums.graph().instances().of(edge.sink)
                               : sums.graph().conflicts(edge);
    for (const Expr &component : sink.time)
      move.later.push_back(edge.identity ? component
                                         : primedExpr(component, sink));
    if (auto clobber = check.clobbered(factor, move))
      throw clobberError(sums.expanded, *clobber,
                         "the common factor of '" + sums.variable->name +
                             "', applied where '" + sink.id + "' reads it,",
                         sink);
  }

  // A sum that nothing was added to is zero, whatever its factors are: they are
  // applied, and evaluated, only where something was.
  void findConditions() {
    SumReads reads(sums.expanded, sums.variable->name);
    for (const AccessInfo &access : sums.graph().accesses())
      if (!access.write && !sums.isIncrement(access.instruction))
        for (const auto &[key, factors] : factorsOf)
          findCondition(access, key, factors, reads);
  }

  void findCondition(const AccessInfo &access, const SumGroups::Key &key,
                     const Factors &factors, SumReads &reads) {
    int reader = access.instruction;
    const SumGroup &group = sums.groups().at(key);
    auto [possible, isMet] = sums.meeting(access.reference, group);
    if (!possible)
      return;
    Set all = reads.instances(reader);
    if (auto met = isMet ? toCondition(isMet) : std::nullopt)
      all = all.intersect(*met);
    auto increased =
        reads.increased(reader, access.reference, group.increments);
    bool always = increased && all.isSubset(*increased);
    if (always || (sums.variable->type.isInteger() && isHarmless(factors, all)))
      return;
    if (!increased)
      sums.refuse(
          "whether anything was added to '" + sums.variable->name +
              "' before '" + sums.insn(reader).id +
              "' reads it depends on data, so the common factor " +
              factors.front().str() +
              " would be applied to a sum that may be empty; leave it in "
              "the increments",
          sums.insn(reader));
    conditions[{reader, access.reference.str()}][key] =
        typedNames(sums.kernel, fromCondition(*increased, all));
  }

  bool isHarmless(const Factors &factors, const Set &points) const {
    return std::none_of(factors.begin(), factors.end(),
                        [&](const Expr &factor) {
                          return harmOf(sums.expanded, factor, points);
                        });
  }

  const SumGroups &sums;
  const std::map<SumGroups::Key, Factors> &factorsOf;
  MoveCheck check;
  SumConditions conditions;
};

} // namespace

SumConditions
loopyc::checkFactors(const SumGroups &sums,
                     const std::map<SumGroups::Key, Factors> &factors) {
  return FactorCheck(sums, factors).run();
}
