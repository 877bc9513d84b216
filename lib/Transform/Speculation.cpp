#include "Speculation.h"

#include "Dataflow.h"
#include "RuleBook.h"
#include "Variables.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/BoundedAffine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// --- where it is needed

static InstructionPtr withoutGuards(const InstructionPtr &insn,
                                    const std::vector<Predicate> &guards) {
  auto result = std::make_shared<Instruction>(*insn);
  auto &own = result->predicates;
  own.erase(std::remove_if(own.begin(), own.end(),
                           [&](const Predicate &guard) {
                             return llvm::is_contained(guards, guard);
                           }),
            own.end());
  return result;
}

NeededPoints loopyc::neededPoints(const StagedUses &uses,
                                  const std::vector<Predicate> &guards) {
  Kernel unguarded = uses.kernel;
  for (InstructionPtr &insn : unguarded.instructions)
    insn = withoutGuards(insn, guards);
  InstanceSets instances(uses.kernel), certain(unguarded);
  BoundedAffine affine(uses.kernel);
  NeededPoints needed;
  for (const StagedUses::Use &use : uses.list) {
    std::vector<std::string> inner;
    Names own;
    for (const std::string &iname : uses.kernel.instructions[use.insn]->inames)
      if (!llvm::is_contained(uses.outer, iname)) {
        inner.push_back(iname);
        own.push_back(primed(iname));
      }
    Substitution by = markedReferences(inner, Mark::Prime);
    Set place = Set::universe();
    bool isKnown = certain.exact(use.insn);
    for (size_t a = 0; a < uses.axes.size(); ++a) {
      auto at = affine(substitute(use.indices[a], by));
      isKnown = isKnown && at;
      if (at)
        place = place.intersect(PwAff::name(uses.axes[a]).eq(*at));
    }
    auto over = [&](InstanceSets &sets) {
      return sets.of(use.insn)
          .rename(markedNames(inner, Mark::Prime))
          .intersect(place)
          .project(own);
    };
    needed.possibly = needed.possibly.unite(over(instances));
    if (isKnown)
      needed.certainly = needed.certainly.unite(over(certain));
  }
  return needed;
}

static bool isOfOuter(const StagedUses &uses, const Expr &e) {
  std::set<std::string> names, arrays;
  collectNames(e, names, arrays);
  return std::all_of(names.begin(), names.end(), [&](const std::string &n) {
    return !uses.kernel.hasIname(n) || llvm::is_contained(uses.outer, n);
  });
}

std::vector<Predicate> loopyc::sharedGuards(const StagedUses &uses) {
  auto guardsOf = [&](const StagedUses::Use &use) -> const auto & {
    return uses.kernel.instructions[use.insn]->predicates;
  };
  std::vector<Predicate> shared;
  for (const Predicate &guard : guardsOf(uses.list.front())) {
    bool isShared =
        calledRules(guard).empty() && isOfOuter(uses, guard) &&
        std::all_of(uses.list.begin(), uses.list.end(),
                    [&](const StagedUses::Use &use) {
                      return llvm::is_contained(guardsOf(use), guard);
                    });
    if (isShared)
      shared.push_back(guard);
  }
  return shared;
}

// --- what may go wrong elsewhere

namespace {

class HarmFinder {
public:
  HarmFinder(const Kernel &kernel, const Set &points)
      : kernel(kernel), affine(kernel), points(points) {}

  std::string run(const Expr &value) {
    check(value);
    return found;
  }

private:
  void check(const Expr &e) {
    if (!found.empty())
      return;
    if (const auto *select = e.getIf<Select>())
      return checkBranches(*select);
    if (const auto *reduction = e.getIf<Reduction>())
      return checkReduction(*reduction);
    if (e.getIf<ArrayRef>())
      checkElement(e);
    else if (e.type().isInteger())
      checkDivisor(e);
    for (const Expr &operand : operands(e))
      check(operand);
  }

