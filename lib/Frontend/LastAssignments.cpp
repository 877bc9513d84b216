#include "LastAssignments.h"

#include "AssignedNames.h"
#include "FirstUse.h"
#include "LastValues.h"
#include "NewVariables.h"
#include "OwnReads.h"
#include "Renaming.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

using Names = std::set<std::string>;

// Does the statement do nothing but what its expressions say? LastValues.h has
// loops whose number of iterations is known alone.
static bool saysAll(const Statement &statement) {
  bool plain = statement.facts.obstacles.empty() &&
               statement.facts.references.empty() &&
               (std::holds_alternative<AssignmentStatement>(statement.value) ||
                std::holds_alternative<DoStatement>(statement.value) ||
                std::holds_alternative<LoopStatement>(statement.value) ||
                std::holds_alternative<IfStatement>(statement.value) ||
                std::holds_alternative<BlockStatement>(statement.value) ||
                std::holds_alternative<GuardedStatement>(statement.value));
  if (const auto *conditional = std::get_if<IfStatement>(&statement.value))
    for (const Branch &branch : conditional->branches)
      plain = plain && branch.condition.operator bool() != branch.isElse &&
              branch.facts.obstacles.empty() && branch.facts.references.empty();
  forEachBlock(statement, [&](const Block &inner) {
    plain = plain && std::all_of(inner.begin(), inner.end(), saysAll);
  });
  return plain;
}

static bool mentionsAny(const Expr &e, const Names &names) {
  const Names inside = namesIn(e);
  return std::any_of(inside.begin(), inside.end(), [&](const auto &name) {
    return names.count(name) != 0;
  });
}

// Are the bounds the same in all iterations of the loop around, which may be
// the loop itself?
static bool boundsStay(const DoStatement &loop, const DoStatement &around) {
  Names changed = assignedNames(around.body);
  changed.insert(around.variable);
  return loop.first && loop.last && loop.step != 0 &&
         !mentionsAny(loop.first, changed) && !mentionsAny(loop.last, changed);
}

// --- what keeps a scalar from being an iteration's own

namespace {

// Of the assignments to a scalar in a loop.
struct Assignments {
  std::vector<const Block *> blocks; // where they are, in order
  Names deciding; // scalars in conditions and bounds around, and in values
  bool areSame = true; // all assign the same expression
  Expr value;
};

} // namespace

static void find(const Block &block, const std::string &name, Names around,
                 Assignments &found) {
  for (const Statement &statement : block) {
    if (const AssignmentStatement *set = assignmentTo(statement, name)) {
      found.blocks.push_back(&block);
      found.deciding.insert(around.begin(), around.end());
      found.deciding.merge(namesIn(set->value));
      found.areSame &= !found.value || found.value == set->value;
      found.value = set->value;
    }
    if (countMentions(statement, name) == 0)
      continue;
    Names inside = ownNames(statement);
    inside.insert(around.begin(), around.end());
    forEachBlock(statement, [&](const Block &inner) {
      find(inner, name, inside, found);
    });
  }
}

// Scalars that statements of the loop assign, but for those that each of its
// iterations has of its own.
static Names carriedBy(const DoStatement &loop) {
  Names result;
  const auto visit = [&](const Block &block, const auto &self) -> void {
    for (const Statement &statement : block) {
      const auto *set = std::get_if<AssignmentStatement>(&statement.value);
      if (const VarRef *var = set ? set->assignee.getIf<VarRef>() : nullptr)
        result.insert(var->name);
      forEachBlock(statement, [&](const Block &inner) { self(inner, self); });
    }
  };
  visit(loop.body, visit);
  for (auto at = result.begin(); at != result.end();)
    at = readsOnlyOwn(loop.body, *at) ? result.erase(at) : std::next(at);
  return result;
}

