#include "CFamily/CopyLoops.h"

#include "CFamily/Conditions.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

// More are loops whose last group had better be shorter.
static constexpr int64_t mostIterations = 64;

namespace {

class Finder {
public:
  Finder(const ScheduledKernel &kernel, const Set &facts)
      : kernel(kernel), facts(facts.flat()) {
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal())
        items.push_back(axis.str());
  }

  std::map<const StatementRun *, CopyLoops> run() {
    visit(kernel.body, {});
    return std::move(found);
  }

private:
  // `own`: loops around the nodes that hold nothing else.
  void visit(const std::vector<ScheduleNode> &nodes, const poly::Names &own);
  void visit(const StatementRun &run, const poly::Names &own);
  bool isCopy(const Instruction &insn) const;
  // { the loops' ranges }, if they are constant and short; else null.
  Set fewIterations(const Set &box, const poly::Names &own) const;

  const ScheduledKernel &kernel;
  const Set facts;
  poly::Names items; // local axes
  std::map<const StatementRun *, CopyLoops> found;
};

} // namespace

// Does it only fill private or local memory from global memory?
bool Finder::isCopy(const Instruction &insn) const {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  if (!assignment)
    return false;
  VariablePtr to = kernel.kernel.findVariable(insn.assigneeNames().front());
  if (!to || !to->isTemporary() || to->space == AddressSpace::Global)
    return false;
  std::set<std::string> scalars, arrays;
  collectNames(assignment->value, scalars, arrays);
  return std::any_of(arrays.begin(), arrays.end(), [&](const auto &name) {
    VariablePtr from = kernel.kernel.findVariable(name);
    return from && (!from->isTemporary() || from->space == AddressSpace::Global);
  });
}

Set Finder::fewIterations(const Set &box, const poly::Names &own) const {
  int64_t iterations = 1;
  Set ranges = Set::universe();
  for (const std::string &loop : own) {
    auto low = box.minConst(loop), high = box.maxConst(loop);
    auto range = low && high ? integers::difference(*high, *low) : std::nullopt;
    if (!range || *range >= mostIterations)
      return Set();
    iterations *= *range + 1;
    if (iterations > mostIterations)
      return Set();
    ranges = ranges.intersect(PwAff::name(loop).ge(PwAff::constant(*low)))
                 .intersect(PwAff::name(loop).le(PwAff::constant(*high)));
  }
  return ranges;
}

void Finder::visit(const StatementRun &run, const poly::Names &own) {
  if (own.empty() || run.instructions.empty() ||
      !std::all_of(run.instructions.begin(), run.instructions.end(),
                   [&](const InstructionPtr &insn) { return isCopy(*insn); }))
    return;
  Set domain = run.domain.flat().intersect(facts);
  poly::Names inner = own, outer;
  inner.insert(inner.end(), items.begin(), items.end());
  for (const std::string &name : domain.names())
    if (std::find(inner.begin(), inner.end(), name) == inner.end())
      outer.push_back(name);
  Set ranges =
      domain.isEmpty() ? Set() : fewIterations(domain.project(outer), own);
  if (!ranges)
    return;
  // ... in the groups, and iterations around, that have any.
  Set constant = ranges.intersect(domain.project(inner).gist(facts));
  Set inside = domain.gist(constant.intersect(facts)).coalesce();
  if (std::none_of(own.begin(), own.end(), [&](const std::string &loop) {
        return inside.involves(loop);
      }))
    return; // one condition in front of the loops
  found[&run] = {constant,
                 tidyCondition(
                     fromCondition(inside, constant.intersect(facts))),
                 own};
}

void Finder::visit(const std::vector<ScheduleNode> &nodes,
                   const poly::Names &own) {
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          poly::Names inside = nodes.size() == 1 ? own : poly::Names();
          if (!loop.tag.isVector())
            inside.push_back(loop.iname);
          visit(loop.body, inside);
        },
        [&](const StatementRun &run) {
          visit(run, nodes.size() == 1 ? own : poly::Names());
        },
        [](const BarrierPoint &) {});
}

std::map<const StatementRun *, CopyLoops>
codegen::constantCopyLoops(const ScheduledKernel &kernel, const Set &facts) {
  return Finder(kernel, facts).run();
}
