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
    forward(procedure.body, {});
  }

private:
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
        behind.erase(name);
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
        known.erase(name);
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
    const auto *assignment =
        std::get_if<AssignmentStatement>(&statement.value);
    const VarRef *variable =
        assignment ? assignment->assignee.getIf<VarRef>() : nullptr;
    auto type = variable ? types.find(variable->name) : types.end();
    if (type == types.end() || !statement.facts.references.empty() ||
        !statement.facts.obstacles.empty() || !assignment->value ||
        !assignment->value.type().isInteger())
      return;
    if (auto value = asInteger(fold(assignment->value)))
      values[variable->name] = Expr::integer(*value, type->second);
  }

  std::map<std::string, Type> types;
};

} // namespace

Program frontend::forwardConstants(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      Forwarding{procedure};
  return program;
}
