//   t[x, y] = u[x + 128*g, y + 16*h]  by work-items tagged l.auto
//     ->  rows of t, copied by all work-items of the group together
// (loopyc/Analysis/RowCopies.h). Until code is generated, a loop over the rows
// that one work-item runs; what is copied does not change.
#include "Dataflow.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Analysis/RowCopies.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const copying = "copy_rows";

[[noreturn]] static void fail(const std::string &what,
                              const SourceRange &range = {}) {
  throw UserError(std::string(copying) + ": " + what, range);
}

static void requireGroupsOwn(const Variable &temporary) {
  if (temporary.space != AddressSpace::Auto &&
      temporary.space != AddressSpace::Local)
    fail("'" + temporary.name + "' must be in local memory, but it is " +
             addressSpaceName(temporary.space),
         temporary.range);
  if (!temporary.baseStorage.empty())
    fail("'" + temporary.name + "' shares its storage with others",
         temporary.range);
  const int bytes = temporary.type.bytes;
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fail("elements of '" + temporary.name + "' must have 4, 8 or 16 bytes",
         temporary.range);
  for (const Axis &axis : temporary.axes)
    if (std::holds_alternative<VectorAxis>(axis.tag) ||
        std::holds_alternative<SeparateAxis>(axis.tag))
      fail("an axis of '" + temporary.name + "' is tagged '" +
               axisTagStr(axis.tag) + "', and rows are of single elements",
           temporary.range);
}

// All work-items of the group take part, whatever their axes.
static void takeFromWorkItems(Kernel &kernel, const Instruction &copy,
                              const RowAxes &axes) {
  std::vector<std::string> rows = rowInames(copy, axes);
  for (const std::string &iname : copy.inames) {
    const InameTag tag = kernel.tagOf(iname);
    const bool isRow = std::find(rows.begin(), rows.end(), iname) != rows.end();
    if (tag.isOpen()) {
      for (const InstructionPtr &other : kernel.instructions)
        if (other->within(iname) && !other->assigns(copy.assigneeNames()[0]))
          fail("'" + iname + "', which '" + copy.id +
                   "' copies along, is an iname of '" + other->id + "', too",
               copy.range);
      kernel.inameTags.erase(iname);
    } else if (tag.isLocal() || (isRow && !tag.isPlain())) {
      fail("'" + iname + "', which '" + copy.id +
               "' copies along, is tagged '" + tag.str() +
               "'; leave it untagged or l.auto, since all work-items copy",
           copy.range);
    }
  }
}

namespace {

// All rows of a slot begin as those that were copied there last do. So between
// the copy of an element and its use, nothing is copied to its slot of which
// other elements come to the same places:
//   { copy -> use', other'' : copy <= other < use, slots equal, first elements
//                             different }  is empty
class SlotCheck {
public:
  SlotCheck(const Kernel &kernel, const std::string &temporary,
            const RowAxes &axes)
      : kernel(kernel), axes(axes), affine(kernel), instances(kernel),
        graph(kernel, [&](const AccessInfo &access) {
          return access.variable == temporary;
        }) {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (kernel.instructions[i]->assigns(temporary))
        copies.push_back(static_cast<int>(i));
  }

  void run() {
    for (const DependenceEdge &edge : graph.edges())
      if (edge.kind == DependenceKind::Flow)
        for (int other : copies)
          check(edge, other);
  }

private:
  const Instruction &insn(int i) const { return *kernel.instructions[i]; }

  static const std::vector<Expr> &places(const Instruction &copy) {
    return std::get<Assignment>(copy.body)
        .assignee.getIf<ArrayRef>()
        ->subscripts;
  }

  Set equalSlots(const Instruction &copy, const Instruction &other,
                 const Substitution &by) {
    Set equal = Set::universe();
    for (size_t axis = 0; axis < places(copy).size(); ++axis) {
      if (axis == axes.column || axis == axes.row)
        continue;
      auto x = affine(places(copy)[axis]);
      auto y = affine(substitute(places(other)[axis], by));
      if (x && y)
        equal = equal.intersect(x->eq(*y));
    }
    return equal;
  }

