#include "VariableUse.h"

#include "ProcedureIndex.h"

#include <unordered_map>
#include <unordered_set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

UserError notSupported(const std::string &construct, const SourceRange &where) {
  return UserError("not supported: " + construct, where);
}

class VariableUse {
public:
  explicit VariableUse(Procedure &procedure)
      : procedure(procedure), index(procedure) {
    for (const Variable &variable : procedure.variables)
      variables.emplace(variable.name, &variable);
  }

  void run() {
    checkLoops(procedure.body);
    check(procedure.body);
  }

private:
  // In branches that are never taken, too: what is a loop variable anywhere is
  // one everywhere.
  void checkLoops(Block &block) {
    for (Statement &statement : block) {
      if (const auto *loop = std::get_if<DoStatement>(&statement.value))
        checkLoopVariable(statement.facts, loop->variable);
      forEachBlock(statement, [&](Block &inner) { checkLoops(inner); });
    }
  }

  void checkLoopVariable(Facts &facts, const std::string &name) {
    auto declared = variables.find(name);
    if (declared == variables.end() || declared->second->isTemporary())
      return;
    facts.obstacles.push_back(
        notSupported(procedure.isRegion()
                         ? "loop variable '" + name +
                               "', whose value is read after the "
                               "region; give the loop a variable of its own"
                         : "dummy argument '" + name + "' as a loop variable",
                     declared->second->range));
  }

  void check(Block &block) {
    for (Statement &statement : block)
      match(
          statement.value, [&](AssignmentStatement &s) { check(statement, s); },
          [&](DoStatement &s) { check(statement, s); },
          [&](IfStatement &s) { check(s); }, [](WhereStatement &) {},
          [](ForallStatement &) {},
          [&](CallStatement &s) {
            checkReads(s.arguments, statement.range, statement.facts);
          },
          [&](HostStatement &s) {
            for (Block &inner : s.blocks)
              check(inner);
          },
          [](RegionStatement &) {});
  }

  void check(Statement &statement, const AssignmentStatement &assignment) {
    Facts &facts = statement.facts;
    const VarRef *var = assignment.assignee.getIf<VarRef>();
    if (var && isLoopVariable(var->name))
      facts.obstacles.push_back(notSupported(
          "assignment to '" + var->name + "', which is also a loop variable",
          statement.range));
    else if (var && isPassedByValue(var->name))
      facts.obstacles.push_back(
          notSupported("assignment to the dummy argument '" + var->name +
                           "' that is passed by value",
                       statement.range));
    checkReads(facts.references, statement.range, facts);
    checkReads(assignment.value, statement.range, facts);
    if (!var)
      checkReads(assignment.assignee, statement.range, facts);
  }

  void check(Statement &statement, DoStatement &loop) {
    Facts &facts = statement.facts;
    checkReads(facts.references, statement.range, facts);
    checkReads(loop.first, statement.range, facts);
    checkReads(loop.last, statement.range, facts);
    bool isOutermost = active.insert(loop.variable).second;
    check(loop.body);
    if (isOutermost)
      active.erase(loop.variable);
  }

  void check(IfStatement &conditional) {
    for (size_t b : branchesTaken(conditional)) {
      Branch &branch = conditional.branches[b];
      checkReads(branch.facts.references, branch.range, branch.facts);
      checkReads(branch.condition, branch.range, branch.facts);
      check(branch.body);
    }
  }

  // --- reads of loop variables
  void checkReads(const Expr &e, const SourceRange &where, Facts &facts) {
    if (!e) // there is an obstacle
      return;
    walk(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      if (!var || !isLoopVariable(var->name) || active.count(var->name))
        return true;
      facts.obstacles.push_back(notSupported(
          "reading the loop variable '" + var->name + "' outside its loops",
          where));
      return false;
    });
  }

  void checkReads(const std::vector<FunctionReference> &references,
                  const SourceRange &where, Facts &facts) {
    for (const FunctionReference &reference : references)
      checkReads(reference.arguments, where, facts);
  }

  void checkReads(const std::vector<Argument> &arguments,
                  const SourceRange &where, Facts &facts) {
    for (const Argument &argument : arguments)
      if (const Expr *value = std::get_if<Expr>(&argument.value))
        checkReads(*value, where, facts);
      else if (const ArrayView *view = std::get_if<ArrayView>(&argument.value))
        forEachExpr(*view, [&](const Expr &e) { checkReads(e, where, facts); });
  }

  // Of an argument, the loops are refused.
  bool isLoopVariable(const std::string &name) const {
    auto declared = variables.find(name);
    return index.isLoopVariable(name) &&
           (declared == variables.end() || declared->second->isTemporary());
  }

  bool isPassedByValue(const std::string &name) const {
    auto declared = variables.find(name);
    return declared != variables.end() &&
           declared->second->kind == VariableKind::ValueArg &&
           declared->second->intent == Intent::In;
  }

  Procedure &procedure;
  ProcedureIndex index;
  std::unordered_map<std::string, const Variable *> variables;
  std::unordered_set<std::string> active; // variables of the loops around
};

} // namespace

Program frontend::checkVariableUse(Program program) {
  for (Procedure &procedure : program.procedures)
    VariableUse(procedure).run();
  return program;
}
