#include "Launches/StoppedLoops.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace loopyc;
using poly::PwAff;

namespace {

class Stopping {
public:
  Stopping(const std::vector<Kernel> &launches, const Kernel &whole)
      : launches(launches), whole(whole) {}

  std::vector<HostStep> run(std::vector<HostStep> steps) {
    for (HostStep &step : steps)
      if (auto *loop = std::get_if<HostLoop>(&step.value)) {
        loop->body = run(std::move(loop->body));
        stop(*loop);
      } else if (auto *condition = std::get_if<HostCondition>(&step.value)) {
        condition->body = run(std::move(condition->body));
      }
    return steps;
  }

private:
  void stop(HostLoop &loop) {
    std::optional<Expr> flag = flagOf(loop);
    if (!flag) {
      refuseEndless(loop);
      return;
    }
    HostCondition goesOn{{*flag}, std::move(loop.body)};
    loop.body.clear();
    loop.body.emplace_back().value =
        ReadBackStep{whole.findVariable(flag->getIf<VarRef>()->name)};
    loop.body.emplace_back().value = std::move(goesOn);
  }

  // Does it only prepare values that no other iteration of the loop uses, and
  // nothing else? (Partial results of reductions.)
  bool isOfIteration(const Instruction &insn, const std::string &iname) {
    return llvm::all_of(insn.assigneeNames(), [&](const std::string &name) {
      VariablePtr var = whole.findVariable(name);
      return var && var->isTemporary() && isOfIteration(name, iname);
    });
  }

  bool isOfIteration(const std::string &name, const std::string &iname) {
    auto [known, isNew] = ofIteration.try_emplace({name, iname}, true);
    if (!isNew)
      return known->second;
    if (!graph)
      graph = std::make_unique<DependenceGraph>(whole);
    for (const AccessInfo &access : graph->accesses())
      if (access.variable == name &&
          !whole.instructions[access.instruction]->within(iname))
        return known->second = false;
    for (const DependenceEdge &edge : graph->edges())
      if (passesValue(edge.kind) &&
          graph->accesses()[edge.sourceAccess].variable == name &&
          !graph->relationAmong(edge, apart(edge, iname)).isEmpty())
        return known->second = false;
    return true;
  }

  // In different iterations of the loop, or of one around it.
  poly::Set apart(const DependenceEdge &edge, const std::string &iname) const {
    poly::Set result = poly::Set::empty();
    auto prime = primes(*whole.instructions[edge.sink]);
    for (const std::string &outer : whole.instructions[edge.source]->inames) {
      if (prime.count(outer))
        result =
            result.unite(PwAff::name(outer).ne(PwAff::name(prime.at(outer))));
      if (outer == iname)
        break;
    }
    return result;
  }

  // A guard of all instructions inside, one of which assigns it.
  std::optional<Expr> flagOf(const HostLoop &loop) {
    std::optional<std::vector<Expr>> common;
    std::set<std::string> assigned;
    forEachStep<LaunchStep>(loop.body, [&](const LaunchStep &launch) {
      for (const InstructionPtr &insn : launches[launch.number].instructions) {
        if (insn->assignees().empty() || isOfIteration(*insn, loop.iname))
          continue;
        for (const std::string &name : insn->assigneeNames())
          assigned.insert(name);
        if (!common)
          common = insn->predicates;
        llvm::erase_if(*common, [&](const Expr &guard) {
          return !llvm::is_contained(insn->predicates, guard);
        });
      }
    });
    if (common)
      for (const Expr &guard : *common)
        if (const auto *flag = guard.getIf<VarRef>();
            flag && assigned.count(flag->name))
          return guard;
    return std::nullopt;
  }

  // An instruction that no flag guards; "" if each has one.
  std::string unguarded(const HostLoop &loop) {
    std::string result;
    forEachStep<LaunchStep>(loop.body, [&](const LaunchStep &launch) {
      for (const InstructionPtr &insn : launches[launch.number].instructions)
        if (result.empty() && !insn->assignees().empty() &&
            !isOfIteration(*insn, loop.iname) &&
            llvm::none_of(insn->predicates, [](const Expr &guard) {
              return guard.getIf<VarRef>() != nullptr;
            }))
          result = insn->id;
    });
    return result;
  }

  void refuseEndless(const HostLoop &loop) {
    if (!isEndless(whole, loop.iname))
      return;
    std::string what = unguarded(loop);
    throw UserError("kernel '" + whole.name + "': the loop over '" +
                        loop.iname + "' ends by a condition, and " +
                        (what.empty() ? "not all that its launches do is"
                                      : "'" + what + "' is not") +
                        " under it; the host cannot tell when to stop",
                    whole.range);
  }

  const std::vector<Kernel> &launches;
  const Kernel &whole;
  std::unique_ptr<DependenceGraph> graph; // once it is needed
  std::map<std::pair<std::string, std::string>, bool> ofIteration;
};

} // namespace

std::vector<HostStep> loopyc::stopLoops(std::vector<HostStep> steps,
                                        const std::vector<Kernel> &launches,
                                        const Kernel &whole) {
  return Stopping(launches, whole).run(std::move(steps));
}
