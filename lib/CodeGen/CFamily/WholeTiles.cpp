#include "CFamily/WholeTiles.h"

#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/PlainSet.h"
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
  void visit(const Set &domain);
  void visit(const PlainPart &part, const PlainForm &form);
  Set boxOf(const PlainPart &part, const std::set<std::string> &inner) const;

  // The names with a factor in the form, of loops and work-items.
  std::set<std::string> innerNames(const PlainForm &form) const;
  bool tellsGroupsApart(const PlainForm &form) const;
  // Where a form has none of the part's quotients.
  bool isPlain(const PlainForm &form) const;
  Set where(const PlainForm &form) const; // it is >= 0

  const ScheduledKernel &kernel;
  poly::Names loops; // around the statement
  poly::Names names; // of its domain
  Set whole = Set::universe();
  std::set<std::string> known; // constraints
};

} // namespace

bool WholeTiles::isPlain(const PlainForm &form) const {
  return std::all_of(form.factors.begin() + names.size(), form.factors.end(),
                     [](int64_t factor) { return factor == 0; });
}

bool WholeTiles::tellsGroupsApart(const PlainForm &form) const {
  for (size_t i = 0; i < names.size(); ++i)
    if (std::optional<GridAxis> axis = axisOf(names[i]);
        axis && axis->isGroup() && form.factors[i])
      return true;
  return false;
}

std::set<std::string> WholeTiles::innerNames(const PlainForm &form) const {
  std::set<std::string> result;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!form.factors[i])
      continue;
    std::optional<GridAxis> axis = axisOf(names[i]);
    bool isInner = axis ? axis->isLocal()
                        : std::find(loops.begin(), loops.end(), names[i]) !=
                              loops.end();
    if (isInner)
      result.insert(names[i]);
  }
  return result;
}

Set WholeTiles::where(const PlainForm &form) const {
  PwAff sum = PwAff::constant(form.constant);
  for (size_t i = 0; i < names.size(); ++i)
    if (form.factors[i])
      sum = sum + PwAff::name(names[i]).scaled(form.factors[i]);
  return sum.ge(PwAff::constant(0));
}

// What limits these names apart from groups.
Set WholeTiles::boxOf(const PlainPart &part,
                      const std::set<std::string> &inner) const {
  Set box = Set::universe();
  auto add = [&](const PlainForm &form, bool isEquality) {
    std::set<std::string> own = innerNames(form);
    if (own.empty() || !isPlain(form) || tellsGroupsApart(form) ||
        !std::includes(inner.begin(), inner.end(), own.begin(), own.end()))
      return;
    box = box.intersect(where(form));
    if (isEquality) {
      PlainForm negative = form;
      negative.constant = -negative.constant;
      for (int64_t &factor : negative.factors)
        factor = -factor;
      box = box.intersect(where(negative));
    }
  };
  for (const PlainForm &form : part.nonNegative)
    add(form, false);
  for (const PlainForm &form : part.zero)
    add(form, true);
  for (const HardwareAxis &axis : kernel.axes)
    if (inner.count(axis.str())) {
      PwAff at = PwAff::name(axis.str());
      box = box.intersect(at.ge(PwAff::constant(0)))
                .intersect(at.lt(PwAff::constant(*asInteger(axis.size))));
    }
  return box;
}

void WholeTiles::visit(const PlainPart &part, const PlainForm &form) {
  std::set<std::string> inner = innerNames(form);
  if (inner.empty() || !isPlain(form) || !tellsGroupsApart(form))
    return;
  Set box = boxOf(part, inner);
  // A loop as long as a size says has iterations that a tile is not made of.
  for (const std::string &name : inner)
    if (!box.minConst(name) || !box.maxConst(name))
      return;
  Set holds = where(form);
  Set always = box.subtract(holds)
                   .project(poly::Names(inner.begin(), inner.end()))
                   .complement()
                   .coalesce();
  if (known.insert(always.str()).second &&
      !always.intersect(kernel.context.flat()).isEmpty())
    whole = whole.intersect(always);
}

void WholeTiles::visit(const Set &domain) {
  Set flat = domain.flat();
  names = flat.names();
  for (const PlainPart &part : poly::plainSet(flat, names).parts)
    for (const PlainForm &form : part.nonNegative)
      visit(part, form);
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
        [&](const StatementRun &run) { visit(run.domain); },
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
        [](const Execute &) {}, [](const Barrier &) {});
  return count;
}

int codegen::groupConditionsInLoops(const Block &block) {
  return groupConditions(block, false);
}

int codegen::numberOfStatements(const Block &block) {
  int count = 0;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) { count += numberOfStatements(loop.body); },
        [&](const Guard &guard) { count += numberOfStatements(guard.body); },
        [&](const Execute &) { ++count; }, [](const Barrier &) {});
  return count;
}
