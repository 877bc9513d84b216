// Array references: which identifier, which linear index, which component.
#include "CFamily/ExprPrinter.h"

#include "CFamily/RowCopies.h"
#include "loopyc/IR/Images.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Divisions.h"

#include <algorithm>
#include <variant>

using namespace loopyc;
using namespace loopyc::codegen;

// a[..., 2, ...] with a sep axis is a_s2[...].
std::string ExprPrinter::identifier(const Storage &storage,
                                    const ArrayRef &ref) {
  if (storage.separateExtents.empty())
    return storage.identifiers.front();
  int64_t number = 0;
  size_t next = 0;
  for (size_t a = 0; a < ref.subscripts.size(); ++a) {
    if (!std::holds_alternative<SeparateAxis>(storage.var->axes[a].tag))
      continue;
    auto index = asInteger(fold(ref.subscripts[a]));
    int64_t extent = storage.separateExtents[next++];
    if (!index)
      throw UserError("axis " + std::to_string(a) + " of array '" + ref.name +
                          "' is tagged sep, which wants constant indices, but "
                          "it is indexed with " +
                          ref.subscripts[a].str() +
                          "; tag the inames in it unr",
                      storage.var->range);
    if (*index < 0 || *index >= extent)
      throw UserError("index " + std::to_string(*index) + " of axis " +
                          std::to_string(a) + " of array '" + ref.name +
                          "' is outside its extent " + std::to_string(extent),
                      storage.var->range);
    number = number * extent + *index;
  }
  return storage.identifiers[number];
}

// Products in 64 bits: (long) n * (j + (long) m * k) + i.
Expr ExprPrinter::widened(const Expr &index) {
  const auto *b = index.getIf<Binary>();
  if (!b)
    return index;
  if (b->op == BinaryOp::Mul) {
    const Type wide = Type::integer(8);
    Expr first = b->a.type() == wide ? b->a : Expr::cast(b->a, wide);
    if (auto literal = asInteger(b->a))
      first = Expr::integer(*literal, Type::integer(8));
    return Expr::binary(BinaryOp::Mul, first, widened(b->b), Type::integer(8));
  }
  if (b->op == BinaryOp::Add || b->op == BinaryOp::Sub)
    return Expr::binary(b->op, widened(b->a), widened(b->b), index.type());
  return index;
}

static bool hasLiteralStrides(const Storage &storage) {
  for (const Expr &stride : storage.strides)
    if (stride && !asInteger(stride))
      return false;
  return true;
}

// Do extents alone say where elements lie?
static bool isDense(const Variable &var) {
  for (const Axis &axis : var.axes) {
    const auto *nested = std::get_if<NestedAxis>(&axis.tag);
    if (std::holds_alternative<StrideAxis>(axis.tag) ||
        (nested && nested->alignBytes > 1))
      return false;
  }
  return true;
}

static void addTerm(Expr &sum, const Expr &term) {
  sum = sum ? Expr::binary(BinaryOp::Add, sum, term, term.type()) : term;
}

// i + n*(j + m*k) of the levels from `first` to before `end`, from the slowest
// axis inward; constants are folded as long as extents are.
static Expr nestedIndex(const std::vector<Expr> &subscripts,
                        const std::vector<Expr> &extents, size_t first,
                        size_t end) {
  Expr index;
  bool folded = true;
  for (size_t level = end; level-- > first;) {
    const Expr &subscript = subscripts[level], &extent = extents[level];
    if (!index) {
      index = subscript;
      continue;
    }
    Expr outer = Expr::binary(BinaryOp::Mul, extent, index);
    Expr sum = Expr::binary(BinaryOp::Add, subscript, outer);
    if (folded && (asInteger(extent) || asInteger(index))) {
      index = fold(sum);
      continue;
    }
    folded = false;
    index = asInteger(subscript) == 0 ? outer : sum;
  }
  return index;
}

