#include "SeparateValues.h"

#include "AssignedNames.h"
#include "FirstUse.h"
#include "LastValues.h"
#include "NewVariables.h"
#include "Renaming.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

// What becomes of the value that a variable has.
enum class Fate {
  MayBeRead,
  IsLost, // it is assigned before, whatever happens
  Stays   // it is not read
};

static Fate fateIn(const Block &block, const std::string &name);

static Fate fateIn(const Statement &statement, const std::string &name) {
  switch (firstUse(statement, name)) {
  case FirstUse::None:
    return Fate::Stays;
  case FirstUse::Assigns:
    return Fate::IsLost;
  case FirstUse::Reads:
    return Fate::MayBeRead;
  case FirstUse::Other:
    break;
  }
  const bool isKnown = std::holds_alternative<DoStatement>(statement.value) ||
                       std::holds_alternative<IfStatement>(statement.value);
  if (!isKnown || ownNames(statement).count(name))
    return Fate::MayBeRead;
  bool isRead = false;
  forEachBlock(statement, [&](const Block &inner) {
    isRead = isRead || fateIn(inner, name) == Fate::MayBeRead;
  });
  return isRead ? Fate::MayBeRead : Fate::Stays;
}

static Fate fateIn(const Block &block, const std::string &name) {
  for (const Statement &statement : block)
    if (Fate fate = fateIn(statement, name); fate != Fate::Stays)
      return fate;
  return Fate::Stays;
}

// Of each statement of a block: in it and those behind it.
static std::vector<Fate> fatesFrom(const Block &block,
                                   const std::string &name) {
  std::vector<Fate> fates(block.size());
  Fate behind = Fate::Stays;
  for (size_t k = block.size(); k-- > 0; fates[k] = behind)
    if (Fate fate = fateIn(block[k], name); fate != Fate::Stays)
      behind = fate;
  return fates;
}

static size_t lastMention(const Block &block, const std::string &name) {
  size_t k = block.size();
  while (k > 0 && countMentions(block[k - 1], name) == 0)
    --k;
  return k > 0 ? k - 1 : 0;
}

// Statements of a block that follow each other.
struct Part {
  size_t begin, end;
};

template <typename Found>
static bool isAnywhere(const Block &block, const Found &found) {
  return std::any_of(block.begin(), block.end(), [&](const Statement &s) {
    bool result = found(s);
    forEachBlock(s, [&](const Block &inner) {
      result = result || isAnywhere(inner, found);
    });
    return result;
  });
}

static bool hasLoopAssigning(const Block &block, Part part,
                             const std::string &name) {
  auto assigns = [&](const Statement &s) {
    const auto *loop = std::get_if<DoStatement>(&s.value);
    return loop && assignedNames(loop->body).count(name);
  };
  for (size_t k = part.begin; k < part.end; ++k) {
    bool result = assigns(block[k]);
    forEachBlock(block[k], [&](const Block &inner) {
      result = result || isAnywhere(inner, assigns);
    });
    if (result)
      return true;
  }
  return false;
}

static bool hasJumps(const Block &block) {
  return isAnywhere(block, [](const Statement &s) {
    return std::holds_alternative<JumpStatement>(s.value) ||
           std::holds_alternative<LabelStatement>(s.value);
  });
}

// Drops assignments that nobody reads: as of what a loop variable is behind its
// loop, where another loop over it comes next.
static void dropUnread(Block &block, const std::string &name, bool isRead) {
  for (size_t k = block.size(); k-- > 0;) {
    Statement &statement = block[k];
    if (assignmentTo(statement, name) && !isRead &&
        statement.facts.references.empty() &&
        statement.facts.obstacles.empty()) {
      block.erase(block.begin() + static_cast<ptrdiff_t>(k));
      continue;
    }
    if (auto *loop = std::get_if<DoStatement>(&statement.value))
      dropUnread(loop->body, name,
                 isRead || fateIn(loop->body, name) == Fate::MayBeRead);
    else if (auto *choice = std::get_if<IfStatement>(&statement.value))
      for (Branch &branch : choice->branches)
        dropUnread(branch.body, name, isRead);
    const Fate fate = fateIn(statement, name);
    isRead = fate == Fate::MayBeRead || (fate == Fate::Stays && isRead);
  }
}

