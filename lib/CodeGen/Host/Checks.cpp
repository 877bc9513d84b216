// What a launcher checks before it launches, and the size of the grid.
#include "Host/Launcher.h"

#include "Host/Assumptions.h"
#include "Host/InameRanges.h"
#include "Host/Sequence.h"

#include "CFamily/ExprPrinter.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static const Type wide = Type::integer(8);

Expr codegen::inWide(const Expr &e) {
  return rewrite(e, [](const Expr &node) -> Expr {
    if (!node.type().isInteger())
      return node;
    if (const auto *var = node.getIf<VarRef>())
      return Expr::var(var->name, wide);
    if (const auto *b = node.getIf<Binary>())
      return Expr::binary(b->op, b->a, b->b, wide);
    if (const auto *c = node.getIf<Call>())
      return Expr::call(c->fn, c->args, wide);
    if (const auto *c = node.getIf<Cast>())
      return c->a;
    return node;
  });
}

// The size expression in floating point, where it cannot overflow.
static Expr inDouble(const Expr &e) {
  Type real = Type::real(8);
  if (auto value = asInteger(e))
    return Expr::real(static_cast<double>(*value), real);
  if (const auto *b = e.getIf<Binary>())
    if (b->op == BinaryOp::Add || b->op == BinaryOp::Sub ||
        b->op == BinaryOp::Mul)
      return Expr::binary(b->op, inDouble(b->a), inDouble(b->b), real);
  return Expr::cast(inWide(e), real);
}

// Integer arguments by value, in order: what sizes can be made of.
static std::vector<const Storage *> sizeArguments(KernelData &data) {
  std::vector<const Storage *> result;
  for (const Storage *storage : data.arguments())
    if (storage->kind == StorageKind::Value && storage->var->type.isInteger())
      result.push_back(storage);
  return result;
}

static bool isComputable(KernelData &data, const Expr &e) {
  if (!e)
    return false;
  std::set<std::string> vars, arrays;
  collectNames(e, vars, arrays);
  return arrays.empty() &&
         std::all_of(vars.begin(), vars.end(), [&](const std::string &name) {
           const Storage *storage = data.find(name);
           return storage && storage->kind == StorageKind::Value;
         });
}

static void writeGroupCounts(KernelData &data, ExprPrinter &printer,
                             TextBuilder &out) {
  std::string empty;
  for (const HardwareAxis &axis : data.scheduled.axes) {
    if (axis.isLocal())
      continue;
    if (!isComputable(data, axis.size))
      throw UserError("the number of work-groups along axis " +
                      std::to_string(axis.number) + " of kernel '" +
                      data.scheduled.kernel.name + "' is " + axis.size.str() +
                      ", which a launcher cannot compute from arguments "
                      "passed by value; tag another iname");
    std::string count = "groups[" + std::to_string(axis.number) + "]";
    out.line(count + " = " + printer.print(inWide(axis.size)) + ";");
    empty += (empty.empty() ? "" : " || ") + count + " <= 0";
  }
  if (empty.empty())
    return;
  out.open("if (" + empty + ")");
  out.line("groups[0] = 0;");
  out.line("return LOOPYC_SUCCESS;");
  out.close();
}

// 32-bit addresses and global indices must suffice.
static void writeIndexRanges(KernelData &data, ExprPrinter &printer,
                             TextBuilder &out) {
  std::vector<std::string> conditions;
  const double limit = 2147483647.0;
  auto check = [&](const std::string &size) {
    std::string text = size + " > 2147483647.0";
    if (std::find(conditions.begin(), conditions.end(), text) ==
        conditions.end())
      conditions.push_back(text);
  };
  std::vector<Storage *> arrays = data.parameters();
  if (!data.target.hasWorkItems())
    for (Storage *storage : data.scratch())
      arrays.push_back(storage);
  if (!data.wideIndices())
    for (const Storage *storage : arrays) {
      if (storage->kind == StorageKind::Value)
        continue;
      Expr addressed = storage->interleave > 1
                           ? fold(storage->elements * storage->interleave)
                           : storage->elements;
      if (data.mayExceed32Bits(*storage) && isComputable(data, addressed))
        check(printer.print(inDouble(addressed), Precedence::Relational));
    }
  std::vector<int64_t> local = data.scheduled.localSize();
  for (const HardwareAxis &axis : data.scheduled.axes) {
    auto literal = asInteger(axis.size);
    int64_t items = local[axis.number];
    if (axis.isGroup() &&
        (!literal || static_cast<double>(*literal) * items > limit))
      check(std::to_string(items) + ".0 * groups[" +
            std::to_string(axis.number) + "]");
  }
  // Each launch checks its own loops.
  std::vector<Expr> extremes;
  if (!data.scheduled.launches)
    extremes = inameExtremes(data);
  for (const Expr &extreme : extremes)
    if (isComputable(data, extreme))
      conditions.push_back(
          printer.print(inWide(extreme), Precedence::Relational) +
          " >= 2147483647");
  for (const std::string &condition : conditions) {
    out.line("if (" + condition + ")");
    out.line("  return LOOPYC_ERROR_INDEX_RANGE;");
  }
}