// Names that may have other values in another iteration.
static Names changingIn(const DoStatement &loop) {
  Names result = assignedNames(loop.body);
  const auto visit = [&](const Block &block, const auto &self) -> void {
    for (const Statement &statement : block) {
      const auto *inner = std::get_if<DoStatement>(&statement.value);
      if (inner && !mentionsAny(inner->first, result) &&
          !mentionsAny(inner->last, result))
        result.erase(inner->variable);
      forEachBlock(statement, [&](const Block &body) { self(body, self); });
    }
  };
  result.insert(loop.variable);
  visit(loop.body, visit);
  return result;
}

// --- where it is read

static bool saysAll(const Block &block) {
  return std::all_of(block.begin(), block.end(),
                     [](const Statement &one) { return saysAll(one); });
}

static bool holds(const Block &block, const DoStatement &loop) {
  return std::any_of(block.begin(), block.end(), [&](const Statement &one) {
    bool found = std::get_if<DoStatement>(&one.value) == &loop;
    forEachBlock(one, [&](const Block &inner) {
      found = found || holds(inner, loop);
    });
    return found;
  });
}

// Outside of `loop`, and of loops beside it that read only what they have
// assigned.
static bool isReadOutside(const Block &block, const DoStatement &loop,
                          const std::string &name) {
  return std::any_of(
      block.begin(), block.end(), [&](const Statement &statement) {
        const auto *other = std::get_if<DoStatement>(&statement.value);
        if (std::holds_alternative<HostStatement>(statement.value))
          return true;
        if (other == &loop || countMentions(statement, name) == 0)
          return false;
        const AssignmentStatement *set = assignmentTo(statement, name);
        bool isRead = set ? namesIn(set->value).count(name) != 0 ||
                                !statement.facts.references.empty()
                          : ownNames(statement).count(name) != 0;
        const bool isApart = other && saysAll(other->body) &&
                             readsOnlyOwn(other->body, name) &&
                             !holds(other->body, loop);
        forEachBlock(statement, [&](const Block &inner) {
          isRead = isRead || (!isApart && isReadOutside(inner, loop, name));
        });
        return isRead;
      });
}

// --- the pass