std::vector<Expr> codegen::nestedExtents(const Variable &var) {
  std::vector<Expr> extents;
  for (const Axis &axis : var.axes)
    if (const auto *nested = std::get_if<NestedAxis>(&axis.tag)) {
      extents.resize(std::max<size_t>(extents.size(), nested->level + 1));
      extents[nested->level] = axis.extent;
    }
  return extents;
}

// What stays the same in the loops around, where more than the fastest axis
// does, is apart: i + n*j + stride*k in a loop over k, in front of which
// compilers then compute i + n*j. The stride n*m has a name, since they would
// take n out of the sum again.
static Expr nestedIndex(const Storage &storage, const ArrayRef &ref,
                        const LoopsAround *loops) {
  const Variable &var = *storage.var;
  const std::vector<Expr> extents = nestedExtents(var);
  const size_t levels = extents.size();
  std::vector<Expr> subscripts(levels);
  for (size_t a = 0; a < var.axes.size(); ++a)
    if (const auto *nested = std::get_if<NestedAxis>(&var.axes[a].tag))
      subscripts[nested->level] = fold(ref.subscripts[a]);
  size_t stay = 0;
  while (loops && stay < levels && !loops->change(subscripts[stay]))
    ++stay;
  Expr stride;
  for (size_t level = 0; stay < levels && level < stay; ++level)
    stride = stride ? fold(stride * extents[level]) : extents[level];
  if (stay > 1 && stride)
    stride = loops->named(stride);
  if (stay < 2 || !stride)
    return nestedIndex(subscripts, extents, 0, levels);
  const Expr within = nestedIndex(subscripts, extents, 0, stay),
             outer =
                 Expr::binary(BinaryOp::Mul, stride,
                              nestedIndex(subscripts, extents, stay, levels));
  return asInteger(within) == 0 ? outer
                                : Expr::binary(BinaryOp::Add, within, outer);
}

// Of the element among those that one work-item sees.
Expr codegen::elementIndex(const Storage &storage, const ArrayRef &ref,
                           const LoopsAround *loops) {
  Expr index;
  bool componentsInside =
      false; // without vector types: lanes are the last axis
  for (size_t a = 0; a < ref.subscripts.size(); ++a)
    componentsInside =
        componentsInside ||
        (storage.strides[a] &&
         std::holds_alternative<VectorAxis>(storage.var->axes[a].tag));
  if (!hasLiteralStrides(storage) && isDense(*storage.var) &&
      !componentsInside) {
    index = nestedIndex(storage, ref, loops);
  } else {
    for (size_t a = 0; a < ref.subscripts.size(); ++a)
      if (storage.strides[a])
        addTerm(index, Expr::binary(BinaryOp::Mul, storage.strides[a],
                                    ref.subscripts[a]));
    // Of loops that were joined, 7*(k / 7) + k % 7 is k.
    if (index)
      index = withQuotients(fold(index));
  }
  return index ? index : Expr::integer(0);
}

// Null where there are none, or no strides have names.
const LoopsAround *ExprPrinter::loopsAround() const {
  return loops.empty() || !strides ? nullptr : &around;
}

Expr ExprPrinter::linearIndex(const Storage &storage, const ArrayRef &ref) {
  Expr index = elementIndex(storage, ref, loopsAround());
  if (storage.copies > 1) {
    Expr item = data.workItemIndex();
    Expr base = item * storage.elements;
    index = asInteger(index) == 0
                ? base
                : fold(Expr::binary(BinaryOp::Add, base, index));
  }
  if (storage.interleave > 1)
    index = fold(index * storage.interleave);
  return data.wideIndices() ? widened(index) : index;
}

// What a pointer to the storage says of its memory.
std::string ExprPrinter::pointerSpace(const Storage &storage) const {
  if (storage.isScratch)
    return dialect.globalQualifier(AddressSpace::Global);
  if (storage.isLocal())
    return dialect.localPointerQualifier();
  if (storage.kind == StorageKind::Table)
    return dialect.tableQualifier();
  return storage.kind == StorageKind::Buffer
             ? dialect.globalQualifier(storage.var->space)
             : "";
}

