#include "OwnReads.h"

#include "AssignedNames.h"
#include "FirstUse.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// What is known where a statement's turn comes.
struct Known {
  bool isAssigned = false;
  std::vector<Expr> assignedIf; // it is, if one of these holds
  std::vector<Expr> holding;    // conditions around
};

class OwnReads {
public:
  explicit OwnReads(const std::string &name) : name(name) {}
  bool areAll = true;

  void visit(const Block &block, Known &known) {
    for (const Statement &statement : block)
      visit(statement, known);
  }

private:
  void visit(const Statement &statement, Known &known) {
    if (const AssignmentStatement *set = assignmentTo(statement, name)) {
      if (namesIn(set->value).count(name))
        read(known);
      known.isAssigned = true;
    } else if (ownNames(statement).count(name)) {
      read(known);
    }
    if (const auto *scope = std::get_if<BlockStatement>(&statement.value))
      return visit(scope->body, known);
    if (const auto *branches = std::get_if<IfStatement>(&statement.value))
      visit(*branches, known);
    else if (const auto *guard =
                 std::get_if<GuardedStatement>(&statement.value))
      visit(*guard, known);
    else
      forEachBlock(statement, [&](const Block &body) { repeat(body, known); });
    forgetAssigned({statement}, known);
  }

  void read(const Known &known) {
    areAll &= known.isAssigned ||
              std::any_of(known.holding.begin(), known.holding.end(),
                          [&](const Expr &holds) {
                            return contains(known.assignedIf, holds);
                          });
  }

  void visit(const IfStatement &conditional, Known &known) {
    bool inEach = conditional.branches.back().isElse;
    std::vector<Expr> conditions;
    for (const Branch &branch : conditional.branches) {
      Known inner = known;
      if (branch.condition)
        inner.holding.push_back(branch.condition);
      visit(branch.body, inner);
      inEach &= inner.isAssigned;
      if (&branch == &conditional.branches.front() && branch.condition &&
          inner.isAssigned)
        conditions.push_back(branch.condition);
    }
    known.isAssigned |= inEach;
    known.assignedIf.insert(known.assignedIf.end(), conditions.begin(),
                            conditions.end());
  }

  // The flag falls, and does not rise: where it holds, it has held before.
  void visit(const GuardedStatement &guard, Known &known) {
    Known inner = known;
    for (const Statement &statement : guard.body) {
      if (!contains(inner.holding, guard.flag))
        inner.holding.push_back(guard.flag);
      visit(statement, inner);
    }
    if (inner.isAssigned)
      known.assignedIf.push_back(guard.flag);
  }

  // Statements that may run any number of times.
  void repeat(const Block &body, const Known &known) {
    Known inner = known;
    forgetAssigned(body, inner);
    visit(body, inner);
  }

  static bool contains(const std::vector<Expr> &conditions, const Expr &one) {
    return std::find(conditions.begin(), conditions.end(), one) !=
           conditions.end();
  }

  static bool isCleared(const Statement &statement) {
    const auto *set = std::get_if<AssignmentStatement>(&statement.value);
    const LogicalLit *value = set ? set->value.getIf<LogicalLit>() : nullptr;
    return value && !value->value && set->assignee.getIf<VarRef>();
  }

  // Without the flags that statements clear.
  static void noteRaised(const Block &block, std::set<std::string> &names) {
    for (const Statement &statement : block) {
      Statement alone = statement;
      bool hasBlocks = false;
      forEachBlock(alone, [&](Block &inner) {
        hasBlocks = true;
        noteRaised(inner, names);
        inner.clear();
      });
      if (!isCleared(statement) || hasBlocks)
        names.merge(assignedNames({alone}));
    }
  }

  static void forget(std::vector<Expr> &conditions,
                     const std::set<std::string> &assigned) {
    auto isOld = [&](const Expr &condition) {
      for (const std::string &each : namesIn(condition))
        if (assigned.count(each))
          return true;
      return false;
    };
    conditions.erase(
        std::remove_if(conditions.begin(), conditions.end(), isOld),
        conditions.end());
  }

  // A condition that is no flag alone may come true as one in it falls.
  static void forgetAssigned(const Block &block, Known &known) {
    const std::set<std::string> assigned = assignedNames(block);
    std::set<std::string> raised;
    noteRaised(block, raised);
    forget(known.holding, assigned);
    std::vector<Expr> flags;
    for (const Expr &condition : known.assignedIf)
      if (const auto *flag = condition.getIf<VarRef>();
          flag && assigned.count(flag->name) && !raised.count(flag->name))
        flags.push_back(condition);
    forget(known.assignedIf, assigned);
    known.assignedIf.insert(known.assignedIf.end(), flags.begin(),
                            flags.end());
  }

  const std::string &name;
};

} // namespace

bool frontend::readsOnlyOwn(const Block &body, const std::string &name) {
  OwnReads reads(name);
  Known known;
  reads.visit(body, known);
  return reads.areAll;
}
