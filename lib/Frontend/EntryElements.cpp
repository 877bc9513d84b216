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

// As Fortran has them.
struct Subscripts {
  std::vector<Expr> values;
  std::string text;       // what tells them apart
  bool isConstant = true; // all of them

  bool operator<(const Subscripts &o) const { return text < o.text; }
};

// What the procedure says of an array that it never assigns.
struct Table {
  const Variable *array = nullptr;
  HostValue value;                      // of the array
  bool isPlain = true;                  // do all its subscripts stay?
  bool bounds = false;                  // does one bound an array or a loop?
  std::set<Subscripts> wanted;          // as bounds, subscripts, in conditions
  std::set<Subscripts> certain;         // exist wherever the kernel is launched
  std::set<Subscripts> declared;        // those that bound arrays
  std::map<Subscripts, Expr> arguments; // that were made for them
};

class ElementPass {
public:
  explicit ElementPass(Procedure &procedure) : procedure(procedure) {}

  // Returns whether there is a new argument, which may be a subscript.
  bool run() {
    findTables();
    if (tables.empty())
      return false;
    lookAtBounds();
    lookAt(procedure.body, true);
    for (auto &[name, table] : tables)
      for (const Subscripts &element : table.wanted)
        if (table.bounds && isPassed(table, element))
          pass(table, element);
    const bool isNew = !added.empty();
    if (isNew)
      replaceAll();
    return isNew;
  }

private:
  void findTables() {
    const ProcedureIndex index(procedure);
    for (const Variable &variable : procedure.variables)
      if (variable.isArgument() && variable.isScalar() &&
          variable.type.isInteger() && !index.isWritten(variable.name) &&
          !index.isLoopVariable(variable.name) && !isOptional(variable))
        staying.insert(variable.name);
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

  bool isOptional(const Variable &variable) const {
    const std::vector<std::string> &optional = procedure.optional;
    return std::find(optional.begin(), optional.end(), variable.name) !=
           optional.end();
  }

  bool mayBeAbsent(const Variable &variable) const {
    return procedure.isRegion() && isOptional(variable);
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
          if (bound)
            lookAt(bound, Place::Declaration, !isInlined(variable));
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
    std::optional<Subscripts> at = stayingSubscripts(table, element);
    if (!at) {
      table.isPlain = false;
      return;
    }
    if (isCertain)
      table.certain.insert(*at);
    if (place == Place::Declaration)
      table.declared.insert(*at);
    table.bounds |= place == Place::Declaration || place == Place::Bound;
    if (place != Place::Data)
      table.wanted.insert(std::move(*at));
  }

  // What has one value while the kernel runs.
  std::optional<Subscripts> stayingSubscripts(const Table &table,
                                              const ArrayRef &element) const {
    const std::vector<Expr> &lower = table.array->declared.lowerBounds;
    Subscripts result;
    for (size_t a = 0; a < lower.size(); ++a) {
      Expr value = lower[a] ? fold(element.subscripts[a] + lower[a]) : Expr();
      if (!value || !stays(value))
        return std::nullopt;
      result.isConstant = result.isConstant && asInteger(value);
      result.text += (a == 0 ? "" : ", ") + value.str();
      result.values.push_back(std::move(value));
    }
    return result;
  }

  bool stays(const Expr &e) const {
    if (e.getIf<IntLit>())
      return true;
    if (const auto *variable = e.getIf<VarRef>())
      return staying.count(variable->name) != 0;
    const auto *binary = e.getIf<Binary>();
    if (!e.getIf<Cast>() && !(binary && (binary->op == BinaryOp::Add ||
                                         binary->op == BinaryOp::Sub ||
                                         binary->op == BinaryOp::Mul)))
      return false;
    const std::vector<Expr> parts = operands(e);
    return std::all_of(parts.begin(), parts.end(),
                       [&](const Expr &part) { return stays(part); });
  }

  // --- which can be passed
  bool isPassed(const Table &table, const Subscripts &element) const {
    return isThere(table, element) || mayBeAsked(table, element);
  }

  static bool isThere(const Table &table, const Subscripts &element) {
    if (table.certain.count(element) &&
        (table.declared.count(element) ||
         (table.isPlain &&
          (element.values.size() == 1 || !element.isConstant))))
      return true;
    const DeclaredLayout &declared = table.array->declared;
    int64_t size = 1;
    for (size_t a = 0; a < element.values.size(); ++a) {
      const Expr &extent = declared.extents[a];
      auto at = asInteger(element.values[a]),
           lower = asInteger(declared.lowerBounds[a]);
      const int64_t count = extent ? asInteger(extent).value_or(0) : 0;
      if (!at || !lower || *at < *lower || *at >= *lower + count)
        return false;
      size = std::min(maxTableSize + 1, size) * count;
    }
    return size <= maxTableSize;
  }

  // Has the array such an element?
  bool mayBeAsked(const Table &table, const Subscripts &element) const {
    const std::vector<Expr> &extents = table.array->declared.extents;
    return (table.declared.count(element) ||
            (table.isPlain && !element.isConstant)) &&
           !isOptional(*table.array) &&
           std::all_of(extents.begin(), extents.end(),
                       [](const Expr &e) { return bool(e); });
  }

  // --- arguments
  void pass(Table &table, const Subscripts &element) {
    HiddenVariable hidden;
    hidden.value = table.value;
    hidden.value.kind = HostValue::Kind::Element;
    hidden.value.subscripts = element.values;
    hidden.value.mayLack = !isThere(table, element);
    if (hidden.value.mayLack)
      hidden.value.presence = presenceOf(table);
    std::string name = table.array->name;
    for (const Expr &at : element.values) {
      name += "_" + nameOf(at);
      nameOrigins(at, hidden.value);
    }
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

  // Of what may be asked for, as its bounds have it.
  HostValue::Presence presenceOf(const Table &table) const {
    for (const HiddenVariable &hidden : procedure.hidden)
      if (hidden.value.isBound() && hidden.value.path == table.value.path)
        return hidden.value.presence;
    return HostValue::Presence::Always;
  }

  // Of a subscript: "1", "m2" of -2, "ng", "r_p1" of r + 1, "at".
  static std::string nameOf(const Expr &e) {
    if (auto value = asInteger(e))
      return (*value < 0 ? "m" : "") + std::to_string(std::abs(*value));
    if (const auto *variable = e.getIf<VarRef>())
      return variable->name;
    const auto *binary = e.getIf<Binary>();
    auto offset = binary ? asInteger(binary->b) : std::nullopt;
    if (!offset || binary->op == BinaryOp::Mul)
      return "at";
    const bool isLess = (binary->op == BinaryOp::Sub) == (*offset >= 0);
    return nameOf(binary->a) + (isLess ? "_m" : "_p") +
           std::to_string(std::abs(*offset));
  }

  void nameOrigins(const Expr &subscript, HostValue &value) const {
    walk(subscript, [&](const Expr &e) {
      if (const auto *variable = e.getIf<VarRef>())
        for (const HiddenVariable &hidden : procedure.hidden)
          if (hidden.variable.name == variable->name) {
            value.mentioned.push_back(variable->name);
            value.origins.push_back(hidden.value);
          }
      return true;
    });
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
        if (auto at = stayingSubscripts(found->second, *element)) {
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
  std::set<std::string> staying; // scalars
  std::map<std::string, Table> tables;
  std::vector<HiddenVariable> added;
};

} // namespace

Program frontend::passEntryElements(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      while (ElementPass(procedure).run())
        ;
  return program;
}