static bool isLoopVariable(const Block &block, const std::string &name) {
  return isAnywhere(block, [&](const Statement &s) {
    const auto *loop = std::get_if<DoStatement>(&s.value);
    return loop && loop->variable == name;
  });
}

// Is it an end of a loop inside of one that assigns it, as of the columns of a
// block? Launches in one such loop hand its value on in memory of their own.
static bool boundsInside(const Block &block, const std::string &name) {
  return isAnywhere(block, [&](const Statement &s) {
    const auto *outer = std::get_if<DoStatement>(&s.value);
    return outer && assignedNames(outer->body).count(name) &&
           isAnywhere(outer->body, [&](const Statement &inner) {
             const auto *loop = std::get_if<DoStatement>(&inner.value);
             return loop && (mentions(loop->first, name) ||
                             mentions(loop->last, name));
           });
  });
}

namespace {

class Separation {
public:
  explicit Separation(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  void run() {
    if (hasJumps(procedure.body))
      return;
    std::map<std::string, int> assignments;
    std::set<std::string> numbers; // what forwardConstants may have left unread
    isAnywhere(procedure.body, [&](const Statement &s) {
      if (const auto *assignment = std::get_if<AssignmentStatement>(&s.value))
        if (const auto *scalar = assignment->assignee.getIf<VarRef>()) {
          ++assignments[scalar->name];
          if (assignment->value && asInteger(assignment->value))
            numbers.insert(scalar->name);
        }
      return false;
    });
    const std::vector<Variable> known = procedure.variables; // more will come
    for (const Variable &variable : known)
      if (variable.isScalar() && variable.isTemporary() &&
          !isLoopVariable(procedure.body, variable.name)) {
        if (assignments[variable.name] > 1 || numbers.count(variable.name))
          dropUnread(procedure.body, variable.name, false);
        if (isMentionedFreely(procedure.body, variable.name) ||
            boundsInside(procedure.body, variable.name))
          separate(procedure.body, variable, Scope::Procedure);
      }
  }

private:
  enum class Scope {
    Procedure, // in front of it and behind it the variable has no value
    Inner
  };

  void separate(Block &block, const Variable &variable, Scope scope) {
    const std::string &name = variable.name;
    const std::vector<Fate> fates = fatesFrom(block, name);
    const size_t last = lastMention(block, name);
    size_t begin = 0;
    bool startsAnew = scope == Scope::Procedure;
    for (size_t k = 0; k <= last && k < block.size(); ++k) {
      if (fates[k] == Fate::MayBeRead ||
          (fates[k] == Fate::Stays && scope == Scope::Inner))
        continue;
      if (startsAnew && hasLoopAssigning(block, {begin, k}, name))
        renameIn(block, {begin, k}, variable);
      startsAnew = true;
      begin = k;
    }
    for (Statement &statement : block)
      forEachBlock(statement, [&](Block &inner) {
        separate(inner, variable, Scope::Inner);
      });
  }

  void renameIn(Block &block, Part part, const Variable &variable) {
    const auto begin = block.begin() + static_cast<ptrdiff_t>(part.begin);
    const auto end = block.begin() + static_cast<ptrdiff_t>(part.end);
    Block renamed(std::make_move_iterator(begin), std::make_move_iterator(end));
    Expr own = variables.scalar(variable.name, variable.type, variable.range);
    rename(renamed, variable.name, own.getIf<VarRef>()->name,
           [](const Statement &) { return true; });
    std::move(renamed.begin(), renamed.end(), begin);
  }

  Procedure &procedure;
  NewVariables variables;
};

} // namespace

Program frontend::separateValues(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      Separation(procedure).run();
  return program;
}
