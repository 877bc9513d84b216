#include "Host/Assumptions.h"

#include "CFamily/Conditions.h"
#include "CFamily/ExprPrinter.h"
#include "Host/Launcher.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using namespace loopyc::codegen;

// --- which

static poly::Set checkable(KernelData &data) {
  poly::Set set = data.scheduled.kernel.assumptions.flat();
  poly::Names others;
  for (const std::string &name : set.names()) {
    const Storage *storage = data.find(name);
    if (!storage || storage->kind != StorageKind::Value)
      others.push_back(name);
  }
  return others.empty() ? set : set.project(others);
}

static void addParts(const Expr &condition, std::vector<Expr> &parts) {
  const auto *b = condition.getIf<Binary>();
  if (!b || b->op != BinaryOp::And) {
    if (!isTrue(condition))
      parts.push_back(condition);
    return;
  }
  addParts(b->a, parts);
  addParts(b->b, parts);
}

// --- in words

// What the source calls it: an extent is "size(u, 1)".
static std::string nameInSource(const Kernel &kernel, const std::string &name) {
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      if (nameInKernel(origin, hidden.variable->name) == name) {
        HostValue value = hidden.value;
        value.presence = HostValue::Presence::Always; // as people write it
        value.mayLack = false;
        return origin.language->spell(value);
      }
  return name;
}

static const char *comparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq:
    return " = ";
  case BinaryOp::Ne:
    return " != ";
  case BinaryOp::Lt:
    return " < ";
  case BinaryOp::Le:
    return " <= ";
  case BinaryOp::Gt:
    return " > ";
  case BinaryOp::Ge:
    return " >= ";
  case BinaryOp::And:
    return " and ";
  case BinaryOp::Or:
    return " or ";
  default:
    return nullptr;
  }
}

// As scripts write it: "n mod 16 = 0".
static std::string inWords(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  if (!b)
    return e.str();
  if (const char *op = comparison(b->op))
    return inWords(b->a) + op + inWords(b->b);
  if (b->op != BinaryOp::FloorMod && b->op != BinaryOp::Rem)
    return e.str();
  bool isName = b->a.getIf<VarRef>();
  return (isName ? b->a.str() : "(" + b->a.str() + ")") + " mod " + b->b.str();
}

static std::string inWords(const Kernel &kernel, const Expr &condition,
                           const std::set<std::string> &names) {
  Substitution shown;
  for (const std::string &name : names)
    shown[name] = Expr::var(nameInSource(kernel, name), Type::integer(8));
  return inWords(substitute(condition, shown));
}

// --- in code

static std::string definition(const std::string &linkage) {
  return "/* What does not hold, and for which values: loopyrt's error says "
         "it, where it is linked. */\n" +
         linkage +
         "__attribute__((weak)) void loopyrt_assumption_fails(const char "
         "*assumption,\n    const char *names, const int64_t *values);\n"
         R"(static int assumption_fails(const char *assumption, const char *names,
                            const int64_t *values) {
  if (loopyrt_assumption_fails)
    loopyrt_assumption_fails(assumption, names, values);
  return LOOPYC_ERROR_ASSUMPTION;
}
)";
}

static void writeCheck(KernelData &data, ExprPrinter &printer,
                       const Expr &condition, TextBuilder &out) {
  std::set<std::string> names, arrays;
  collectNames(condition, names, arrays);
  std::string shown, values;
  for (const std::string &name : names) {
    shown +=
        (shown.empty() ? "" : ";") + nameInSource(data.scheduled.kernel, name);
    values +=
        (values.empty() ? "" : ", ") + data.find(name)->identifiers.front();
  }
  out.open("if (!(" + printer.condition(condition) + "))");
  if (!names.empty())
    out.line("const int64_t loopyc_values[] = {" + values + "};");
  out.line("return assumption_fails(\"" +
           inWords(data.scheduled.kernel, condition, names) + "\", \"" + shown +
           "\", " + (names.empty() ? "0" : "loopyc_values") + ");");
  out.close();
}

void codegen::writeAssumptionChecks(KernelData &data, Helpers &helpers,
                                    const std::string &linkage,
                                    TextBuilder &out) {
  poly::Set set = checkable(data);
  if (set.isUniverse())
    return;
  Expr condition =
      fromAst(poly::toAst(set, poly::Set::universe()), Type::integer(8));
  std::vector<Expr> parts;
  addParts(tidyCondition(inWide(condition)), parts);
  if (parts.empty())
    return;
  helpers.define("assumption_fails", [&] { return definition(linkage); });
  ExprPrinter printer(data, helpers, data.target.hostDialect());
  for (const Expr &part : parts)
    writeCheck(data, printer, part, out);
}
