#include "CFamily/RowCopies.h"

#include "CFamily/Conditions.h"
#include "loopyc/Analysis/RowCopies.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

namespace {

class Finder {
public:
  Finder(const ScheduledKernel &kernel, const Set &facts)
      : kernel(kernel), facts(facts.flat()) {
    for (const std::string &name : rowCopies(kernel.kernel))
      names.insert(name);
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal())
        items.push_back(axis.str());
  }

  RowCopies run() {
    if (!names.empty())
      visit(kernel.body);
    requireAlone(kernel.body);
    return std::move(found);
  }

private:
  void visit(const std::vector<ScheduleNode> &nodes);
  void visit(const StatementRun &run);
  void requireAlone(const std::vector<ScheduleNode> &nodes) const;
  RowCopy rectangle(const StatementRun &run,
                    const std::vector<std::string> &inames) const;
  [[noreturn]] void fail(const Instruction &copy,
                         const std::string &what) const;

  const ScheduledKernel &kernel;
  const Set facts;
  std::set<std::string> names;
  poly::Names items;
  RowCopies found;
};

} // namespace

void Finder::fail(const Instruction &copy, const std::string &what) const {
  throw UserError("kernel '" + kernel.kernel.name +
                      "': copy_rows cannot copy rows by '" + copy.id +
                      "': " + what,
                  copy.range);
}

RowCopy Finder::rectangle(const StatementRun &run,
                          const std::vector<std::string> &inames) const {
  const Instruction &copy = *run.instructions.front();
  const Set all = run.domain.flat().intersect(facts);
  for (const std::string &item : items)
    if (!all.isSubset(PwAff::name(item).eq(PwAff::constant(0))))
      fail(copy, "work-items copy elements of their own along " + item +
                     "; leave its inames untagged or l.auto");
  const Set here = all.project(items);
  poly::Names around;
  for (const std::string &name : here.names())
    if (std::find(inames.begin(), inames.end(), name) == inames.end())
      around.push_back(name);
  RowCopy result;
  LoopValues first;
  result.domain = here.project(inames);
  Set box = result.domain;
  std::vector<Expr> counts;
  for (const std::string &iname : inames) {
    const PwAff low = here.minOf(iname, around),
                high = here.maxOf(iname, around);
    box = box.intersect(PwAff::name(iname).ge(low))
              .intersect(PwAff::name(iname).le(high));
    first[iname] = fold(fromAffine(low, result.domain));
    counts.push_back(
        fold(fromAffine(high - low + PwAff::constant(1), result.domain)));
  }
  if (!box.isSubset(here))
    fail(copy, "the elements that it copies at once are no rectangle; "
               "fetch_bounding_box=True loads all between them");
  result.first = mapExprs(run.instructions.front(),
                          [&](const Expr &e) { return withValues(e, first); });
  result.step.columns = counts.front();
  result.step.rows = counts.size() > 1 ? counts.back() : Expr::integer(1);
  return result;
}

void Finder::visit(const StatementRun &run) {
  for (const InstructionPtr &insn : run.instructions) {
    const auto assigned = insn->assigneeNames();
    if (std::none_of(assigned.begin(), assigned.end(),
                     [&](const auto &name) { return names.count(name) > 0; }))
      continue;
    const std::vector<std::string> inames =
        rowInames(*insn, rowAxes(kernel.kernel, assigned.front()));
    if (run.instructions.size() > 1)
      fail(*insn, "'" + run.instructions.front()->id +
                      "' is in the same loops over rows");
    found.runs[&run] = rectangle(run, inames);
    found.loops.insert(inames.begin(), inames.end());
  }
}

// Nothing else is in the loops whose place the step takes.
void Finder::requireAlone(const std::vector<ScheduleNode> &nodes) const {
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      if (loop->body.size() > 1 && found.loops.count(loop->iname))
        throw UserError("kernel '" + kernel.kernel.name + "': the loop over '" +
                            loop->iname +
                            "', along rows that copy_rows copies, has other "
                            "statements, too",
                        kernel.kernel.range);
      requireAlone(loop->body);
    }
}

void Finder::visit(const std::vector<ScheduleNode> &nodes) {
  for (const ScheduleNode &node : nodes)
    match(
        node.value, [&](const ScheduleLoop &loop) { visit(loop.body); },
        [&](const StatementRun &run) { visit(run); },
        [](const BarrierPoint &) {});
}

RowCopies codegen::findRowCopies(const ScheduledKernel &kernel,
                                 const Set &facts) {
  return Finder(kernel, facts).run();
}

// --- where rows lie

static RowStorage storageOf(const Kernel &kernel, const Variable &temporary) {
  const RowAxes axes = rowAxes(kernel, temporary.name);
  const RowLayout layout = rowLayout(temporary, axes);
  RowStorage rows;
  rows.column = axes.column;
  rows.row = axes.row;
  rows.slotStrides = slotStrides(temporary, axes);
  rows.slots = layout.slots;
  rows.rows = layout.rows;
  rows.elements = layout.slots * layout.slotSize();
  rows.together = layout.together;
  rows.pieces = layout.pieces();
  if (axes.row)
    rows.sourcePitch =
        fold(axisStrides(*kernel.findVariable(axes.source))[*axes.sourceRow]);
  return rows;
}

std::map<std::string, RowStorage>
codegen::rowStorage(const ScheduledKernel &kernel) {
  std::map<std::string, RowStorage> result;
  for (const std::string &name : rowCopies(kernel.kernel))
    if (VariablePtr temporary = kernel.kernel.findVariable(name))
      result[name] = storageOf(kernel.kernel, *temporary);
    else if (!kernel.isPart)
      throw UserError("kernel '" + kernel.kernel.name + "': '" + name +
                          "' is not there any more, whose rows copy_rows "
                          "copies; call it after what renames temporaries",
                      kernel.kernel.range);
  return result;
}

Expr codegen::slotOf(const RowStorage &rows, const ArrayRef &element) {
  Expr slot = Expr::integer(0);
  for (size_t axis = 0; axis < element.subscripts.size(); ++axis)
    if (axis < rows.slotStrides.size() && rows.slotStrides[axis] > 0)
      slot = slot + element.subscripts[axis] * rows.slotStrides[axis];
  return fold(slot);
}

// An expression with the same remainder, with smaller factors: 4*i + 5*n is n
// modulo 4.
static Expr congruent(const Expr &e, int64_t modulus) {
  if (auto number = asInteger(e))
    return Expr::integer((*number % modulus + modulus) % modulus, e.type());
  const Binary *binary = e.getIf<Binary>();
  if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub &&
                  binary->op != BinaryOp::Mul))
    return e;
  return fold(Expr::binary(binary->op, congruent(binary->a, modulus),
                           congruent(binary->b, modulus), e.type()));
}

Expr codegen::rowStart(const RowStorage &rows, const ArrayRef &element) {
  if (!rows.row)
    return Expr::integer(0);
  const Expr &row = element.subscripts[*rows.row];
  return congruent(fold(row * rows.sourcePitch), rows.together);
}
