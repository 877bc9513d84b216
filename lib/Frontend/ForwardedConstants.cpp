#include "ForwardedConstants.h"

#include "AssignedNames.h"
#include "StatementExprs.h"

#include <map>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using Values = std::map<std::string, Expr>; // of variables, by name

class Forwarding {
public:
  explicit Forwarding(Procedure &procedure) {
    for (const Variable &variable : procedure.variables)
      if (variable.isScalar() && variable.type.isInteger() &&
          variable.pointing == Pointing::None)
        types.emplace(variable.name, variable.type);
    countIn(procedure.body);
    forward(procedure.body, {});
  }

private:
  void countIn(const Block &block) {
    for (const Statement &statement : block) {
      if (const VarRef *variable = assigned(statement))
        ++assignments[variable->name];
      forEachBlock(statement, [&](const Block &inner) { countIn(inner); });
    }
  }

  static const VarRef *assigned(const Statement &statement) {
    const auto *assignment =
        std::get_if<AssignmentStatement>(&statement.value);
    return assignment && assignment->assignee
               ? assignment->assignee.getIf<VarRef>()
               : nullptr;
  }

  // The variable, and what is computed from it.
  static void forget(const std::string &name, Values &values) {
    for (auto known = values.begin(); known != values.end();)
      if (known->first == name || mentions(known->second, name))
        known = values.erase(known);
      else
        ++known;
  }

  void forward(Block &block, Values values) {
    for (Statement &statement : block) {
      if (isUnknown(statement))
        values.clear();
      substituteIn(statement, values);
      const bool repeats =
          std::holds_alternative<DoStatement>(statement.value) ||
          std::holds_alternative<LoopStatement>(statement.value);
      Values behind = values;
      for (const std::string &name : assignedNames({statement}))
        forget(name, behind);
      forEachBlock(statement, [&](Block &inner) {
        forward(inner, repeats ? behind : values);
      });
      values = std::move(behind);
      note(statement, values);
    }
  }

  // What is known is not known to be so behind it.
  static bool isUnknown(const Statement &statement) {
    return std::holds_alternative<LabelStatement>(statement.value) ||
           std::holds_alternative<HostStatement>(statement.value) ||
           std::holds_alternative<RegionStatement>(statement.value);
  }

  // But for what it assigns, or gives to procedures.
  static void substituteIn(Statement &statement, const Values &values) {
    if (values.empty())
      return;
    Values known = values;
    Statement own = statement;
    forEachBlock(own, [](Block &inner) { inner.clear(); });
    const auto *assignment =
        std::get_if<AssignmentStatement>(&statement.value);
    for (const std::string &name : assignedNames({std::move(own)}))
      if (!assignment || !assignment->assignee.getIf<VarRef>() ||
          !statement.facts.references.empty())
        forget(name, known);
    const Expr *assignee = assignment ? &assignment->assignee : nullptr;
    forEachOwnExpr(
        statement,
        [&](Expr &e) {
          if (e && (&e != assignee || !e.getIf<VarRef>()))
            e = substitute(e, known);
        },
        [](const ArrayView &) {});
  }

  void note(const Statement &statement, Values &values) const {
    const VarRef *variable = assigned(statement);
    auto type = variable ? types.find(variable->name) : types.end();
    if (type == types.end() || !statement.facts.references.empty() ||
        !statement.facts.obstacles.empty())
      return;
    const Expr &given = std::get<AssignmentStatement>(statement.value).value;
    if (!given || !given.type().isInteger())
      return;
    if (auto value = asInteger(fold(given)))
      values[variable->name] = Expr::integer(*value, type->second);
    else if (assignments.at(variable->name) > 1 && isSum(given) &&
             !mentions(given, variable->name))
      values[variable->name] = Expr::cast(given, type->second);
  }

  // A number away from another variable? Of one that is assigned once, anybody
  // sees the value.
  bool isSum(const Expr &e) const {
    const auto *binary = e.getIf<Binary>();
    const VarRef *variable = e.getIf<VarRef>();
    return variable ? types.count(variable->name) != 0
           : binary ? (binary->op == BinaryOp::Add ||
                       binary->op == BinaryOp::Sub) &&
                          isSum(binary->a) && isSum(binary->b)
                    : asInteger(e).has_value();
  }

  std::map<std::string, int> assignments;
  std::map<std::string, Type> types;
};

} // namespace

Program frontend::forwardConstants(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      Forwarding{procedure};
  return program;
}
