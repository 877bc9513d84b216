#include "HostCode.h"

#include "ArrayPacking.h"
#include "ElementMentions.h"
#include "StatementExprs.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

using Reason = std::optional<UserError>;

Reason HostCode::in(const Block &block) {
  for (const Statement &statement : block)
    if (Reason reason = in(statement))
      return reason;
  return std::nullopt;
}

Reason HostCode::in(const Facts &facts, size_t firstObstacle) {
  if (facts.obstacles.size() > firstObstacle)
    return facts.obstacles[firstObstacle];
  for (const FunctionReference &reference : facts.references)
    if (Reason reason = in(reference.callee, reference.arguments)) {
      reason->locate(reference.obstacle.diagnostics().front().range);
      return reason;
    }
  return std::nullopt;
}

// The first obstacle of a call is that it is one.
Reason HostCode::in(const Statement &statement) {
  const auto *call = std::get_if<CallStatement>(&statement.value);
  Reason result = in(statement.facts, call ? 1 : 0);
  const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
  if (std::string packing = packingObstacle(statement.facts, assignment);
      !result && !packing.empty())
    result = UserError("not supported: " + packing, statement.range);
  if (!result && call && (result = in(call->callee, call->arguments)))
    result->locate(statement.range);
  auto lookAt = [&](const std::vector<Branch> &branches) {
    for (const Branch &branch : branches)
      if (std::string packing = packingObstacle(branch.facts, nullptr);
          !result && !packing.empty())
        result = UserError("not supported: " + packing, branch.range);
      else if (!result)
        result = in(branch.facts);
  };
  if (const auto *conditional = std::get_if<IfStatement>(&statement.value))
    lookAt(conditional->branches);
  else if (const auto *masked = std::get_if<WhereStatement>(&statement.value))
    lookAt(masked->branches);
  else if (const auto *indexed = std::get_if<ForallStatement>(&statement.value))
    lookAt({indexed->body});
  forEachBlock(statement, [&](const Block &block) {
    if (!result)
      result = in(block);
  });
  return result;
}

Reason HostCode::in(const Callee &callee,
                    const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments)
    if (argument.obstacle)
      return argument.obstacle;
  if (!callee.procedure)
    return UserError("not supported: call of '" + callee.called + "'");
  return inCalled(*callee.procedure);
}

Reason HostCode::inCalled(size_t number) {
  const Procedure &procedure = program.procedures[number];
  auto [known, isNew] = ofCalled.emplace(
      number, UserError("not supported: call of '" + procedure.name +
                        "', which calls itself"));
  if (!isNew)
    return known->second;
  Reason result = procedure.obstacles.empty()
                      ? in(procedure.body)
                      : Reason(procedure.obstacles.front());
  return ofCalled[number] = result;
}

Reason HostCode::inKernel(size_t number) {
  const Procedure &procedure = program.procedures[number];
  for (const auto *obstacles : {&procedure.obstacles, &procedure.ownObstacles})
    if (!obstacles->empty())
      return obstacles->front();
  return in(procedure.body);
}

bool HostCode::hasLoop(const Block &block) {
  return std::any_of(
      block.begin(), block.end(),
      [&](const Statement &statement) { return hasLoop(statement); });
}

bool HostCode::hasLoop(const Statement &statement) {
  if (std::holds_alternative<DoStatement>(statement.value) ||
      std::holds_alternative<LoopStatement>(statement.value) ||
      std::holds_alternative<WhereStatement>(statement.value) ||
      std::holds_alternative<ForallStatement>(statement.value) ||
      !statement.facts.arrays.empty())
    return true;
  if (const auto *call = std::get_if<CallStatement>(&statement.value)) {
    if (!call->callee.procedure)
      return false;
    size_t callee = *call->callee.procedure;
    if (auto [known, isNew] = loops.emplace(callee, false); !isNew)
      return known->second;
    return loops[callee] = hasLoop(program.procedures[callee].body);
  }
  bool result = false;
  forEachBlock(statement,
               [&](const Block &block) { result = result || hasLoop(block); });
  return result;
}

