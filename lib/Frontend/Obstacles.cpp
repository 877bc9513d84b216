#include "Obstacles.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// Of a statement that scalarizeArrays does not know.
const UserError *leftArray() {
  static const UserError error("not supported: array expression in a statement "
                               "of this kind; assign it to a variable before");
  return &error;
}

const UserError *firstOf(const Facts &facts) {
  if (!facts.obstacles.empty())
    return &facts.obstacles.front();
  if (!facts.arrays.empty())
    return leftArray();
  return facts.references.empty() ? nullptr
                                  : &facts.references.front().obstacle;
}

const UserError *firstIn(const Block &block) {
  for (const Statement &statement : block)
    if (const UserError *obstacle = obstacleIn(statement))
      return obstacle;
  return nullptr;
}

// A branch's condition comes before its statements.
const UserError *firstIn(const std::vector<Branch> &branches) {
  for (const Branch &branch : branches) {
    if (const UserError *obstacle = firstOf(branch.facts))
      return obstacle;
    if (const UserError *obstacle = firstIn(branch.body))
      return obstacle;
  }
  return nullptr;
}

bool isKnown(const Block &block);

bool isKnown(const Statement &statement) {
  bool result = match(
      statement.value,
      [](const AssignmentStatement &s) -> bool {
        return s.assignee && s.value;
      },
      [](const DoStatement &s) {
        return s.first && s.last && (s.step != 0 || s.variableStep);
      },
      [](const LoopStatement &) { return true; },
      [](const IfStatement &s) {
        for (const Branch &branch : s.branches)
          if ((!branch.isElse && !branch.condition) ||
              !branch.facts.references.empty())
            return false;
        return true;
      },
      [](const SelectStatement &) { return false; },
      [](const BlockStatement &) { return true; },
      [](const GuardedStatement &) { return true; },
      [](const JumpStatement &) { return false; },
      [](const LabelStatement &) { return true; },
      [](const WhereStatement &) { return false; },
      [](const ForallStatement &) { return false; },
      [](const CallStatement &) { return false; },
      [](const HostStatement &) { return false; },
      [](const RegionStatement &) { return false; });
  forEachBlock(statement,
               [&](const Block &block) { result = result && isKnown(block); });
  return result && statement.facts.references.empty();
}

bool isKnown(const Block &block) {
  for (const Statement &statement : block)
    if (!isKnown(statement))
      return false;
  return true;
}

} // namespace

const UserError *frontend::obstacleIn(const Statement &statement) {
  if (const UserError *obstacle = firstOf(statement.facts))
    return obstacle;
  if (const auto *conditional = std::get_if<IfStatement>(&statement.value))
    return firstIn(conditional->branches);
  if (const auto *masked = std::get_if<WhereStatement>(&statement.value))
    return firstIn(masked->branches);
  if (const auto *indexed = std::get_if<ForallStatement>(&statement.value))
    return firstIn({indexed->body});
  const UserError *found = nullptr;
  forEachBlock(statement, [&](const Block &block) {
    if (!found)
      found = firstIn(block);
  });
  return found;
}

const UserError *frontend::obstacleOf(const Procedure &procedure) {
  if (!procedure.obstacles.empty())
    return &procedure.obstacles.front();
  if (!procedure.ownObstacles.empty())
    return &procedure.ownObstacles.front();
  return firstIn(procedure.body);
}

bool frontend::isTransparent(const Procedure &procedure) {
  return procedure.isAnalysed && isKnown(procedure.body);
}
