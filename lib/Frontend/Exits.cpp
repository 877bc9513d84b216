#include "Exits.h"

#include "AssignedNames.h"
#include "NewVariables.h"
#include "loopyc/IR/Negation.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

const JumpStatement *exitFrom(const Statement &statement, int block) {
  const auto *jump = std::get_if<JumpStatement>(&statement.value);
  return jump && statement.facts.obstacles.empty() &&
                 jump->kind == JumpStatement::Kind::Exit &&
                 jump->target == block
             ? jump
             : nullptr;
}

bool leaves(const Statement &statement, int block) {
  bool found = exitFrom(statement, block) != nullptr;
  forEachBlock(statement, [&](const Block &inner) {
    for (const Statement &one : inner)
      found = found || leaves(one, block);
  });
  return found;
}

size_t firstThatLeaves(const Block &body, int block) {
  size_t k = 0;
  while (k < body.size() && !leaves(body[k], block))
    ++k;
  return k;
}

// Does nothing behind the statements run?
bool endsInJump(const Block &block) {
  if (block.empty())
    return false;
  const Statement &last = block.back();
  if (std::holds_alternative<JumpStatement>(last.value))
    return true;
  const auto *conditional = std::get_if<IfStatement>(&last.value);
  if (!conditional || conditional->branches.empty() ||
      !conditional->branches.back().isElse)
    return false;
  for (const Branch &branch : conditional->branches)
    if (!endsInJump(branch.body))
      return false;
  return true;
}

// What stands behind `from`, taken out of the block.
Block cutBehind(Block &block, size_t from) {
  auto begin = block.begin() + static_cast<std::ptrdiff_t>(from) + 1;
  Block result(std::make_move_iterator(begin),
               std::make_move_iterator(block.end()));
  block.erase(begin, block.end());
  return result;
}

