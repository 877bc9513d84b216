#include "loopyc/Analysis/RowCopies.h"

#include "loopyc/IR/Images.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace loopyc;

static const char *const option = "row_copies";
static constexpr int64_t pieceBytes = 16;

std::vector<std::string> loopyc::rowCopies(const Kernel &kernel) {
  auto all = kernel.options.values.find(option);
  if (all == kernel.options.values.end())
    return {};
  llvm::SmallVector<llvm::StringRef, 4> names;
  llvm::StringRef(all->second).split(names, ' ', -1, false);
  return {names.begin(), names.end()};
}

void loopyc::addRowCopies(Kernel &kernel, const std::string &temporary) {
  std::string &text = kernel.options.values[option];
  text += (text.empty() ? "" : " ") + temporary;
}

[[noreturn]] static void fail(const Instruction &copy,
                              const std::string &what) {
  throw UserError("copy_rows: '" + copy.id + "' copies no rows: " + what,
                  copy.range);
}

// By how much the index grows with the iname; nullopt: by no constant.
static std::optional<int64_t> step(const Expr &index,
                                   const std::string &iname) {
  if (!mentions(index, iname))
    return 0;
  return asInteger(
      fold(substitute(index, {{iname, Expr::var(iname) + 1}}) - index));
}

// Along which axis of the source alone does it go on with the iname, one by
// one?
static std::optional<size_t> axisAlong(const ArrayRef &source,
                                       const std::string &iname) {
  std::optional<size_t> found;
  for (size_t axis = 0; axis < source.subscripts.size(); ++axis) {
    auto by = step(source.subscripts[axis], iname);
    if (by == 0)
      continue;
    if (by != 1 || found)
      return std::nullopt;
    found = axis;
  }
  return found;
}

static std::string inameAt(const ArrayRef &ref, size_t axis) {
  const auto *var = ref.subscripts[axis].getIf<VarRef>();
  return var ? var->name : std::string();
}

static std::optional<size_t> unitAxis(const Variable &array) {
  std::vector<Expr> strides = axisStrides(array);
  for (size_t axis = 0; axis < strides.size(); ++axis)
    if (strides[axis] && asInteger(fold(strides[axis])) == 1)
      return axis;
  return std::nullopt;
}

static size_t apart(size_t a, size_t b) { return a > b ? a - b : b - a; }

RowAxes loopyc::rowAxes(const Kernel &kernel, const Instruction &copy) {
  const auto *assignment = std::get_if<Assignment>(&copy.body);
  const auto *to =
      assignment ? assignment->assignee.getIf<ArrayRef>() : nullptr;
  const auto *from = assignment ? assignment->value.getIf<ArrayRef>() : nullptr;
  VariablePtr source = from ? kernel.findVariable(from->name) : nullptr;
  if (!to || !source || !source->isArgument() ||
      source->space != AddressSpace::Global || isImage(kernel, source->name) ||
      !copy.predicates.empty())
    fail(copy, "it must set elements to those of an array argument, without "
               "a condition");
  VariablePtr target = kernel.findVariable(to->name);
  if (source->type != target->type || vectorLength(*source) != 1)
    fail(copy, "'" + source->name + "' must have the type of '" + target->name +
                   "', and no short vectors");
  std::optional<size_t> unit = unitAxis(*source);
  if (!unit)
    fail(copy, "along no axis of '" + source->name +
                   "' do neighbours lie side by side");
  RowAxes axes{source->name, 0, *unit, {}, {}};
  bool hasColumn = false;
  for (size_t axis = 0; axis < target->visibleAxes(); ++axis) {
    const std::string iname = inameAt(*to, axis);
    auto along = kernel.hasIname(iname) ? axisAlong(*from, iname)
                                        : std::optional<size_t>();
    if (!along)
      continue;
    if (*along == *unit) {
      axes.column = axis;
      hasColumn = true;
    } else if (!axes.sourceRow ||
               apart(*along, *unit) < apart(*axes.sourceRow, *unit)) {
      axes.row = axis;
      axes.sourceRow = along;
    }
  }
  if (!hasColumn)
    fail(copy, "no axis of '" + target->name +
                   "' goes along with neighbours of '" + source->name +
                   "'; sweep over what reads them");
  return axes;
}

std::vector<Expr> loopyc::firstElement(const Instruction &copy,
                                       const RowAxes &axes) {
  const auto &assignment = std::get<Assignment>(copy.body);
  Substitution zero;
  for (const std::string &iname : rowInames(copy, axes))
    zero[iname] = Expr::integer(0);
  std::vector<Expr> result;
  for (const Expr &index : assignment.value.getIf<ArrayRef>()->subscripts)
    result.push_back(fold(substitute(index, zero)));
  return result;
}

RowAxes loopyc::rowAxes(const Kernel &kernel, const std::string &temporary) {
  const VariablePtr var = kernel.findVariable(temporary);
  std::optional<RowAxes> axes;
  std::vector<Expr> first;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!insn->assigns(temporary))
      continue;
    const RowAxes own = rowAxes(kernel, *insn);
    if (axes && !(*axes == own))
      fail(*insn, "its rows lie along other axes, or in another array, than "
                  "what else is copied to '" +
                      temporary + "'");
    // One slot: what several bring has to fit together.
    const std::vector<Expr> ownFirst = firstElement(*insn, own);
    if (axes && var && var->visibleAxes() == (own.row ? 2u : 1u) &&
        !std::equal(first.begin(), first.end(), ownFirst.begin(),
                    ownFirst.end()))
      fail(*insn, "it brings other elements to the places of '" + temporary +
                      "' than what else is copied there");
    axes = own;
    first = ownFirst;
  }
  if (!axes)
    throw UserError("copy_rows: nothing is copied to '" + temporary + "'",
                    kernel.range);
  return *axes;
}

std::vector<std::string> loopyc::rowInames(const Instruction &copy,
                                           const RowAxes &axes) {
  const ArrayRef &to =
      *std::get<Assignment>(copy.body).assignee.getIf<ArrayRef>();
  std::vector<std::string> inames{inameAt(to, axes.column)};
  if (axes.row)
    inames.push_back(inameAt(to, *axes.row));
  return inames;
}

static int64_t extentOf(const Variable &temporary, size_t axis) {
  auto extent = asInteger(temporary.axes[axis].extent);
  if (!extent || *extent < 1)
    throw UserError("copy_rows: axis " + std::to_string(axis) + " of '" +
                        temporary.name + "' must have a constant extent",
                    temporary.range);
  return *extent;
}

RowLayout loopyc::rowLayout(const Variable &temporary, const RowAxes &axes) {
  RowLayout layout;
  layout.together = pieceBytes / temporary.type.bytes;
  layout.columns = extentOf(temporary, axes.column);
  layout.rows = axes.row ? extentOf(temporary, *axes.row) : 1;
  for (size_t axis = 0; axis < temporary.visibleAxes(); ++axis)
    if (axis != axes.column && axis != axes.row)
      layout.slots *= extentOf(temporary, axis);
  layout.pitch = static_cast<int64_t>(
      llvm::alignTo(layout.columns + layout.together - 1, layout.together));
  return layout;
}

std::vector<int64_t> loopyc::slotStrides(const Variable &temporary,
                                         const RowAxes &axes) {
  std::vector<int64_t> strides(temporary.axes.size(), 0);
  int64_t stride = 1;
  for (size_t axis = 0; axis < temporary.visibleAxes(); ++axis) {
    if (axis == axes.column || axis == axes.row)
      continue;
    strides[axis] = stride;
    stride *= extentOf(temporary, axis);
  }
  return strides;
}