bool HostCode::isOfScalars(const Block &block) {
  return std::all_of(
      block.begin(), block.end(), [](const Statement &statement) {
        bool result =
            std::holds_alternative<AssignmentStatement>(statement.value) &&
            statement.facts.references.empty() &&
            statement.facts.arrays.empty();
        auto look = [&](const Expr &e) {
          walk(e, [&](const Expr &node) {
            result = result && !node.getIf<ArrayRef>();
            return result;
          });
        };
        if (result)
          forEachOwnExpr(statement, look, [](const ArrayView &) {});
        return result;
      });
}

static bool isLoop(const Statement &statement) {
  const auto *host = std::get_if<HostStatement>(&statement.value);
  return std::holds_alternative<DoStatement>(statement.value) ||
         std::holds_alternative<LoopStatement>(statement.value) ||
         (host && host->kind == HostStatement::Kind::Loop);
}

bool frontend::hasLoopAmong(const Block &block) {
  return std::any_of(
      block.begin(), block.end(), [](const Statement &statement) {
        bool found = isLoop(statement);
        forEachBlock(statement, [&](const Block &inside) {
          found = found || hasLoopAmong(inside);
        });
        return found;
      });
}

bool frontend::hasLoopOutsideCalls(const Block &block) {
  return std::any_of(
      block.begin(), block.end(), [](const Statement &statement) {
        bool found = isLoop(statement) && statement.callLines.empty();
        forEachBlock(statement, [&](const Block &inside) {
          found = found || hasLoopOutsideCalls(inside);
        });
        return found;
      });
}

static bool isOfElements(const Statement &statement) {
  bool passesView = false;
  forEachOwnExpr(
      statement, [](const Expr &) {},
      [&](const ArrayView &) { passesView = true; });
  return passesView || !statement.facts.references.empty() ||
         mentionsElements(statement);
}

// What is no call, nor came with one. Steps counted, and flags of jumps, are no
// work for a kernel.
static bool assignsItself(const Block &block) {
  return std::any_of(
      block.begin(), block.end(), [](const Statement &statement) {
        bool found =
            std::holds_alternative<AssignmentStatement>(statement.value) &&
            statement.callLines.empty() && isOfElements(statement);
        forEachBlock(statement, [&](const Block &inside) {
          found = found || assignsItself(inside);
        });
        return found;
      });
}

bool frontend::hasOwnLoop(const Block &block, int behindLine) {
  return std::any_of(
      block.begin(), block.end(), [&](const Statement &statement) {
        bool found = isLoop(statement) && statement.callLines.empty() &&
                     statement.line > behindLine && assignsItself({statement});
        forEachBlock(statement, [&](const Block &inside) {
          found = found || hasOwnLoop(inside, behindLine);
        });
        return found;
      });
}

static bool isOfArrays(const Statement &statement) {
  const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
  if (!assignment || !statement.callLines.empty())
    return false;
  std::set<std::string> names, arrays;
  for (const Expr &e : {assignment->assignee, assignment->value})
    if (e)
      collectNames(e, names, arrays);
  return !arrays.empty();
}

static bool isOfHost(const Statement &statement) {
  return std::holds_alternative<HostStatement>(statement.value) ||
         std::holds_alternative<CallStatement>(statement.value) ||
         std::holds_alternative<RegionStatement>(statement.value);
}

// Is it the statement, or one inside?
template <typename Is> static bool holdsOne(const Statement &statement, Is is) {
  bool found = is(statement);
  forEachBlock(statement, [&](const Block &block) {
    for (const Statement &inner : block)
      found = found || holdsOne(inner, is);
  });
  return found;
}

size_t frontend::numberOfNests(const Block &block,
                               const std::set<int> &loopLines,
                               int behindLine) {
  size_t count = 0;
  for (const Statement &statement : block) {
    if (isLoop(statement) && loopLines.count(statement.line) &&
        statement.line > behindLine && holdsOne(statement, isOfArrays) &&
        !holdsOne(statement, isOfHost)) {
      ++count;
      continue;
    }
    forEachBlock(statement, [&](const Block &inner) {
      count += numberOfNests(inner, loopLines, behindLine);
    });
  }
  return count;
}
