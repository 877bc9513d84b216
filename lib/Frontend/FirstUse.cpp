#include "FirstUse.h"

#include "AssignedNames.h"
#include "StatementExprs.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

std::set<std::string> frontend::ownNames(const Statement &statement) {
  std::set<std::string> names;
  forEachOwnExpr(
      statement,
      [&](const Expr &e) {
        if (e)
          collectNames(e, names, names);
      },
      [&](const ArrayView &view) { names.insert(view.path.front().name); });
  return names;
}

size_t frontend::countMentions(const Statement &statement,
                               const std::string &name) {
  size_t count = ownNames(statement).count(name);
  forEachBlock(statement, [&](const Block &inner) {
    for (const Statement &part : inner)
      count += countMentions(part, name);
  });
  return count;
}

const AssignmentStatement *
frontend::assignmentTo(const Statement &statement, const std::string &name) {
  const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
  const VarRef *assigned =
      assignment ? assignment->assignee.getIf<VarRef>() : nullptr;
  return assigned && assigned->name == name ? assignment : nullptr;
}

// May it go on elsewhere, or do what is not known?
static bool mayLeave(const Statement &statement) {
  bool result = !statement.facts.obstacles.empty() ||
                std::holds_alternative<JumpStatement>(statement.value) ||
                std::holds_alternative<HostStatement>(statement.value) ||
                std::holds_alternative<RegionStatement>(statement.value);
  forEachBlock(statement, [&](const Block &inner) {
    result = result || std::any_of(inner.begin(), inner.end(), mayLeave);
  });
  return result;
}

FirstUse frontend::firstUse(const Statement &statement,
                            const std::string &name) {
  if (mayLeave(statement))
    return FirstUse::Other;
  const AssignmentStatement *first = assignmentTo(statement, name);
  if (first && first->value && !namesIn(first->value).count(name))
    return statement.facts.references.empty() ? FirstUse::Assigns
                                              : FirstUse::Other;
  if (countMentions(statement, name) == 0)
    return FirstUse::None;
  if (ownNames(statement).count(name))
    return std::holds_alternative<AssignmentStatement>(statement.value) &&
                   statement.facts.references.empty()
               ? FirstUse::Reads
               : FirstUse::Other;
  if (const auto *scope = std::get_if<BlockStatement>(&statement.value))
    return firstUse(scope->body, name);
  const auto *conditional = std::get_if<IfStatement>(&statement.value);
  const bool isAssigned =
      conditional && conditional->branches.back().isElse &&
      std::all_of(conditional->branches.begin(), conditional->branches.end(),
                  [&](const Branch &branch) {
                    return firstUse(branch.body, name) ==
                           FirstUse::Assigns;
                  });
  return isAssigned ? FirstUse::Assigns : FirstUse::Other;
}

FirstUse frontend::firstUse(const Block &block, const std::string &name) {
  for (const Statement &statement : block)
    if (FirstUse use = firstUse(statement, name); use != FirstUse::None)
      return use;
  return FirstUse::None;
}
