// The text of rows that work-items copy together, and what goes with them.
#include "CFamily/KernelWriter.h"
#include "CFamily/RowCopies.h"

using namespace loopyc;
using namespace loopyc::codegen;

// u_fetch_shift = copy_rows_float(u_fetch, &u[...], 136, 24, ...);
void KernelWriter::writeRows(const Execute &execute,
                             const Assignment &assignment) {
  const Expr to = withValues(assignment.assignee, execute.values),
             from = withValues(assignment.value, execute.values);
  const ArrayRef &element = *to.getIf<ArrayRef>();
  const Storage &storage = *data.find(element.name);
  const RowStorage &rows = *storage.rows;
  const Type type = to.type(),
             index = Type::integer(data.wideIndices() ? 8 : 4);
  const bool ahead = execute.isAsync;
  if (ahead)
    helpers.define("copy_ahead of " + dialect.typeName(type),
                   [&] { return dialect.copyAheadText(type); });
  const std::string name = copyRowsName(dialect, type, ahead);
  helpers.define(name,
                 [&] { return copyRowsText(dialect, type, ahead, index); });
  const int64_t items = data.workGroupSize();
  auto number = [&](const Expr &e) {
    return printer.print(withValues(e, execute.values));
  };
  const Expr pitch = rows.row ? storage.strides[*rows.row] : Expr::integer(0),
             sourcePitch = rows.row ? rows.sourcePitch : Expr::integer(0);
  // What is left of the array; else of what is copied.
  const ArrayRef &source = *from.getIf<ArrayRef>();
  const Storage &array = *data.find(source.name);
  const Expr left =
      array.elements
          ? array.elements - elementIndex(array, source)
          : (withValues(execute.rows->rows, execute.values) - 1) * sourcePitch +
                withValues(execute.rows->columns, execute.values);
  std::string arguments =
      storage.identifiers.front() + " + " +
      printer.print(fold(elementIndex(storage, element)), Precedence::Additive);
  for (const std::string &argument :
       {printer.address(from), number(execute.rows->columns),
        number(execute.rows->rows), printer.print(pitch),
        printer.print(sourcePitch), printer.print(fold(left)),
        printer.print(fold(element.subscripts[rows.column])),
        printer.print(rowStart(rows, element)), std::to_string(rows.pieces),
        std::to_string((rows.rows * rows.pieces + items - 1) / items),
        printer.print(data.workItemIndex()), std::to_string(items)})
    arguments += ", " + argument;
  const std::string shift = name + "(" + arguments + ")";
  const auto [word, up] = printer.shiftBits(rows, slotOf(rows, element));
  if (rows.together == 1)
    return out.line(shift + ";");
  if (rows.slots == 1)
    return out.line(word + " = " + shift + ";");
  const std::string above = up.empty() ? "" : " << " + up;
  out.line(word + " = (" + word + " & ~(3" + above + ")) | " + shift + above +
           ";");
}

// Private to a work-item, that no barrier need stand in front of its uses.
void KernelWriter::declareRows() {
  constexpr int64_t inWord = RowStorage::slotsInWord;
  for (const Storage *storage : data.temporaries()) {
    if (!storage->rows || storage->rows->together == 1)
      continue;
    const RowStorage &rows = *storage->rows;
    out.line("int " + rows.shift +
             (rows.slots <= inWord
                  ? " = 0;"
                  : "[" + std::to_string((rows.slots + inWord - 1) / inWord) +
                        "] = {0};"));
  }
}