  void checkBranches(const Select &select) {
    check(select.condition);
    Set all = points;
    auto holds = toCondition(select.condition);
    points = holds ? all.intersect(*holds) : all;
    check(select.ifTrue);
    points = holds ? all.subtract(*holds) : all;
    check(select.ifFalse);
    points = all;
  }

  void checkReduction(const Reduction &reduction) {
    Set all = points;
    points = all.intersect(
        DomainIndex(kernel).domain(reduction.inames).flat());
    check(reduction.value);
    points = all;
  }

  void checkElement(const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    VariablePtr var = kernel.findVariable(array->name);
    for (size_t a = 0; a < array->subscripts.size(); ++a) {
      if (std::holds_alternative<ReusedAxis>(var->axes[a].tag))
        continue;
      auto index = valueOf(array->subscripts[a]);
      auto size = valueOf(var->axes[a].extent);
      if (!index || !size) {
        found = "it is unknown whether " + node.str() + " exists";
        return;
      }
      Set outside = index->lt(PwAff::constant(0)).unite(index->ge(*size));
      if (Set bad = points.intersect(outside); !bad.isEmpty()) {
        found = node.str() + " lies outside of '" + var->name + "'" + at(bad);
        return;
      }
    }
  }

  void checkDivisor(const Expr &node) {
    const auto *binary = node.getIf<Binary>();
    if (!binary)
      return;
    bool divides = binary->op == BinaryOp::Div || binary->op == BinaryOp::Rem ||
                   binary->op == BinaryOp::FloorDiv ||
                   binary->op == BinaryOp::FloorMod;
    bool raises = binary->op == BinaryOp::Pow;
    // The reciprocal of a power of zero.
    const Expr &divisor = raises ? binary->a : binary->b;
    auto exponent = raises ? asInteger(binary->b) : std::nullopt;
    if ((!divides && !raises) || (exponent && *exponent >= 0))
      return;
    auto value = valueOf(divisor);
    Set bad = value ? points.intersect(value->eq(PwAff::constant(0))) : points;
    if (!bad.isEmpty())
      found = "the divisor of " + node.str() + " may be zero" +
              (value ? at(bad) : "");
  }

  // Scalars that the kernel computes have one value here, that of the points.
  std::optional<PwAff> valueOf(const Expr &e) {
    if (!e)
      return std::nullopt;
    auto value = toAffine(e);
    return value ? value : affine(e);
  }

  std::string at(const Set &bad) const {
    auto point = bad.sample();
    std::string where =
        point ? iterationStr(kernel.inames(), *point) : std::string();
    return where.empty() ? "" : ", for example at (" + where + ")";
  }

  const Kernel &kernel;
  BoundedAffine affine;
  Set points;
  std::string found;
};

} // namespace

std::optional<std::string>
loopyc::harmOf(const Kernel &kernel, const Expr &value, const Set &points) {
  if (points.isEmpty())
    return std::nullopt;
  std::string harm = HarmFinder(kernel, points).run(value);
  return harm.empty() ? std::nullopt : std::optional<std::string>(harm);
}

static std::string harmOfAny(const Kernel &kernel,
                             const std::vector<Expr> &expressions,
                             const Set &points) {
  for (const Expr &e : expressions)
    if (auto harm = harmOf(kernel, e, points))
      return *harm;
  return "";
}

Expr loopyc::guardAgainstHarm(const Kernel &kernel, const Instruction &insn,
                              const std::vector<Expr> &expressions,
                              const NeededPoints &needed, std::string &harm) {
  Set around = DomainIndex(kernel)
                   .instances(insn.inames)
                   .flat()
                   .intersect(kernel.assumptions);
  harm = harmOfAny(kernel, expressions, around.subtract(needed.certainly));
  if (harm.empty())
    return Expr();
  Set kept = around.intersect(needed.possibly).coalesce();
  harm = harmOfAny(kernel, expressions, kept.subtract(needed.certainly));
  Expr guard = fromCondition(kept, around);
  if (const auto *literal = guard.getIf<LogicalLit>();
      literal && literal->value)
    return Expr();
  return typedNames(kernel, guard);
}
