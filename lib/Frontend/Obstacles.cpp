#include "Obstacles.h"

#include "Advice.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

// Of one refusal; the rest will be told when these are mended.
static constexpr size_t mostNotes = 8;

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

bool isLoop(const Statement &s) {
  const auto *host = std::get_if<HostStatement>(&s.value);
  return std::holds_alternative<DoStatement>(s.value) ||
         std::holds_alternative<LoopStatement>(s.value) ||
         (host && host->kind == HostStatement::Kind::Loop);
}

// Calls `visit` with the first reason of each statement and condition, in the
// order of the source, and whether it stands in a loop, until that returns
// false; so does this, then.
template <typename Visit> class Visitor {
public:
  explicit Visitor(const Visit &visit) : visit(visit) {}

  bool statement(const Statement &s, bool inLoop = false) const {
    inLoop = inLoop || isLoop(s);
    if (!facts(s.facts, inLoop))
      return false;
    if (const auto *conditional = std::get_if<IfStatement>(&s.value))
      return branches(conditional->branches, inLoop);
    if (const auto *masked = std::get_if<WhereStatement>(&s.value))
      return branches(masked->branches, inLoop);
    if (const auto *indexed = std::get_if<ForallStatement>(&s.value))
      return branches({indexed->body}, inLoop);
    bool goOn = true;
    forEachBlock(s, [&](const Block &inner) {
      goOn = goOn && block(inner, inLoop);
    });
    return goOn;
  }

  bool block(const Block &all, bool inLoop = false) const {
    return std::all_of(all.begin(), all.end(), [&](const Statement &s) {
      return statement(s, inLoop);
    });
  }

private:
  bool facts(const Facts &known, bool inLoop) const {
    const UserError *obstacle = firstOf(known);
    return !obstacle || visit(*obstacle, inLoop);
  }

  // A branch's condition comes before its statements.
  bool branches(const std::vector<Branch> &all, bool inLoop) const {
    return std::all_of(all.begin(), all.end(), [&](const Branch &branch) {
      return facts(branch.facts, inLoop) && block(branch.body, inLoop);
    });
  }

  const Visit &visit;
};

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
  const UserError *found = nullptr;
  auto take = [&](const UserError &obstacle, bool) {
    found = &obstacle;
    return false;
  };
  Visitor(take).statement(statement);
  return found;
}

const UserError *frontend::obstacleOf(const Procedure &procedure) {
  for (const auto *known : {&procedure.obstacles, &procedure.ownObstacles})
    if (!known->empty())
      return &known->front();
  const UserError *found = nullptr;
  auto take = [&](const UserError &obstacle, bool) {
    found = &obstacle;
    return false;
  };
  Visitor(take).block(procedure.body);
  return found;
}

UserError frontend::refusalOf(const Procedure &procedure) {
  std::vector<const UserError *> all;
  for (const auto *known : {&procedure.obstacles, &procedure.ownObstacles})
    for (const UserError &obstacle : *known)
      all.push_back(&obstacle);
  // Where loops have reasons, around others it would be cut.
  std::vector<const UserError *> outsideLoops;
  auto take = [&](const UserError &obstacle, bool inLoop) {
    (inLoop || procedure.isMarked() ? all : outsideLoops).push_back(&obstacle);
    return true;
  };
  Visitor(take).block(procedure.body);
  all.insert(all.end(), outsideLoops.begin(), outsideLoops.end());
  Diagnostic first = withAdvice(all.front()->diagnostics().front());
  std::set<std::string> told{first.range.str()}; // places
  for (size_t k = 1; k < all.size() && told.size() <= mostNotes; ++k) {
    Diagnostic other = all[k]->diagnostics().front();
    if (!other.range.known() || !told.insert(other.range.str()).second)
      continue;
    other.severity = Severity::Note;
    other.message = "and here: " + other.message;
    other.notes.clear();
    first.notes.push_back(std::move(other));
  }
  return UserError(std::vector<Diagnostic>{std::move(first)});
}

bool frontend::isTransparent(const Procedure &procedure) {
  return procedure.isAnalysed && isKnown(procedure.body);
}
