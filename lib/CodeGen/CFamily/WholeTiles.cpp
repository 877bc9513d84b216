#include "CFamily/WholeTiles.h"

#include "CFamily/TileConstraints.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PlainForm;
using poly::PlainPart;
using poly::PwAff;
using poly::Set;

namespace {

class WholeTiles {
public:
  explicit WholeTiles(const ScheduledKernel &kernel) : kernel(kernel) {}
  std::optional<Set> run();

private:
  void visit(const std::vector<ScheduleNode> &nodes);
  void visit(const TileConstraints &all, const PlainPart &part,
             const PlainForm &form);
  bool isKnownInFront(const Set &condition) const;
  Set boxOf(const TileConstraints &all, const PlainPart &part,
            const std::set<std::string> &inner) const;

  const ScheduledKernel &kernel;
  poly::Names loops; // around the statement
  Set whole = Set::universe();
  std::set<std::string> known; // constraints
};

} // namespace

// What limits these names apart from groups.
Set WholeTiles::boxOf(const TileConstraints &all, const PlainPart &part,
                      const std::set<std::string> &inner) const {
  auto isOfBox = [&](const PlainForm &form) {
    std::set<std::string> own = all.innerNames(form);
    return !own.empty() && all.isPlain(form) && !all.tellsGroupsApart(form) &&
           std::includes(inner.begin(), inner.end(), own.begin(), own.end());
  };
  Set box = Set::universe();
  for (const PlainForm &form : part.nonNegative)
    if (isOfBox(form))
      box = box.intersect(all.where(form));
  for (const PlainForm &form : part.zero)
    if (isOfBox(form))
      box = box.intersect(all.whereZero(form));
  for (const HardwareAxis &axis : kernel.axes)
    if (inner.count(axis.str())) {
      PwAff at = PwAff::name(axis.str());
      box = box.intersect(at.ge(PwAff::constant(0)))
                .intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
    }
  return box;
}

// Not what the kernel computes itself.
bool WholeTiles::isKnownInFront(const Set &condition) const {
  for (const std::string &name : condition.flat().names()) {
    if (!condition.involves(name) || axisOf(name))
      continue;
    VariablePtr variable = kernel.kernel.findVariable(name);
    if (!variable || !variable->isValue())
      return false;
  }
  return true;
}

void WholeTiles::visit(const TileConstraints &all, const PlainPart &part,
                       const PlainForm &form) {
  if (!all.limitsTiles(form))
    return;
  std::set<std::string> inner = all.innerNames(form);
  Set box = boxOf(all, part, inner);
  // A loop as long as a size says has iterations that a tile is not made of.
  for (const std::string &name : inner)
    if (!box.minConst(name) || !box.maxConst(name))
      return;
  Set always = box.subtract(all.where(form))
                   .project(poly::Names(inner.begin(), inner.end()))
                   .complement()
                   .coalesce();
  if (!isKnownInFront(always))
    return;
  if (known.insert(always.str()).second &&
      !always.intersect(kernel.context.flat()).isEmpty())
    whole = whole.intersect(always);
}

void WholeTiles::visit(const std::vector<ScheduleNode> &nodes) {
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          loops.push_back(loop.iname);
          visit(loop.body);
          loops.pop_back();
        },
        [&](const StatementRun &run) {
          TileConstraints all(run.domain, loops);
          for (const PlainPart &part : all.parts())
            for (const PlainForm &form : part.nonNegative)
              visit(all, part, form);
        },
        [](const BarrierPoint &) {});
}

std::optional<Set> WholeTiles::run() {
  visit(kernel.body);
  Set context = kernel.context.flat();
  whole = whole.gist(context).coalesce();
  if (whole.intersect(context).isEmpty() || context.isSubset(whole))
    return std::nullopt;
  return whole;
}

std::optional<Set> codegen::wholeTiles(const ScheduledKernel &kernel) {
  return WholeTiles(kernel).run();
}

// --- is it worth it?

static int groupsIn(const Expr &e) {
  int count = 0;
  if (e)
    walk(e, [&](const Expr &node) {
      const auto *axis = node.getIf<AxisRef>();
      count += axis && axis->axis.isGroup();
      return true;
    });
  return count;
}

static int groupConditions(const Block &block, bool inLoop) {
  int count = 0;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          count += groupsIn(loop.init) + groupsIn(loop.condition) +
                   groupConditions(loop.body, true);
        },
        [&](const Guard &guard) {
          count += (inLoop ? groupsIn(guard.condition) : 0) +
                   groupConditions(guard.body, inLoop);
        },
        [](const Execute &) {}, [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
  return count;
}

int codegen::groupConditionsInLoops(const Block &block) {
  return groupConditions(block, false);
}
