// The text of rows that work-items copy together, and what goes with them.
#include "CFamily/KernelWriter.h"
#include "CFamily/RowCopies.h"

using namespace loopyc;
using namespace loopyc::codegen;

// u_fetch_shift[1] = copy_rows_float(u_fetch + 3528, &u[...], 136, 24, ...);
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
  std::string arguments =
      storage.identifiers.front() + " + " +
      printer.print(fold(elementIndex(storage, element)), Precedence::Additive);
  for (const std::string &argument :
       {printer.address(from), number(execute.rows->columns),
        number(execute.rows->rows), printer.print(pitch),
        printer.print(sourcePitch),
        printer.print(fold(element.subscripts[rows.column])),
        printer.print(rowStart(rows, element)), std::to_string(rows.pieces),
        std::to_string((rows.rows * rows.pieces + items - 1) / items),
        printer.print(data.workItemIndex()), std::to_string(items)})
    arguments += ", " + argument;
  out.line(rows.shift + "[" + printer.print(slotOf(rows, element)) +
           "] = " + name + "(" + arguments + ");");
}

void KernelWriter::declareRows() {
  for (const Storage *storage : data.temporaries())
    if (storage->rows)
      out.line("int " + storage->rows->shift + "[" +
               std::to_string(storage->rows->slots) + "];");
}