// Coordinates have 32 bits, whatever subscripts have: images are no larger.
ExprPrinter::Text ExprPrinter::imageElement(const Storage &storage,
                                            const ArrayRef &ref) {
  std::vector<std::string> coordinates;
  for (size_t axis : imageAxes(*storage.var)) {
    Expr index = fold(ref.subscripts[axis]);
    coordinates.push_back(
        data.mentionsWide(index)
            ? castText(dialect.typeName(Type::integer(4)), index).text
            : print(index));
  }
  auto [function, definition] =
      dialect.imageFunction(coordinates.size(), storage.var->type);
  if (!function.empty())
    helpers.define(function, [&definition = definition] { return definition; });
  std::string element = dialect.imageElement(storage.identifiers.front(),
                                             coordinates, storage.var->type);
  return {element, element[0] == '(' ? Precedence::Unary : Precedence::Postfix};
}

static std::string inParentheses(const std::string &text) {
  return "(" + text + ")";
}

std::pair<std::string, std::string>
ExprPrinter::shiftBits(const RowStorage &rows, const Expr &slot) {
  if (rows.slots == 1)
    return {rows.shift, ""};
  const Expr inWord = Expr::integer(RowStorage::slotsInWord);
  const bool isOne = rows.slots <= RowStorage::slotsInWord;
  std::string word = rows.shift;
  Expr bit = slot;
  if (!isOne) {
    word += "[" + print(fold(Expr::binary(BinaryOp::Div, slot, inWord))) + "]";
    bit = fold(Expr::binary(BinaryOp::Rem, slot, inWord));
  }
  const Expr up = fold(bit * 2);
  if (asInteger(up) == 0)
    return {word, ""};
  return {word, print(up, Precedence::Multiplicative)};
}

// "((t_shift + n * lid(1)) & 3) + ", of a temporary that holds rows.
std::string ExprPrinter::rowShift(const Storage &storage, const ArrayRef &ref) {
  if (!storage.rows || storage.rows->together == 1)
    return "";
  const RowStorage &rows = *storage.rows;
  auto [shift, up] = shiftBits(rows, slotOf(rows, ref));
  if (!up.empty())
    shift = inParentheses(shift + " >> " + up);
  const Expr start = rowStart(rows, ref);
  if (asInteger(start) != 0)
    shift = inParentheses(
        shift + " + " +
        (data.mentionsWide(start)
             ? castText(dialect.typeName(Type::integer(4)), start).text
             : print(start, Precedence::Additive)));
  return inParentheses(shift + " & " + std::to_string(rows.together - 1)) +
         " + ";
}

ExprPrinter::Text ExprPrinter::reference(const ArrayRef &ref, Type type) {
  const Storage *storage = data.find(ref.name);
  if (!storage)
    throw InternalError("array " + ref.name + " is not one of the kernel");
  if (storage->isImage && !dialect.imageType(1).empty())
    return imageElement(*storage, ref);
  std::string element = identifier(*storage, ref);
  bool isPointer = storage->kind == StorageKind::Buffer || storage->isScratch;
  if (storage->kind != StorageKind::Value && (isPointer || !storage->isPlain()))
    element +=
        "[" + rowShift(*storage, ref) + print(linearIndex(*storage, ref)) + "]";
  if (storage->isImage && &ref != addressed)
    element = dialect.elementOfImage(element);
  if (storage->lanes == 1)
    return {element};

  Expr lane;
  for (size_t a = 0; a < ref.subscripts.size(); ++a)
    if (std::holds_alternative<VectorAxis>(storage->var->axes[a].tag))
      lane = fold(ref.subscripts[a]);
  const auto *name = lane.getIf<VarRef>();
  if (!vectorIname.empty() && name && name->name == vectorIname)
    return {element};
  if (auto number = asInteger(lane); number && !wholeElements)
    return {element +
            dialect.component(static_cast<int>(*number), storage->lanes)};
  std::string space = pointerSpace(*storage);
  std::string constant = isPointer && !storage->written ? "const " : "";
  return {"((" + space + constant + dialect.typeName(type) + " *) &" + element +
          ")[" + print(lane) + "]"};
}
