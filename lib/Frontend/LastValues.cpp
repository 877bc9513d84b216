#include "LastValues.h"

#include "AssignedNames.h"
#include "FirstUse.h"
#include "NewVariables.h"
#include "Renaming.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

// Does the statement do nothing but what its expressions say?
static bool isPlain(const Statement &statement) {
  bool plain = statement.facts.obstacles.empty() &&
               statement.facts.references.empty() &&
               !std::holds_alternative<LoopStatement>(statement.value) &&
               !std::holds_alternative<JumpStatement>(statement.value) &&
               !std::holds_alternative<CallStatement>(statement.value) &&
               !std::holds_alternative<HostStatement>(statement.value) &&
               !std::holds_alternative<RegionStatement>(statement.value);
  if (const auto *conditional = std::get_if<IfStatement>(&statement.value))
    for (const Branch &branch : conditional->branches)
      plain = plain && branch.facts.obstacles.empty() &&
              branch.facts.references.empty();
  forEachBlock(statement, [&](const Block &inner) {
    plain = plain && std::all_of(inner.begin(), inner.end(), isPlain);
  });
  return plain;
}

static bool assignsFirst(const Block &body, const std::string &name) {
  return firstUse(body, name) == FirstUse::Assigns;
}

bool frontend::isMentionedFreely(const Block &block, const std::string &name) {
  for (const Statement &statement : block) {
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    if (loop && isPlain(statement) && assignsFirst(loop->body, name))
      continue;
    bool found = ownNames(statement).count(name) != 0;
    forEachBlock(statement, [&](const Block &inner) {
      found = found || isMentionedFreely(inner, name);
    });
    if (found)
      return true;
  }
  return false;
}

namespace {

class LastValues {
public:
  explicit LastValues(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  void run() {
    std::vector<Variable> known = procedure.variables; // more will come
    for (const Variable &variable : known)
      if (variable.isScalar() && variable.intent != Intent::In &&
          (!variable.isTemporary() ||
           isMentionedFreely(procedure.body, variable.name)))
        separate(procedure.body, variable);
  }

private:
  // A loop whose last iteration alone sets the variable, in its last statement.
  struct Setting {
    const DoStatement *loop = nullptr;
    IfStatement *conditional = nullptr;
  };

  void separate(Block &block, const Variable &variable) {
    for (Statement &statement : block) {
      auto *loop = std::get_if<DoStatement>(&statement.value);
      if (loop && isPlain(statement))
        separate(statement, *loop, variable);
      else
        forEachBlock(statement,
                     [&](Block &inner) { separate(inner, variable); });
    }
  }

  Setting separate(Statement &statement, DoStatement &loop,
                   const Variable &variable) {
    Setting inner;
    for (Statement &part : loop.body)
      if (auto *nested = std::get_if<DoStatement>(&part.value)) {
        if (Setting found = separate(part, *nested, variable);
            found.conditional)
          inner = found;
      } else {
        forEachBlock(part, [&](Block &block) { separate(block, variable); });
      }
    if (!loop.first || !loop.last || loop.step == 0 || !boundsStay(loop, loop))
      return {};
    if (inner.conditional && isOnlyUse(statement, inner, variable.name)) {
      Expr &condition = inner.conditional->branches.front().condition;
      condition = Expr::binary(BinaryOp::And, condition, isLast(loop),
                               condition.type());
      return {&loop, inner.conditional};
    }
    return assignsFirst(loop.body, variable.name)
               ? copied(statement, loop, variable)
               : Setting();
  }

  // What the inner loop runs over is the same in each iteration, so that the
  // last one has its last one.
  static bool isOnlyUse(const Statement &loop, const Setting &inner,
                        const std::string &name) {
    return countMentions(loop, name) == 1 &&
           boundsStay(*inner.loop, std::get<DoStatement>(loop.value));
  }

  static bool boundsStay(const DoStatement &loop, const DoStatement &around) {
    std::set<std::string> changed = assignedNames(around.body);
    changed.insert(around.variable);
    for (const Expr &bound : {loop.first, loop.last})
      for (const std::string &name : namesIn(bound))
        if (changed.count(name))
          return false;
    return true;
  }

  static Expr isLast(const DoStatement &loop) {
    Expr variable = Expr::var(loop.variable, loop.type);
    if (loop.step == 1 || loop.step == -1)
      return Expr::binary(BinaryOp::Eq, variable, loop.last, Type::logical(4));
    return Expr::binary(loop.step > 0 ? BinaryOp::Gt : BinaryOp::Lt, variable,
                        loop.last - loop.step, Type::logical(4));
  }

  // For messages about it.
  static const Statement *lastAssignment(const Block &block,
                                         const std::string &name) {
    const Statement *result = nullptr;
    for (const Statement &statement : block) {
      if (assignmentTo(statement, name))
        result = &statement;
      forEachBlock(statement, [&](const Block &inner) {
        if (const Statement *found = lastAssignment(inner, name))
          result = found;
      });
    }
    return result;
  }

  Setting copied(Statement &statement, DoStatement &loop,
                 const Variable &variable) {
    Statement set;
    set.range = statement.range;
    set.line = statement.line;
    if (const Statement *last = lastAssignment(loop.body, variable.name)) {
      set.range = last->range;
      set.line = last->line;
    }
    Expr own = variables.scalar(variable.name, variable.type, variable.range);
    rename(loop.body, variable.name, own.getIf<VarRef>()->name,
           [](const Statement &) { return true; });
    set.value =
        AssignmentStatement{Expr::var(variable.name, variable.type), own};
    Branch branch;
    branch.condition = isLast(loop);
    branch.range = statement.range;
    branch.body.push_back(set);
    set.value = IfStatement{{std::move(branch)}};
    loop.body.push_back(std::move(set));
    return {&loop, &std::get<IfStatement>(loop.body.back().value)};
  }

  Procedure &procedure;
  NewVariables variables;
};

} // namespace

Program frontend::setLastValues(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      LastValues(procedure).run();
  return program;
}
