#include "EffectArrays.h"

#include <algorithm>
#include <iterator>
#include <optional>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using Names = std::set<std::string>;

void addEvaluated(const Expr &e, Names &arrays) {
  walk(e, [&](const Expr &node) {
    if (const ArrayRef *ref = node.getIf<ArrayRef>())
      arrays.insert(ref->name);
    if (const Select *choice = node.getIf<Select>()) {
      addEvaluated(choice->condition, arrays);
      return false;
    }
    return true;
  });
}

// Those of all effects so far; nothing yet.
using Common = std::optional<Names>;

void meet(Common &common, const Names &arrays) {
  if (!common) {
    common = arrays;
    return;
  }
  Names both;
  std::set_intersection(common->begin(), common->end(), arrays.begin(),
                        arrays.end(), std::inserter(both, both.end()));
  *common = std::move(both);
}

void addEffects(const Block &statements, Common &common) {
  for (const Statement &statement : statements)
    match(
        statement.value,
        [&](const AssignmentStatement &assignment) {
          Names arrays;
          addEvaluated(assignment.assignee, arrays);
          addEvaluated(assignment.value, arrays);
          meet(common, arrays);
        },
        [&](const DoStatement &loop) { addEffects(loop.body, common); },
        [&](const BlockStatement &block) { addEffects(block.body, common); },
        [&](const GuardedStatement &guarded) {
          addEffects(guarded.body, common);
        },
        [&](const IfStatement &conditional) {
          for (const Branch &branch : conditional.branches)
            addEffects(branch.body, common);
        },
        [&](const auto &) { meet(common, {}); });
}

} // namespace

std::set<std::string> frontend::arraysOfEffects(const Block &statements) {
  Common common;
  addEffects(statements, common);
  return common.value_or(Names());
}
