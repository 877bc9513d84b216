#include "VariableUse.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

static bool isPassedByValue(const Procedure &procedure,
                            const std::string &name) {
  return std::any_of(procedure.variables.begin(), procedure.variables.end(),
                     [&](const Variable &variable) {
                       return variable.name == name &&
                              variable.kind == VariableKind::ValueArg &&
                              variable.intent == Intent::In;
                     });
}

static void check(const Procedure &procedure, Block &block) {
  for (Statement &statement : block) {
    if (auto *conditional = std::get_if<IfStatement>(&statement.value)) {
      for (size_t b : branchesTaken(*conditional))
        check(procedure, conditional->branches[b].body);
      continue;
    }
    forEachBlock(statement, [&](Block &inner) { check(procedure, inner); });
    const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
    const VarRef *var =
        assignment ? assignment->assignee.getIf<VarRef>() : nullptr;
    if (var && isPassedByValue(procedure, var->name))
      statement.facts.obstacles.push_back(
          UserError("not supported: assignment to the dummy argument '" +
                        var->name + "' that is passed by value",
                    statement.range));
  }
}

Program frontend::checkVariableUse(Program program) {
  for (Procedure &procedure : program.procedures)
    check(procedure, procedure.body);
  return program;
}
