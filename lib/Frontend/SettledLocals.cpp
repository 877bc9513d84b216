#include "SettledLocals.h"

#include "AssignedNames.h"
#include "ProcedureIndex.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// By the names of where everything is put.
class Assignments {
public:
  Assignments(const CallTargets &targets, const InlineScope &scope)
      : targets(targets), scope(scope) {}

  void add(const Block &block) {
    for (const Statement &statement : block) {
      add(statement.facts);
      if (const auto *assignment =
              std::get_if<AssignmentStatement>(&statement.value)) {
        if (const VarRef *var = assignment->assignee
                                    ? assignment->assignee.getIf<VarRef>()
                                    : nullptr)
          add(scope.targetsOf(var->name), 1);
      } else if (const auto *loop =
                     std::get_if<DoStatement>(&statement.value)) {
        add(scope.targetsOf(loop->variable), many);
      } else if (const auto *call =
                     std::get_if<CallStatement>(&statement.value)) {
        add(targets.changedBy(call->callee, call->arguments, scope), many);
      } else if (const auto *conditional =
                     std::get_if<IfStatement>(&statement.value)) {
        for (const Branch &branch : conditional->branches)
          add(branch.facts);
      }
      forEachBlock(statement, [&](const Block &inner) { add(inner); });
    }
  }

  bool isOne(const std::string &name) const {
    auto found = counts.find(name);
    return found != counts.end() && found->second == 1;
  }

private:
  static constexpr size_t many = 2;

  void add(const Facts &facts) {
    for (const FunctionReference &reference : facts.references)
      add(targets.changedBy(reference.callee, reference.arguments, scope),
          many);
  }

  void add(const std::set<std::string> &names, size_t times) {
    for (const std::string &name : names)
      counts[name] += times;
  }

  const CallTargets &targets;
  const InlineScope &scope;
  std::map<std::string, size_t> counts;
};

} // namespace

// A scalar that is the procedure's own.
static bool isOwnInteger(const Variable &variable,
                         const Procedure &procedure) {
  auto isAmong = [&](const std::vector<std::string> &names) {
    return std::find(names.begin(), names.end(), variable.name) != names.end();
  };
  return variable.isTemporary() && variable.isScalar() &&
         variable.type.isInteger() && variable.pointing == Pointing::None &&
         !procedure.outer.count(variable.name) && !isAmong(procedure.dummies);
}

std::set<std::string> frontend::assignedOnce(const CallTargets &targets,
                                             const InlineScope &scope) {
  const Procedure &procedure = targets.procedureOf(scope);
  std::set<std::string> result;
  Assignments assignments(targets, scope);
  try {
    assignments.add(procedure.body);
  } catch (UserError &) { // of a call that cannot be inlined
    return result;
  }
  for (const Variable &variable : procedure.variables) {
    const std::set<std::string> own = scope.targetsOf(variable.name);
    if (isOwnInteger(variable, procedure) && own.size() == 1 &&
        assignments.isOne(*own.begin()))
      result.insert(variable.name);
  }
  return result;
}

static bool isPolynomial(const Expr &e) {
  bool result = true;
  walk(e, [&](const Expr &node) {
    const auto *operation = node.getIf<Binary>();
    result = result && node.type().isInteger() &&
             (node.getIf<VarRef>() || node.getIf<IntLit>() ||
              node.getIf<Cast>() ||
              (operation && (operation->op == BinaryOp::Add ||
                             operation->op == BinaryOp::Sub ||
                             operation->op == BinaryOp::Mul)));
    return result;
  });
  return result;
}

Expr frontend::settledValue(const Expr &value, Type type,
                            const CallTargets &targets) {
  Expr folded = fold(Expr::cast(value, type));
  return isPolynomial(folded) && targets.areFixed(namesIn(folded)) ? folded
                                                                   : Expr();
}

static void dropAssignments(Block &block,
                            const std::set<std::string> &unread) {
  block.erase(std::remove_if(block.begin(), block.end(),
                             [&](const Statement &statement) {
                               const auto *assignment =
                                   std::get_if<AssignmentStatement>(
                                       &statement.value);
                               const VarRef *var =
                                   assignment && assignment->assignee
                                       ? assignment->assignee.getIf<VarRef>()
                                       : nullptr;
                               return var && unread.count(var->name) &&
                                      statement.facts.obstacles.empty();
                             }),
              block.end());
  for (Statement &statement : block)
    forEachBlock(statement,
                 [&](Block &inner) { dropAssignments(inner, unread); });
}

Procedure frontend::withoutUnread(Procedure procedure,
                                  const std::set<std::string> &settled) {
  const ProcedureIndex index(procedure);
  std::set<std::string> unread;
  for (const std::string &name : settled)
    if (!index.isRead(name))
      unread.insert(name);
  dropAssignments(procedure.body, unread);
  return procedure;
}