  Set differentElements(const Instruction &copy, const Instruction &other,
                        const Substitution &by) {
    const std::vector<Expr> own = firstElement(copy, axes);
    const std::vector<Expr> its = firstElement(other, axes);
    Set different = Set::empty();
    for (size_t axis = 0; axis < own.size(); ++axis) {
      auto x = affine(own[axis]), y = affine(substitute(its[axis], by));
      different = different.unite(x && y ? x->ne(*y) : Set::universe());
    }
    return different;
  }

  static ReferenceTime timeOf(const Instruction &insn,
                              const Substitution &by = {}) {
    ReferenceTime time;
    for (const Expr &component : insn.time)
      time.push_back(substitute(component, by));
    return time;
  }

  void check(const DependenceEdge &edge, int number) {
    const Instruction &copy = insn(edge.source), &use = insn(edge.sink),
                      &other = insn(number);
    const Substitution by = markedReferences(other.inames, Mark::DoublePrime);
    Set all = differentElements(copy, other, by)
                  .intersect(equalSlots(copy, other, by));
    if (all.isEmpty())
      return;
    all = all.intersect(graph.relation(edge))
              .intersect(instances.of(number).rename(
                  markedNames(other.inames, Mark::DoublePrime)));
    for (const std::string &iname : copy.inames) // of one group
      if (kernel.tagOf(iname).isGroup() && other.within(iname))
        all = all.intersect(PwAff::name(iname).eq(
            PwAff::name(VarRef{iname, Mark::DoublePrime}.str())));
    const ReferenceTime at = timeOf(other, by);
    all = all.intersect(timesOrdered(timeOf(copy), at, true, affine));
    all = all.intersect(timesOrdered(
        at, timeOf(use, markedReferences(use.inames, Mark::Prime)), false,
        affine));
    if (all.isEmpty())
      return;
    std::string example;
    if (auto point = all.sample())
      if (std::string where = iterationStr(use.inames, *point, Mark::Prime);
          !where.empty())
        example = ", for example for (" + where + ")";
    throw UserError(
        std::string(copying) + ": '" + other.id +
            "' copies other elements to the places of a slot while '" +
            use.id + "' still has to read what '" + copy.id +
            "' copied there" + example +
            ": all of a slot is copied at once, from one place on",
        other.range)
        .note("it is read here", use.range);
  }

  const Kernel &kernel;
  const RowAxes &axes;
  BoundedAffine affine;
  InstanceSets instances;
  DependenceGraph graph;
  std::vector<int> copies;
};

} // namespace

Kernel loopyc::copyRows(const Kernel &kernel, const std::string &temporary) {
  auto var =
      std::make_shared<Variable>(*resolveTemporary(kernel, temporary, copying));
  const std::vector<std::string> known = rowCopies(kernel);
  if (std::find(known.begin(), known.end(), var->name) != known.end())
    fail("rows of '" + var->name + "' are copied so already", var->range);
  requireGroupsOwn(*var);
  const RowAxes axes = rowAxes(kernel, var->name);
  const RowLayout layout = rowLayout(*var, axes);
  const std::vector<int64_t> slots = slotStrides(*var, axes);
  SlotCheck(kernel, var->name, axes).run();
  Kernel result = kernel;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(var->name))
      takeFromWorkItems(result, *insn, axes);
  var->space = AddressSpace::Local;
  for (size_t axis = 0; axis < var->visibleAxes(); ++axis) {
    const int64_t stride = axis == axes.column ? 1
                           : axis == axes.row  ? layout.pitch
                                              : slots[axis] * layout.slotSize();
    var->axes[axis].tag = StrideAxis{Expr::integer(stride)};
  }
  checkLayout(kernel, *var);
  result.setVariable(var);
  addRowCopies(result, var->name);
  return result;
}
