// The text of one operation on matrix units.
#include "CFamily/Conditions.h"
#include "CFamily/KernelWriter.h"

using namespace loopyc;
using namespace loopyc::codegen;

static Expr axis(int number) {
  return Expr::axis(GridAxis{AxisKind::Local, number});
}

// Of what is not negative, as C has them.
static Expr quotient(const Expr &e, int64_t by) {
  return Expr::binary(BinaryOp::Div, e, Expr::integer(by));
}
static Expr remainder(const Expr &e, int64_t by) {
  return Expr::binary(BinaryOp::Rem, e, Expr::integer(by));
}

// Where column 2*t + part of b is that of the number `row`: what depends on the
// sum alone needs no quotient.
static LoopValues columnOf(const MatrixStep &step, const Expr &row,
                           LoopValues values) {
  const GridAxis lane{AxisKind::Local, 0};
  const std::string &part = step.block.columnPart;
  auto isOfSum = [&](const Expr &e) {
    return !e || withValues(e, {{lane, axis(0) + 1}}) ==
                     withValues(e, {{part, Expr::var(part) + 2}});
  };
  const bool isSum = isOfSum(step.b) && isOfSum(step.isInB);
  values[lane] = isSum ? Expr::integer(0) : quotient(row, 2);
  values[part] = isSum ? row : remainder(row, 2);
  return values;
}

// multiply_add_m16n8k8(c[0], c[1], ..., a[lid(1) + 16*lid(0)], ..., b[...])
void KernelWriter::writeMatrixStep(const Execute &execute,
                                   const Update &update) {
  const MatrixStep &step = *execute.matrix;
  const MatrixBlock &block = step.block;
  const MatrixShape &shape = block.shape;
  const int64_t rows = data.scheduled.localSize()[1];
  const Expr row = rows == 8 ? axis(1) : remainder(axis(1), 8);
  std::string arguments;
  auto add = [&](const std::string &text) {
    arguments += (arguments.empty() ? "" : ", ") + text;
  };
  auto at = [&](int64_t rowPart) {
    LoopValues values = execute.values;
    if (!block.rowPart.empty())
      values[block.rowPart] = Expr::integer(rowPart);
    return values;
  };
  // Of a term that is not there, a product that no sum feels.
  auto element = [&](const Expr &factor, const Expr &isIn,
                     const LoopValues &values, int64_t part,
                     const char *absent) {
    LoopValues all = values;
    all[block.term] = axis(0) + 4 * part;
    std::string text = printer.print(withValues(factor, all));
    Expr condition = isIn ? tidyCondition(withValues(isIn, all))
                          : Expr::logical(true);
    if (isTrue(condition))
      return text;
    const std::string suffix = factor.type() == Type::real(4) ? "f" : "";
    if (isFalse(condition))
      return absent + suffix;
    return printer.condition(withWideNumbers(condition)) + " ? " + text +
           " : " + absent + suffix;
  };
  writePlace(execute);
  for (int64_t rowPart = 0; rowPart < shape.rowParts(); ++rowPart)
    for (int64_t column = 0; column < 2; ++column) {
      LoopValues values = at(rowPart);
      values[block.columnPart] = Expr::integer(column);
      add(printer.assignee(withValues(update.assignee, values)));
    }
  for (int64_t part = 0; part < shape.termParts(); ++part)
    for (int64_t rowPart = 0; rowPart < shape.rowParts(); ++rowPart)
      add(element(step.a, step.isInA, at(rowPart), part, "-0.0"));
  const LoopValues columns = columnOf(step, row, execute.values);
  for (int64_t part = 0; part < shape.termParts(); ++part)
    add(element(step.b, step.isInB, columns, part, "0.0"));
  for (const auto &[name, text] :
       dialect.matrixStepTexts(shape, block.precision))
    helpers.define(name, [&text = text] { return text; });
  if (step.waits)
    out.line(dialect.awaitLanes());
  out.line(Dialect::matrixStepName(shape, block.precision) + "(" + arguments +
           ");");
}
