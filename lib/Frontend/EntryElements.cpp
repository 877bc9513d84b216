#include "EntryElements.h"

#include "ProcedureIndex.h"
#include "StatementExprs.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// An array of which more elements are constant subscripts away is data.
constexpr int64_t maxTableSize = 64;

using Subscripts = std::vector<int64_t>;

// What the procedure says of an array that it never assigns.
struct Table {
  const Variable *array = nullptr;
  HostValue value;                      // of the array
  bool isPlain = true;                  // all its subscripts are constants
  bool bounds = false;                  // does one bound an array or a loop?
  std::set<Subscripts> wanted;          // as bounds, subscripts, in conditions
  std::set<Subscripts> certain;         // exist wherever the kernel is launched
  std::set<Subscripts> declared;        // of these, those that bound arrays
  std::map<Subscripts, Expr> arguments; // that were made for them
};

class ElementPass {
public:
  explicit ElementPass(Procedure &procedure) : procedure(procedure) {}

  void run() {
    findTables();
    if (tables.empty())
      return;
    lookAtBounds();
    lookAt(procedure.body, true);
    for (auto &[name, table] : tables)
      for (const Subscripts &element : table.wanted)
        if (table.bounds && isPassed(table, element))
          pass(table, element);
    if (!added.empty())
      replaceAll();
  }

private:
  void findTables() {
    ProcedureIndex index(procedure);
    for (const Variable &variable : procedure.variables) {
      const size_t rank = variable.axes.size();
      if (!variable.isArgument() || rank == 0 || mayBeAbsent(variable) ||
          !variable.type.isInteger() || index.isWritten(variable.name) ||
          variable.declared.lowerBounds.size() != rank)
        continue;
      if (std::optional<HostValue> value = hostValueOf(variable)) {
        tables[variable.name].array = &variable;
        tables[variable.name].value = std::move(*value);
      }
    }
  }

  bool mayBeAbsent(const Variable &variable) const {
    const std::vector<std::string> &optional = procedure.optional;
    return procedure.isRegion() &&
           std::find(optional.begin(), optional.end(), variable.name) !=
               optional.end();
  }

  // None of what the stub makes an array of, or declares itself.
  std::optional<HostValue> hostValueOf(const Variable &variable) const {
    HostValue value;
    value.path = {variable.name};
    for (const HiddenVariable &hidden : procedure.hidden)
      if (hidden.variable.name == variable.name) {
        value.path = hidden.value.path;
        const std::string &module = hidden.value.module;
        if (!module.empty() && module.front() == '/')
          return std::nullopt;
      }
    for (const std::string &part : value.path)
      if (part.find(':') != std::string::npos)
        return std::nullopt;
    return value;
  }

  // --- what is mentioned
  enum class Place { Declaration, Bound, Choice, Data };

  void lookAtBounds() {
    for (const Variable &variable : procedure.variables)
      for (const auto *bounds :
           {&variable.declared.extents, &variable.declared.lowerBounds})
        for (const Expr &bound : *bounds)
          if (bound && !isInlined(variable))
            lookAt(bound, Place::Declaration, true);
          else if (bound)
            lookAt(bound, Place::Bound, false);
  }

  // Its call may not be reached.
  bool isInlined(const Variable &variable) const {
    const std::vector<std::string> &locals = procedure.inlinedLocals;
    return std::find(locals.begin(), locals.end(), variable.name) !=
           locals.end();
  }

  // `isCertain`: is it reached wherever the kernel is launched?
  void lookAt(const Block &block, bool isCertain) {
    for (const Statement &statement : block) {
      const Place place = placeIn(statement);
      bool isFirst = true; // of the conditions
      forEachOwnExpr(
          statement,
          [&](const Expr &e) {
            if (e)
              lookAt(e, place, isCertain && isFirst);
            isFirst = isFirst && !std::get_if<IfStatement>(&statement.value);
          },
          [](const ArrayView &) {});
      const bool isPlain =
          std::holds_alternative<BlockStatement>(statement.value);
      forEachBlock(statement, [&](const Block &inner) {
        lookAt(inner, isCertain && isPlain);
      });
    }
  }

  // Do its expressions say how often something is done, or whether? An integer
  // scalar may become a bound.
  static Place placeIn(const Statement &statement) {
    if (std::holds_alternative<IfStatement>(statement.value))
      return Place::Choice;
    const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
    bool isBound = !assignment ||
                   (assignment->assignee &&
                    assignment->assignee.getIf<VarRef>() &&
                    assignment->assignee.type().isInteger());
    return isBound ? Place::Bound : Place::Data;
  }

  void lookAt(const Expr &e, Place place, bool isCertain) {
    const auto *element = e.getIf<ArrayRef>();
    if (element)
      note(*element, place, isCertain);
    // Operands of a choice, say, may not be evaluated.
    const bool all = isCertain && !e.getIf<Select>() && !isLogical(e);
    for (const Expr &part : operands(e))
      lookAt(part, element && place == Place::Data ? Place::Choice : place,
             all);
  }

  static bool isLogical(const Expr &e) {
    const auto *binary = e.getIf<Binary>();
    return binary &&
           (binary->op == BinaryOp::And || binary->op == BinaryOp::Or);
  }