void append(Block &block, Block more) {
  block.insert(block.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

// Gives what follows to the only way through the `if` that goes on. False where
// there are several.
bool goesOnInOneBranch(IfStatement &conditional, Block &rest,
                       const SourceRange &range) {
  std::vector<Branch> &branches = conditional.branches;
  if (rest.empty())
    return true;
  bool hasElse = !branches.empty() && branches.back().isElse;
  Block *only = nullptr;
  size_t count = hasElse ? 0 : 1;
  for (Branch &branch : branches)
    if (!endsInJump(branch.body)) {
      only = &branch.body;
      ++count;
    }
  if (count > 1)
    return false;
  if (!hasElse) {
    Branch otherwise;
    otherwise.isElse = true;
    otherwise.range = range;
    otherwise.body = std::move(rest);
    branches.push_back(std::move(otherwise));
  } else if (only) {
    append(*only, std::move(rest));
  } // else nothing gets there
  rest.clear();
  return true;
}

Statement statementAt(const Statement &place) {
  Statement result;
  result.range = place.range;
  result.line = place.line;
  return result;
}

Statement assignment(const Expr &flag, const Expr &value,
                     const Statement &place) {
  Statement result = statementAt(place);
  result.value = AssignmentStatement{flag, Expr::cast(value, flag.type())};
  return result;
}

Statement guarded(const Expr &flag, Block body) {
  Statement result = statementAt(body.front());
  result.value = GuardedStatement{flag, std::move(body)};
  return result;
}

// Where nothing in the body changes the condition.
Statement under(const Expr &condition, Block body) {
  Statement result = statementAt(body.front());
  Branch branch;
  branch.condition = condition;
  branch.range = result.range;
  branch.body = std::move(body);
  IfStatement conditional;
  conditional.branches.push_back(std::move(branch));
  result.value = std::move(conditional);
  return result;
}

class Resolution {
public:
  explicit Resolution(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  // From the inside out; so many loops are around.
  void run(Block &block, int loops = 0) {
    Block result;
    for (Statement &statement : block) {
      const bool isLoop = std::holds_alternative<DoStatement>(statement.value) ||
                          std::holds_alternative<LoopStatement>(statement.value);
      forEachBlock(statement,
                   [&](Block &inner) { run(inner, loops + isLoop); });
      requireExit(statement);
      auto *inside = std::get_if<BlockStatement>(&statement.value);
      if (!inside) {
        result.push_back(std::move(statement));
        continue;
      }
      beginLifetimes(inside->locals, loops);
      Block body = without(std::move(inside->body), statement.construct);
      if (statement.facts.obstacles.empty()) {
        append(result, std::move(body));
      } else {
        inside->body = std::move(body);
        result.push_back(std::move(statement));
      }
    }
    block = std::move(result);
  }

private:
  void beginLifetimes(const std::vector<std::string> &locals, int loops) {
    for (Variable &variable : procedure.variables)
      if (std::find(locals.begin(), locals.end(), variable.name) !=
          locals.end())
        variable.lifetimeLoops = loops;
  }

  // Statements of a block, without the exits from it.
  Block without(Block body, int block) {
    size_t k = firstThatLeaves(body, block);
    if (block == 0 || k == body.size())
      return body;
    Block rest = cutBehind(body, k);
    Statement last = std::move(body.back());
    body.pop_back();
    if (exitFrom(last, block))
      return body;
    auto *conditional = std::get_if<IfStatement>(&last.value);
    if (conditional && goesOnInOneBranch(*conditional, rest, last.range)) {
      for (Branch &branch : conditional->branches)
        branch.body = without(std::move(branch.body), block);
      body.push_back(std::move(last));
      return body;
    }
    if (leavesWhereGuarded(last)) {
      auto &guard = std::get<GuardedStatement>(last.value);
      Expr opposite = negated(guard.flag);
      guard.body = without(std::move(guard.body), block);
      if (!guard.body.empty())
        body.push_back(std::move(last));
      rest = without(std::move(rest), block);
      if (!rest.empty())
        body.push_back(under(opposite, std::move(rest)));
      return body;
    }
    Expr flag = variables.scalar("going", Type::logical(4), last.range);
    Expr first = takeTest(last, flag, block);
    body.push_back(assignment(flag, first ? first : Expr::logical(true), last));
    clear(last, flag, block, false);
    body.push_back(std::move(last));
    rest = without(std::move(rest), block);
    if (!rest.empty())
      body.push_back(guarded(flag, std::move(rest)));
    return body;
  }

  // Does a flag decide alone whether what follows runs, for all that it guards
  // ends in a jump?
  static bool leavesWhereGuarded(const Statement &statement) {
    const auto *guard = std::get_if<GuardedStatement>(&statement.value);
    const VarRef *flag = guard ? guard->flag.getIf<VarRef>() : nullptr;
    return flag && endsInJump(guard->body) &&
           !assignedNames(guard->body).count(flag->name);
  }

  // Of a loop that begins with `if (c) exit`: `.not. c`, which the flag becomes
  // at the end of each iteration. Null for another.
  static Expr takeTest(Statement &statement, const Expr &flag, int block) {
    auto *loop = std::get_if<LoopStatement>(&statement.value);
    auto *test = loop && !loop->body.empty()
                     ? std::get_if<IfStatement>(&loop->body.front().value)
                     : nullptr;
    if (!test || test->branches.size() != 1)
      return Expr();
    const Branch &branch = test->branches.front();
    if (branch.isElse || !branch.condition || branch.body.size() != 1 ||
        !exitFrom(branch.body.front(), block) ||
        !branch.facts.references.empty() || !branch.facts.obstacles.empty())
      return Expr();
    Expr goesOn = negated(branch.condition);
    Statement again = assignment(flag, goesOn, loop->body.front());
    loop->body.erase(loop->body.begin());
    loop->body.push_back(std::move(again));
    return goesOn;
  }

  // Exits clear the flag, which guards what follows them, and the bodies of
  // loops. `isGuarded`: it guards what is around.
  void clear(Statement &statement, const Expr &flag, int block,
             bool isGuarded) {
    bool isLoop = std::holds_alternative<DoStatement>(statement.value) ||
                  std::holds_alternative<LoopStatement>(statement.value);
    forEachBlock(statement, [&](Block &inner) {
      inner = cleared(std::move(inner), flag, block, isGuarded || isLoop);
      if (!isLoop || isGuarded || inner.empty())
        return;
      Block whole;
      whole.push_back(guarded(flag, std::move(inner)));
      inner = std::move(whole);
    });
  }

  Block cleared(Block body, const Expr &flag, int block, bool isGuarded) {
    size_t k = firstThatLeaves(body, block);
    if (k == body.size())
      return body;
    Block rest = cutBehind(body, k);
    Statement &last = body.back();
    if (exitFrom(last, block)) {
      last = assignment(flag, Expr::logical(false), last);
      return body;
    }
    clear(last, flag, block, isGuarded);
    rest = cleared(std::move(rest), flag, block, isGuarded);
    if (isGuarded)
      append(body, std::move(rest));
    else if (!rest.empty())
      body.push_back(guarded(flag, std::move(rest)));
    return body;
  }

  static bool hasExit(const Block &block) {
    for (const Statement &statement : block) {
      if (std::holds_alternative<JumpStatement>(statement.value))
        return true;
      bool found = false;
      forEachBlock(statement, [&](const Block &inner) {
        found = found || hasExit(inner);
      });
      if (found)
        return true;
    }
    return false;
  }

  static void requireExit(Statement &statement) {
    const auto *loop = std::get_if<LoopStatement>(&statement.value);
    if (loop && !hasExit(loop->body))
      statement.facts.obstacles.push_back(
          UserError("not supported: loop that nothing leaves; write an exit",
                    statement.range));
  }

  Procedure &procedure;
  NewVariables variables;
};

} // namespace

Program frontend::resolveExits(Program program) {
  for (Procedure &procedure : program.procedures)
    Resolution(procedure).run(procedure.body);
  return program;
}
