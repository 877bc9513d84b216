//   t[x, y] = u[x + 128*g, y + 16*h]  by work-items tagged l.auto
//     ->  rows of t, copied by all work-items of the group together
// (loopyc/Analysis/RowCopies.h). Until code is generated, a loop over the rows
// that one work-item runs; what is copied does not change.
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Analysis/RowCopies.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"

#include <algorithm>
#include <set>

using namespace loopyc;

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