void codegen::writePrepare(KernelData &data, Helpers &helpers, TextBuilder &out,
                           const std::string &linkage) {
  std::string parameters;
  for (const Storage *storage : sizeArguments(data))
    parameters += "int64_t " + storage->identifiers.front() + ", ";
  std::string name = hostName(data.scheduled);
  TextBuilder body;
  ExprPrinter printer(data, helpers, data.target.hostDialect());
  body.deepen();
  writeAssumptionChecks(data, helpers, linkage, body);
  writeGroupCounts(data, printer, body);
  writeIndexRanges(data, printer, body);
  out.line("/* Checks sizes and counts the work-groups. */");
  out.open("static int " + name + "_prepare(" + parameters +
           "int64_t groups[3])");
  for (const Storage *storage : sizeArguments(data))
    if (!mentionsIdentifier(body.str(), storage->identifiers.front()))
      out.line("(void) " + storage->identifiers.front() + ";");
  out.line("groups[0] = groups[1] = groups[2] = 1;");
  out.raw(body.str());
  out.line("return LOOPYC_SUCCESS;");
  out.close();
  out.blank();
}

std::string codegen::prepareCall(KernelData &data) {
  std::string arguments;
  for (const Storage *storage : sizeArguments(data))
    arguments += storage->identifiers.front() + ", ";
  return "status = " + hostName(data.scheduled) + "_prepare(" +
         arguments + "groups);";
}

std::string codegen::launcherPrototype(KernelData &data) {
  return launcherPrototype(data, launcherName(data.scheduled, data.target));
}

std::string codegen::launcherPrototype(KernelData &data,
                                       const std::string &name) {
  const LauncherFrame frame = data.target.launcherFrame();
  std::string parameters;
  auto add = [&](const std::string &parameter) {
    if (!parameter.empty())
      parameters += (parameters.empty() ? "" : ", ") + parameter;
  };
  add(frame.queue);
  for (const LauncherArgument &argument : codegen::describeArguments(data))
    add(argument.declaration);
  add(frame.event);
  if (takesWorkspace(data.scheduled))
    add(*frame.arrayHandle ? std::string(frame.arrayHandle) + " workspace"
                           : "void *workspace");
  const char *storage = data.scheduled.isPart ? "static " : "";
  return storage + ("int " + name) + "(" +
         (parameters.empty() ? "void" : parameters) + ")";
}

Expr codegen::atLeastZero(const Expr &size) {
  if (asInteger(size))
    return size;
  return Expr::call(Intrinsic::Max, {size, Expr::integer(0, size.type())},
                    size.type());
}

// The first operand of each operation is converted to 64 bits, and the other
// with it.
static Expr converted(const Expr &e) {
  if (const auto *c = e.getIf<Cast>())
    return converted(c->a);
  if (const auto *b = e.getIf<Binary>()) {
    Expr first = converted(b->a);
    bool isEnough = b->b.getIf<VarRef>() && !asInteger(first);
    return Expr::binary(b->op, first, isEnough ? inWide(b->b) : converted(b->b),
                        wide);
  }
  if (const auto *c = e.getIf<Call>()) {
    std::vector<Expr> args;
    for (const Expr &arg : c->args)
      args.push_back(arg.getIf<VarRef>() ? inWide(arg) : converted(arg));
    return Expr::call(c->fn, args, wide);
  }
  if (const auto *s = e.getIf<Select>())
    return Expr::select(s->condition, converted(s->ifTrue),
                        converted(s->ifFalse));
  return asInteger(e) ? e : Expr::cast(e, wide);
}

// From the left on, as in n*m*3: the first factor decides on the width of all.
static bool isProductOfNames(const Expr &e) {
  auto isFactor = [](const Expr &factor) {
    return factor.getIf<VarRef>() || asInteger(factor);
  };
  const auto *b = e.getIf<Binary>();
  return b ? b->op == BinaryOp::Mul && isProductOfNames(b->a) && isFactor(b->b)
           : isFactor(e);
}

// As what a number of bytes, in 64 bits, is multiplied by.
static std::string wideCount(KernelData &data, const Expr &count,
                             Helpers &helpers) {
  ExprPrinter printer(data, helpers, data.target.hostDialect());
  Expr size = fold(count);
  if (isProductOfNames(size))
    return printer.print(inWide(size), Precedence::Multiplicative);
  return printer.print(converted(size), Precedence::Unary);
}

std::string codegen::launchTemporaryCount(KernelData &data,
                                          const Storage &storage,
                                          Helpers &helpers) {
  if (!isComputable(data, storage.elements))
    throw UserError("the size of temporary array '" + storage.var->name +
                        "' is " + storage.elements.str() +
                        ", which a launcher cannot compute from arguments "
                        "passed by value; fix its size (fix_parameters)",
                    storage.var->range);
  std::string count = wideCount(data, atLeastZero(storage.elements), helpers);
  if (!storage.isScratch)
    return count;
  std::string parts = count + " * groups[0] * groups[1] * groups[2]";
  if (!storage.isLocal())
    parts += " * " + std::to_string(data.workGroupSize());
  return parts;
}

std::string codegen::extentText(KernelData &data, const Storage &storage,
                                size_t axis, Helpers &helpers) {
  const Expr &extent = storage.var->axes[axis].extent;
  if (!isComputable(data, extent))
    throw UserError("axis " + std::to_string(axis) + " of image '" +
                        storage.var->name + "' has " + extent.str() +
                        " elements, which a launcher cannot compute from "
                        "arguments passed by value; pass it as an "
                        "lp.GlobalArg",
                    storage.var->range);
  return wideCount(data, extent, helpers);
}

std::string codegen::rowItemsText(KernelData &data, Helpers &helpers) {
  return wideCount(data, data.scheduled.rowItems, helpers);
}

std::string codegen::requiredBytes(KernelData &data, const Storage &storage,
                                   Helpers &helpers) {
  if (!isComputable(data, storage.elements))
    return "";
  int64_t element = storage.var->type.bytes * paddedLanes(storage.lanes);
  return "INT64_C(" + std::to_string(element) + ") * " +
         wideCount(data, storage.elements, helpers);
}
