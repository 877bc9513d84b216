#include "CFamily/UnseenInstances.h"

#include "CFamily/TileConstraints.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PlainForm;
using poly::PlainPart;
using poly::PwAff;
using poly::Set;

namespace {

struct Placed {
  const StatementRun *run;
  poly::Names loops; // around it
};

class Unseen {
public:
  explicit Unseen(const ScheduledKernel &kernel) : kernel(kernel) {
    collect(kernel.body, {});
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal()) {
        PwAff at = PwAff::name(axis.str());
        items = items.intersect(at.ge(PwAff::constant(0)))
                    .intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
      }
  }
  // By the order of runs in the schedule; none where nothing is to be had.
  std::vector<std::optional<Set>> run() const;

private:
  void collect(const std::vector<ScheduleNode> &nodes, poly::Names loops);
  std::optional<Set> extended(const Placed &place) const;
  bool mayRunAnywhere(const Instruction &insn, const Set &domain) const;
  bool isHarmless(const Expr &e, const Set &domain) const;
  bool isInside(const ArrayRef &ref, const Variable &var,
                const Set &domain) const;
  // { positions, parameters, subscripts } of the reference in the domain.
  std::optional<Set> elements(const Expr &ref, const Set &domain,
                              const poly::Names &loops) const;
  bool isSeen(const Expr &assignee, const Set &outside,
              const poly::Names &loops) const;

  const ScheduledKernel &kernel;
  std::vector<Placed> all;
  Set items = Set::universe(); // positions in a group
};

} // namespace

void Unseen::collect(const std::vector<ScheduleNode> &nodes,
                     poly::Names loops) {
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      poly::Names inside = loops;
      inside.push_back(loop->iname);
      collect(loop->body, inside);
    } else if (const auto *run = std::get_if<StatementRun>(&node.value)) {
      all.push_back({run, loops});
    }
}

static const std::string *nameOf(const Expr &ref) {
  if (const auto *array = ref.getIf<ArrayRef>())
    return &array->name;
  const auto *scalar = ref.getIf<VarRef>();
  return scalar ? &scalar->name : nullptr;
}

static std::vector<Expr> subscriptsOf(const Expr &ref) {
  const auto *array = ref.getIf<ArrayRef>();
  return array ? array->subscripts : std::vector<Expr>();
}

bool Unseen::isInside(const ArrayRef &ref, const Variable &var,
                      const Set &domain) const {
  for (size_t axis = 0; axis < ref.subscripts.size(); ++axis) {
    if (axis >= var.axes.size() || !var.axes[axis].extent)
      return false;
    auto at = toAffine(ref.subscripts[axis]);
    auto extent = toAffine(var.axes[axis].extent);
    if (!at || !extent ||
        !domain.isSubset(at->ge(PwAff::constant(0)).intersect(at->lt(*extent))))
      return false;
  }
  return true;
}

// Of integers, what cannot trap: no division but by a number.
static bool isHarmlessInteger(const Expr &node) {
  const auto *binary = node.getIf<Binary>();
  if (!binary)
    return node.getIf<IntLit>() || node.getIf<AxisRef>() ||
           node.getIf<Cast>() || node.getIf<Unary>();
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return true;
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
    return asInteger(binary->b).value_or(0) > 0;
  default:
    return false;
  }
}

// Reads of registers and local memory, and arithmetic of reals.
bool Unseen::isHarmless(const Expr &e, const Set &domain) const {
  bool result = true;
  walk(e, [&](const Expr &node) {
    if (node.getIf<ExternalCall>()) // of values that it was not made for
      result = false;
    const std::string *name = nameOf(node);
    VariablePtr var = name ? kernel.kernel.findVariable(*name) : nullptr;
    if (const auto *array = node.getIf<ArrayRef>()) {
      result = result && var && var->isTemporary() &&
               (var->space == AddressSpace::Private ||
                var->space == AddressSpace::Local) &&
               isInside(*array, *var, domain);
      return false; // subscripts are affine
    }
    if (name && var && !var->isValue())
      result = result && var->isTemporary() &&
               var->space == AddressSpace::Private && node.type().isReal();
    else if (!name)
      result = result && (node.type().isReal() ||
                          (node.type().isInteger() && isHarmlessInteger(node)));
    return result;
  });
  return result;
}