namespace {

class LastAssignments {
public:
  explicit LastAssignments(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  void run() {
    std::vector<Variable> known;
    for (const Variable &variable : procedure.variables)
      if (variable.isScalar() && variable.intent != Intent::In &&
          (variable.type.isInteger() || variable.type.isFloating() ||
           variable.type.isLogical()))
        known.push_back(variable);
    visit(procedure.body, known);
  }

private:
  // Loops whose iterations are told apart, from the outermost.
  using Nest = std::vector<DoStatement *>;

  void visit(Block &block, const std::vector<Variable> &known) {
    for (size_t at = 0; at < block.size(); ++at) {
      std::vector<Variable> rest = known;
      if (auto *loop = std::get_if<DoStatement>(&block[at].value);
          loop && saysAll(block[at]) && !writesSameElements(*loop)) {
        Block before;
        std::vector<Variable> inner;
        for (auto alike = takeAlike(*loop, rest); !alike.empty();
             alike = takeAlike(*loop, rest))
          setLast(block[at], *loop, alike, before, inner);
        forgetLocals(rest);
        rest.insert(rest.end(), inner.begin(), inner.end());
        block.insert(block.begin() + at, before.begin(), before.end());
        at += before.size();
      }
      forEachBlock(block[at], [&](Block &inner) { visit(inner, rest); });
    }
  }

  // In loops inside of one whose iterations may be independent: each of these
  // has its own.
  static void forgetLocals(std::vector<Variable> &known) {
    known.erase(
        std::remove_if(known.begin(), known.end(),
                       [](const Variable &each) { return each.isTemporary(); }),
        known.end());
  }

  // An array of others has elements that each iteration assigns: these are in
  // order, but for updates.
  bool writesSameElements(const DoStatement &loop) const {
    const Names changing = changingIn(loop);
    const auto stays = [&](const Expr &subscript) {
      return !mentionsAny(subscript, changing);
    };
    const auto found = [&](const Block &block, const auto &self) -> bool {
      for (const Statement &statement : block) {
        const auto *set = std::get_if<AssignmentStatement>(&statement.value);
        const ArrayRef *element =
            set ? set->assignee.getIf<ArrayRef>() : nullptr;
        bool isSame =
            element && isOthers(element->name) &&
            std::all_of(element->subscripts.begin(), element->subscripts.end(),
                        stays) &&
            !(isUpdate(*set) && mentionsIn(loop.body, element->name) == 1);
        forEachBlock(statement, [&](const Block &inner) {
          isSame = isSame || self(inner, self);
        });
        if (isSame)
          return true;
      }
      return false;
    };
    return found(loop.body, found);
  }

  static size_t mentionsIn(const Block &block, const std::string &name) {
    size_t count = 0;
    for (const Statement &statement : block)
      count += countMentions(statement, name);
    return count;
  }

  // a(j) = a(j) + x, a(j) = max(a(j), x)
  static bool isUpdate(const AssignmentStatement &set) {
    if (const auto *binary = set.value.getIf<Binary>())
      return binary->a == set.assignee || binary->b == set.assignee;
    const auto *call = set.value.getIf<Call>();
    return call && std::count(call->args.begin(), call->args.end(),
                              set.assignee) != 0;
  }

  bool isOthers(const std::string &name) const {
    for (const Variable &variable : procedure.variables)
      if (variable.name == name)
        return variable.isArgument();
    return false;
  }

  // The loop, and those inside that hold all that mentions the variable and run
  // over the same in each iteration.
  static Nest nestOf(DoStatement &loop, const std::string &name) {
    Nest nest = {&loop};
    while (true) {
      DoStatement *only = nullptr;
      size_t mentions = 0;
      for (Statement &part : nest.back()->body)
        if (countMentions(part, name) != 0) {
          ++mentions;
          only = std::get_if<DoStatement>(&part.value);
        }
      if (mentions != 1 || !only || ownBounds(*only).count(name) ||
          !std::all_of(nest.begin(), nest.end(), [&](const auto *around) {
            return boundsStay(*only, *around);
          }))
        return nest;
      nest.push_back(only);
    }
  }

  static Names ownBounds(const DoStatement &loop) {
    Names names = namesIn(loop.first);
    names.merge(namesIn(loop.last));
    return names;
  }

  // Takes a variable out that has copies in the loop, and those that the same
  // iterations assign.
  std::vector<Variable> takeAlike(DoStatement &loop,
                                  std::vector<Variable> &known) const {
    std::vector<Variable> result;
    if (!boundsStay(loop, loop))
      return result;
    const Names assigned = assignedNames(loop.body);
    const auto mayBeLast = [&](const Variable &each) {
      return assigned.count(each.name) != 0 &&
             firstUse(nestOf(loop, each.name).back()->body, each.name) !=
                 FirstUse::Assigns &&
             isKnownOutside(loop, each);
    };
    Names candidates;
    for (const Variable &each : known)
      if (mayBeLast(each))
        candidates.insert(each.name);
    if (candidates.empty())
      return result;
    const Names carried = carriedBy(loop);
    Nest nest;
    std::set<const Block *> places;
    for (auto at = known.begin(); at != known.end();) {
      Nest own;
      std::set<const Block *> blocks;
      if (candidates.count(at->name) && !carried.count(at->name) &&
          hasCopies(loop, carried, at->name, blocks))
        own = nestOf(loop, at->name);
      if (own.empty() ||
          (!result.empty() && (own != nest || blocks != places))) {
        ++at;
        continue;
      }
      nest = own;
      places = blocks;
      result.push_back(*at);
      at = known.erase(at);
    }
    return result;
  }

  bool isKnownOutside(const DoStatement &loop, const Variable &variable) const {
    return !variable.isTemporary() ||
           isReadOutside(procedure.body, loop, variable.name);
  }

  static bool hasCopies(const DoStatement &loop, const Names &carried,
                        const std::string &name,
                        std::set<const Block *> &blocks) {
    Assignments assignments;
    find(loop.body, name, {}, assignments);
    blocks.insert(assignments.blocks.begin(), assignments.blocks.end());
    Names changing = assignedNames(loop.body);
    changing.insert(loop.variable);
    const bool isMark = assignments.areSame && assignments.value &&
                        !mentionsAny(assignments.value, changing);
    return !assignments.blocks.empty() && !isMark &&
           std::none_of(carried.begin(), carried.end(),
                        [&](const std::string &each) {
                          return assignments.deciding.count(each) != 0;
                        });
  }

  // --- the statements

  static Expr zeroOf(Type type) {
    if (type.isComplex())
      return Expr::complex(0, 0, type);
    if (type.isReal())
      return Expr::real(0, type);
    return type.isLogical() ? Expr::logical(false, type)
                            : Expr::integer(0, type);
  }

  static Expr wide(const Expr &e) {
    const Type type = Type::integer(8);
    if (auto value = asInteger(e))
      return Expr::integer(*value, type);
    return Expr::cast(e, type);
  }

  // From 1, in the order of the iterations.
  static Expr rankIn(const Nest &nest) {
    Expr rank = Expr::integer(0, Type::integer(8));
    for (const DoStatement *loop : nest) {
      Expr first = wide(loop->first), last = wide(loop->last);
      Expr now = wide(Expr::var(loop->variable, loop->type));
      if (loop->step < 0)
        std::swap(first, last);
      rank = rank*(last - first + 1) +
             (loop->step > 0 ? now - first : last - now);
    }
    return rank + 1;
  }

  static void addBehindAssignments(Block &block, const std::string &name,
                                   const Expr &rank, const Expr &value) {
    for (size_t at = 0; at < block.size(); ++at) {
      forEachBlock(block[at], [&](Block &inner) {
        addBehindAssignments(inner, name, rank, value);
      });
      if (assignmentTo(block[at], name)) {
        Statement also = assigning(rank, value, block[at]);
        block.insert(block.begin() + ++at, std::move(also));
      }
    }
  }

  static const Statement *firstAssignment(const Block &block,
                                          const std::string &name) {
    for (const Statement &statement : block) {
      if (assignmentTo(statement, name))
        return &statement;
      const Statement *result = nullptr;
      forEachBlock(statement, [&](const Block &inner) {
        if (!result)
          result = firstAssignment(inner, name);
      });
      if (result)
        return result;
    }
    return nullptr;
  }

  // `inner`: what loops inside of the nest know behind them.
  void setLast(Statement &statement, DoStatement &loop,
               const std::vector<Variable> &alike, Block &before,
               std::vector<Variable> &inner) {
    const std::string &base = alike.front().name;
    const Nest nest = nestOf(loop, base);
    Block &body = nest.back()->body;
    Statement like = *firstAssignment(body, base);
    const Type type = Type::integer(8);
    const Expr at = variables.scalar(base + "_at", type, SourceRange());
    inner.push_back(variables.local(base + "_rank", type, SourceRange()));
    const Expr rank = Expr::var(inner.back().name, type);
    const Expr none = Expr::integer(0, type);
    before.push_back(assigning(at, none, statement));

    addBehindAssignments(body, base, rank, rankIn(nest));
    Block start = {assigning(rank, none, statement)};
    Branch last;
    last.condition =
        Expr::binary(BinaryOp::Gt, rank, at, Type::logical(4));
    last.range = like.range;
    last.body.push_back(assigning(at, rank, like));
    for (const Variable &variable : alike) {
      inner.push_back(
          variables.local(variable.name, variable.type, variable.range));
      const Expr own = Expr::var(inner.back().name, variable.type);
      rename(body, variable.name, inner.back().name,
             [](const Statement &) { return true; });
      start.push_back(assigning(own, zeroOf(variable.type), statement));
      last.body.push_back(
          assigning(Expr::var(variable.name, variable.type), own, like));
    }
    body.insert(body.begin(), start.begin(), start.end());
    like.value = IfStatement{{std::move(last)}};
    body.push_back(std::move(like));
  }

  Procedure &procedure;
  NewVariables variables;
};

} // namespace

Program frontend::setLastAssignments(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel())
      LastAssignments(procedure).run();
  return program;
}