  void note(const ArrayRef &element, Place place, bool isCertain) {
    auto found = tables.find(element.name);
    if (found == tables.end())
      return;
    Table &table = found->second;
    std::optional<Subscripts> at = constantSubscripts(table, element);
    if (!at) {
      table.isPlain = false;
      return;
    }
    if (isCertain)
      table.certain.insert(*at);
    if (place == Place::Declaration && isCertain)
      table.declared.insert(*at);
    table.bounds |= place == Place::Declaration || place == Place::Bound;
    if (place != Place::Data)
      table.wanted.insert(std::move(*at));
  }

  // As Fortran has them.
  static std::optional<Subscripts> constantSubscripts(const Table &table,
                                                      const ArrayRef &element) {
    const std::vector<Expr> &lower = table.array->declared.lowerBounds;
    Subscripts result;
    for (size_t a = 0; a < lower.size(); ++a) {
      auto value = lower[a] ? asInteger(fold(element.subscripts[a] + lower[a]))
                            : std::nullopt;
      if (!value)
        return std::nullopt;
      result.push_back(*value);
    }
    return result;
  }

  // --- which can be passed
  static bool isPassed(const Table &table, const Subscripts &element) {
    if (table.declared.count(element))
      return true;
    const DeclaredLayout &declared = table.array->declared;
    int64_t size = 1;
    bool isInside = true, isConstant = true;
    for (size_t a = 0; a < element.size(); ++a) {
      auto lower = asInteger(declared.lowerBounds[a]);
      auto extent =
          declared.extents[a] ? asInteger(declared.extents[a]) : std::nullopt;
      isConstant = isConstant && lower && extent;
      if (!isConstant)
        break;
      isInside =
          isInside && element[a] >= *lower && element[a] < *lower + *extent;
      size = std::min(maxTableSize + 1, size) * std::max<int64_t>(*extent, 0);
    }
    if (isConstant && size <= maxTableSize)
      return isInside;
    return element.size() == 1 && table.isPlain && table.certain.count(element);
  }

  // --- arguments
  void pass(Table &table, const Subscripts &element) {
    HiddenVariable hidden;
    hidden.value = table.value;
    hidden.value.kind = HostValue::Kind::Element;
    hidden.value.subscripts = element;
    std::string name = table.array->name;
    for (int64_t at : element)
      name += (at < 0 ? "_m" : "_") + std::to_string(at < 0 ? -at : at);
    hidden.variable.name = freshName(name);
    hidden.variable.type = table.array->type;
    hidden.variable.kind = VariableKind::ValueArg;
    hidden.variable.intent = Intent::In;
    hidden.variable.pointing = table.array->pointing;
    hidden.variable.range = table.array->range;
    table.arguments[element] =
        Expr::var(hidden.variable.name, hidden.variable.type);
    added.push_back(std::move(hidden));
  }

  std::string freshName(const std::string &wanted) const {
    FreshNames names(FreshNames::Case::Ignored);
    for (const std::string &name : procedure.declaredNames)
      names.take(name);
    for (const Variable &variable : procedure.variables)
      names.take(variable.name);
    for (const HiddenVariable &hidden : added)
      names.take(hidden.variable.name);
    return names.lengthened(wanted);
  }

  // --- in their places
  Expr replaced(const Expr &e) const {
    if (const auto *element = e.getIf<ArrayRef>())
      if (auto found = tables.find(element->name); found != tables.end())
        if (auto at = constantSubscripts(found->second, *element)) {
          auto argument = found->second.arguments.find(*at);
          if (argument != found->second.arguments.end())
            return argument->second;
        }
    std::vector<Expr> parts = operands(e);
    for (Expr &part : parts)
      part = replaced(part);
    return parts.empty() ? e : withOperands(e, parts);
  }

  void replace(Expr &e) const {
    if (e)
      e = replaced(e);
  }

  void replace(Variable &variable) const {
    for (Axis &axis : variable.axes)
      replace(axis.extent);
    for (Expr &extent : variable.declared.extents)
      replace(extent);
    for (Expr &lower : variable.declared.lowerBounds)
      replace(lower);
  }

  void replace(Block &block) const {
    for (Statement &statement : block) {
      forEachOwnExpr(
          statement, [&](Expr &e) { replace(e); }, [](ArrayView &) {});
      forEachBlock(statement, [&](Block &inner) { replace(inner); });
    }
  }

  // The tables point at variables until all is replaced.
  void replaceAll() {
    std::vector<Variable> variables = procedure.variables;
    for (Variable &variable : variables)
      replace(variable);
    for (HiddenVariable &hidden : procedure.hidden) {
      replace(hidden.variable);
      replace(hidden.declared);
    }
    replace(procedure.body);
    tables.clear();
    auto at = std::find_if(variables.begin(), variables.end(),
                           [](const Variable &v) { return !v.isArgument(); });
    for (HiddenVariable &hidden : added) {
      procedure.declaredNames.push_back(lowerCase(hidden.variable.name));
      at = std::next(variables.insert(at, hidden.variable));
      procedure.hidden.push_back(std::move(hidden));
    }
    procedure.variables = std::move(variables);
  }

  Procedure &procedure;
  std::map<std::string, Table> tables;
  std::vector<HiddenVariable> added;
};

} // namespace

Program frontend::passEntryElements(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      ElementPass(procedure).run();
  return program;
}