bool Unseen::mayRunAnywhere(const Instruction &insn, const Set &domain) const {
  const Assignment *assignment = std::get_if<Assignment>(&insn.body);
  if (const Update *update = insn.update())
    assignment = update->atomic ? nullptr : update;
  if (!assignment || !insn.predicates.empty())
    return false;
  const std::string *name = nameOf(assignment->assignee);
  VariablePtr var = name ? kernel.kernel.findVariable(*name) : nullptr;
  if (!var || !var->isTemporary() || var->space != AddressSpace::Private ||
      !var->baseStorage.empty() || !var->type.isReal())
    return false;
  const auto *array = assignment->assignee.getIf<ArrayRef>();
  return (!array || isInside(*array, *var, domain)) &&
         isHarmless(assignment->value, domain);
}

std::optional<Set> Unseen::elements(const Expr &ref, const Set &domain,
                                    const poly::Names &loops) const {
  Set result = domain;
  std::vector<Expr> subscripts = subscriptsOf(ref);
  for (size_t axis = 0; axis < subscripts.size(); ++axis) {
    auto at = toAffine(subscripts[axis]);
    if (!at)
      return std::nullopt;
    result = result.intersect(PwAff::name(subscriptName(axis)).eq(*at));
  }
  return result.project(loops);
}

// Does an instance inside read what instances outside assign?
bool Unseen::isSeen(const Expr &assignee, const Set &outside,
                    const poly::Names &loops) const {
  const std::string name = *nameOf(assignee);
  std::optional<Set> written = elements(assignee, outside, loops);
  if (!written)
    return true;
  bool seen = false;
  for (const Placed &place : all) {
    Set domain = place.run->domain.flat().intersect(kernel.context.flat());
    for (const InstructionPtr &insn : place.run->instructions) {
      std::vector<Expr> reads = insn->reads();
      reads.insert(reads.end(), insn->predicates.begin(),
                   insn->predicates.end());
      for (const Expr &read : reads)
        walk(read, [&](const Expr &node) {
          const std::string *other = nameOf(node);
          if (!seen && other && *other == name) {
            std::optional<Set> found = elements(node, domain, place.loops);
            seen = !found || !found->isDisjoint(*written);
          }
          return !seen;
        });
    }
  }
  return seen;
}

std::optional<Set> Unseen::extended(const Placed &place) const {
  TileConstraints constraints(place.run->domain, place.loops);
  if (constraints.parts().size() != 1)
    return std::nullopt;
  const PlainPart &part = constraints.parts().front();
  auto isPlain = [&](const PlainForm &form) {
    return constraints.isPlain(form);
  };
  if (!std::all_of(part.nonNegative.begin(), part.nonNegative.end(), isPlain) ||
      !std::all_of(part.zero.begin(), part.zero.end(), isPlain))
    return std::nullopt;
  Set result = Set::universe();
  bool isAskedInLoops = false;
  for (const PlainForm &form : part.nonNegative) {
    if (!constraints.limitsTiles(form)) {
      result = result.intersect(constraints.where(form));
      continue;
    }
    const std::set<std::string> names = constraints.innerNames(form);
    isAskedInLoops |= std::any_of(
        place.loops.begin(), place.loops.end(),
        [&](const std::string &loop) { return names.count(loop) > 0; });
  }
  for (const PlainForm &form : part.zero)
    result = result.intersect(constraints.whereZero(form));
  if (!isAskedInLoops) // one condition in front of the loops
    return std::nullopt;
  for (const std::string &loop : place.loops)
    if (!result.boundedAbove(loop) || !result.boundedBelow(loop))
      return std::nullopt;
  Set facts = kernel.context.flat().intersect(items);
  Set everywhere = result.intersect(facts);
  Set outside = everywhere.subtract(place.run->domain.flat());
  for (const InstructionPtr &insn : place.run->instructions)
    if (!mayRunAnywhere(*insn, everywhere) ||
        isSeen(insn->assignment().assignee, outside, place.loops))
      return std::nullopt;
  return result;
}

std::vector<std::optional<Set>> Unseen::run() const {
  std::vector<std::optional<Set>> result;
  for (const Placed &place : all)
    result.push_back(extended(place));
  return result;
}

static void setDomains(std::vector<ScheduleNode> &nodes,
                       const std::vector<std::optional<Set>> &domains,
                       size_t &next) {
  for (ScheduleNode &node : nodes)
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      setDomains(loop->body, domains, next);
    } else if (auto *run = std::get_if<StatementRun>(&node.value)) {
      if (const std::optional<Set> &domain = domains[next++])
        run->domain = *domain;
    }
}

ScheduledKernel codegen::withUnseenInstances(ScheduledKernel kernel) {
  const std::vector<std::optional<Set>> domains = Unseen(kernel).run();
  size_t next = 0;
  setDomains(kernel.body, domains, next);
  return kernel;
}
