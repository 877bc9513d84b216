// The text of rows that work-items copy together, and what goes with them.
#include "CFamily/KernelWriter.h"
#include "CFamily/RowCopies.h"

using namespace loopyc;
using namespace loopyc::codegen;

// What one copy passes: its temporary and array, and what copies of several
// arrays have in common.
struct KernelWriter::RowCall {
  const RowStorage *rows;
  Expr slot;
  Type type;
  bool ahead;
  std::string arrays; // "u_fetch + 3360, u, i + n * j, n * m"
  std::string shape;

  bool isLike(const RowCall &other) const {
    return type == other.type && ahead == other.ahead && shape == other.shape;
  }
};

KernelWriter::RowCall KernelWriter::rowCall(const Execute &execute) {
  const auto &assignment = std::get<Assignment>(execute.insn->body);
  const Expr to = withValues(assignment.assignee, execute.values),
             from = withValues(assignment.value, execute.values);
  const ArrayRef &element = *to.getIf<ArrayRef>(),
                 &source = *from.getIf<ArrayRef>();
  const Storage &storage = *data.find(element.name),
                &array = *data.find(source.name);
  const RowStorage &rows = *storage.rows;
  const int64_t items = data.workGroupSize();
  const Expr rowsOfStep = withValues(execute.rows->rows, execute.values),
             columns = withValues(execute.rows->columns, execute.values),
             pitch = rows.row ? storage.strides[*rows.row] : Expr::integer(0),
             sourcePitch = rows.row ? rows.sourcePitch : Expr::integer(0);
  // What is known of the array, or what is copied of it.
  const Expr end = array.elements
                       ? array.elements
                       : elementIndex(array, source) +
                             (rowsOfStep - 1) * sourcePitch + columns;
  const auto [name, place] = printer.place(from);
  RowCall call{&rows, slotOf(rows, element), to.type(), execute.isAsync, "",
               ""};
  call.arrays = storage.identifiers.front() + " + " +
                printer.print(fold(elementIndex(storage, element)),
                              Precedence::Additive) +
                ", " + name + ", " + place + ", " +
                printer.numberOfElements(end);
  for (const std::string &argument :
       {printer.print(columns), printer.print(rowsOfStep), printer.print(pitch),
        printer.print(sourcePitch),
        printer.print(fold(element.subscripts[rows.column])),
        printer.print(rowStart(rows, element)), std::to_string(rows.pieces),
        std::to_string((rows.rows * rows.pieces + items - 1) / items),
        printer.print(data.workItemIndex()), std::to_string(items)})
    call.shape += ", " + argument;
  return call;
}

// u_fetch_shift = copy_rows_float(u_fetch, u, i + n * j, n * m, 136, 24, ...);
// of arrays of one shape, together:
// copy_rows_float_of_2(shifts, v_fetch, v, ..., w_fetch, w, ..., 136, 24, ...);
size_t KernelWriter::writeRows(const std::vector<const Execute *> &statements,
                               size_t from) {
  writePlace(*statements[from]);
  std::vector<RowCall> calls{rowCall(*statements[from])};
  size_t end = from + 1;
  for (; end < statements.size() && statements[end]->rows; ++end) {
    RowCall next = rowCall(*statements[end]);
    if (!next.isLike(calls.front()))
      break;
    calls.push_back(std::move(next));
  }
  const RowCall &first = calls.front();
  const Type index = Type::integer(data.wideIndices() ? 8 : 4);
  if (first.ahead)
    helpers.define("copy_ahead of " + dialect.typeName(first.type),
                   [&] { return dialect.copyAheadText(first.type); });
  const std::string name =
      copyRowsName(dialect, first.type, first.ahead, calls.size());
  if (first.rows->together > 1)
    helpers.define(
        "end of " + copyRowsName(dialect, first.type, first.ahead, 1), [&] {
          return copyLastRowsText(dialect, first.type, first.ahead, index);
        });
  helpers.define(name, [&] {
    return copyRowsText(dialect, first.type, first.ahead, calls.size(), index);
  });
  std::string arguments;
  for (const RowCall &call : calls)
    arguments += (arguments.empty() ? "" : ", ") + call.arrays;
  arguments += first.shape;
  if (calls.size() == 1) {
    writeShift(first, name + "(" + arguments + ")");
    return end;
  }
  out.open("");
  out.line("int shifts[" + std::to_string(calls.size()) + "];");
  out.line(name + "(shifts, " + arguments + ");");
  for (size_t i = 0; i < calls.size(); ++i)
    if (calls[i].rows->together > 1)
      writeShift(calls[i], "shifts[" + std::to_string(i) + "]");
  out.close();
  return end;
}

// Keeps it for the slot.
void KernelWriter::writeShift(const RowCall &call, const std::string &shift) {
  const auto [word, up] = printer.shiftBits(*call.rows, call.slot);
  if (call.rows->together == 1)
    return out.line(shift + ";");
  if (call.rows->slots == 1)
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
