#include "InductionVariables.h"

#include "AssignedNames.h"
#include "FirstUse.h"
#include "NewVariables.h"
#include "StatementExprs.h"

#include <algorithm>
#include <functional>
#include <optional>

using namespace loopyc;
using namespace loopyc::frontend;

// May anything behind a statement ask for the variable's value?
using Needed = std::function<bool(const std::string &name)>;

// Only what iterations leave as it is: a sum of products of such scalars, and of
// numbers of iterations, max(0, n).
static bool staysIn(const Expr &e, const std::set<std::string> &assigned) {
  bool result = true;
  walk(e, [&](const Expr &part) {
    const auto *name = part.getIf<VarRef>();
    const auto *call = part.getIf<Call>();
    result = result && part.type().isInteger() &&
             (name   ? !assigned.count(name->name)
              : call ? call->fn == Intrinsic::Max
                     : part.getIf<IntLit>() || part.getIf<Binary>() ||
                           part.getIf<Unary>() || part.getIf<Cast>());
    return result;
  });
  return result;
}

// The e of v = v + e, v = e + v and v = v - e; null for another statement.
static Expr increment(const Statement &statement, const std::string &name) {
  const AssignmentStatement *update = assignmentTo(statement, name);
  const auto *sum = update ? update->value.getIf<Binary>() : nullptr;
  auto isIt = [&](const Expr &e) {
    const auto *variable = e.getIf<VarRef>();
    return variable && variable->name == name;
  };
  if (!sum)
    return Expr();
  if (sum->op == BinaryOp::Add && (isIt(sum->a) || isIt(sum->b)))
    return isIt(sum->a) ? sum->b : sum->a;
  return sum->op == BinaryOp::Sub && isIt(sum->a)
             ? fold(Expr::integer(0, sum->b.type()) - sum->b)
             : Expr();
}

// How often it would run, if that is not negative; in the loop it is not.
static Expr countOf(const DoStatement &loop) {
  if (loop.step == -1)
    return fold(loop.first - loop.last + 1);
  const Expr step = Expr::integer(loop.step, loop.type);
  return fold(Expr::binary(BinaryOp::Div, loop.last - loop.first + step, step,
                           loop.type));
}

// How many iterations there are.
static Expr tripsOf(const DoStatement &loop) {
  return Expr::call(Intrinsic::Max,
                    {Expr::integer(0, loop.type), countOf(loop)}, loop.type);
}

// The values where the loop has iterations: n for max(0, n).
static Substitution inside(const DoStatement &loop, Substitution values) {
  if (loop.step == 0)
    return values;
  const Expr trips = tripsOf(loop), count = countOf(loop);
  for (auto &[name, value] : values)
    value = rewrite(value, [&](const Expr &part) {
      return part == trips ? count : part;
    });
  return values;
}

static void put(const Substitution &values, Statement &statement) {
  forEachOwnExpr(
      statement,
      [&](Expr &e) {
        if (e)
          e = substitute(e, values);
      },
      [](const auto &) {});
  const auto *loop = std::get_if<DoStatement>(&statement.value);
  const Substitution within = loop ? inside(*loop, values) : values;
  forEachBlock(statement, [&](Block &inner) {
    for (Statement &part : inner)
      put(within, part);
  });
}

// What only the host can do, or decides where an iteration ends.
static bool isPlain(const Block &block) {
  return std::all_of(block.begin(), block.end(), [](const Statement &s) {
    bool result = std::holds_alternative<AssignmentStatement>(s.value) ||
                  std::holds_alternative<DoStatement>(s.value) ||
                  std::holds_alternative<IfStatement>(s.value);
    forEachBlock(s, [&](const Block &inner) {
      result = result && isPlain(inner);
    });
    return result;
  });
}

namespace {

class Inductions {
public:
  explicit Inductions(Procedure &procedure) : procedure(procedure) {}

  void run() {
    visit(procedure.body, [&](const std::string &name) {
      const Variable *variable = find(name);
      return variable && !variable->isTemporary();
    });
    for (const std::string &name : moved)
      if (maySeparate(name))
        separate(*find(name));
  }

private:
  void visit(Block &block, const Needed &isNeededOutside);
  void visitInside(Statement &statement, const Needed &isNeededBehind);
  Block replaced(Statement &statement, const Needed &isNeededBehind);
  const Variable *find(const std::string &name) const;
  const Variable *counter(const Statement &update) const;
  bool maySeparate(const std::string &name) const;
  void separate(Variable variable);

  Procedure &procedure;
  std::set<std::string> moved; // counters that loops leave with another value
};

} // namespace

void Inductions::visit(Block &block, const Needed &isNeededOutside) {
  for (size_t k = 0; k < block.size(); ++k) {
    const Needed isNeededBehind = [&, k](const std::string &name) {
      return std::any_of(block.begin() + k + 1, block.end(),
                         [&](const Statement &other) {
                           return countMentions(other, name) > 0;
                         }) ||
             isNeededOutside(name);
    };
    visitInside(block[k], isNeededBehind);
    Block behind = replaced(block[k], isNeededBehind);
    block.insert(block.begin() + k + 1, behind.begin(), behind.end());
    k += behind.size();
  }
}

// The next iteration of a loop around may ask for it, unless it begins with
// another value.
void Inductions::visitInside(Statement &statement,
                             const Needed &isNeededBehind) {
  const bool isLoop = std::holds_alternative<DoStatement>(statement.value) ||
                      std::holds_alternative<LoopStatement>(statement.value);
  forEachBlock(statement, [&](Block &inner) {
    visit(inner, [&](const std::string &name) {
      return (isLoop && firstUse(inner, name) != FirstUse::Assigns) ||
             isNeededBehind(name);
    });
  });
}

const Variable *Inductions::find(const std::string &name) const {
  auto found = std::find_if(
      procedure.variables.begin(), procedure.variables.end(),
      [&](const Variable &variable) { return variable.name == name; });
  return found == procedure.variables.end() ? nullptr : &*found;
}

// Others may see what it is behind the procedure.
const Variable *Inductions::counter(const Statement &update) const {
  const auto *assignment = std::get_if<AssignmentStatement>(&update.value);
  const auto *name = assignment && assignment->assignee
                         ? assignment->assignee.getIf<VarRef>()
                         : nullptr;
  if (!name)
    return nullptr;
  const Variable *variable = find(name->name);
  return variable && variable->isScalar() && !variable->isTable() &&
                 variable->type.isInteger()
             ? variable
             : nullptr;
}

// How many came before.
static Expr iterationsBefore(const DoStatement &loop) {
  const Expr variable = Expr::var(loop.variable, loop.type);
  if (loop.step == 1)
    return fold(variable - loop.first);
  if (loop.step == -1)
    return fold(loop.first - variable);
  return Expr::binary(BinaryOp::Div, variable - loop.first,
                      Expr::integer(loop.step, loop.type), loop.type);
}

// The counters of a loop; what they are behind it, where that is needed.
Block Inductions::replaced(Statement &statement, const Needed &isNeededBehind) {
  Block behind;
  auto *loop = std::get_if<DoStatement>(&statement.value);
  if (!loop || loop->step == 0 || loop->concurrent || !isPlain(loop->body))
    return behind;
  for (size_t k = 0; k < loop->body.size();) {
    const Variable *variable = counter(loop->body[k]);
    const Expr by =
        variable ? increment(loop->body[k], variable->name) : Expr();
    Block others = loop->body;
    others.erase(others.begin() + k);
    std::set<std::string> changing = assignedNames(loop->body);
    changing.insert(loop->variable);
    if (!by || loop->variable == variable->name ||
        assignedNames(others).count(variable->name) || !staysIn(by, changing) ||
        !staysIn(loop->first, changing) || !staysIn(loop->last, changing)) {
      ++k;
      continue;
    }
    const Expr own = Expr::var(variable->name, variable->type);
    auto after = [&](const Expr &count) {
      return fold(own + Expr::cast(count, variable->type) *
                            Expr::cast(by, variable->type));
    };
    const Expr before = iterationsBefore(*loop);
    Statement update = loop->body[k];
    const bool isNeeded = isNeededBehind(variable->name);
    loop->body.erase(loop->body.begin() + k);
    for (size_t at = 0; at < loop->body.size(); ++at)
      put({{variable->name,
            after(at < k ? before : before + Expr::integer(1, loop->type))}},
          loop->body[at]);
    if (!isNeeded)
      continue;
    moved.insert(variable->name);
    std::get<AssignmentStatement>(update.value).value = after(tripsOf(*loop));
    behind.push_back(std::move(update));
  }
  return behind;
}

// --- what a counter is between two loops

// Assigned between the procedure's statements alone, which nothing leaves; the
// procedure's own, more than once.
bool Inductions::maySeparate(const std::string &name) const {
  const auto values = std::count_if(
      procedure.body.begin(), procedure.body.end(),
      [&](const Statement &s) { return assignmentTo(s, name) != nullptr; });
  if (find(name)->isTemporary() && values < 2)
    return false;
  return std::all_of(procedure.body.begin(), procedure.body.end(),
                     [&](const Statement &statement) {
                       return countMentions(statement, name) == 0 ||
                              assignmentTo(statement, name) ||
                              (isPlain({statement}) &&
                               !assignedNames({statement}).count(name));
                     });
}

// Each value in a variable of its own, so that it is the same whoever reads it:
//   do ...; b(n + 1 + i); ...; n = n + m        n_1 = n; do ...; b(n_1 + 1 + i)
//   do ...; b(n + 1 + i); ...                   n_2 = n_1 + m; n = n_2
void Inductions::separate(Variable variable) {
  const std::string &name = variable.name;
  NewVariables variables(procedure);
  Block body;
  Expr now;
  const Expr own = Expr::var(name, variable.type);
  for (Statement &statement : procedure.body) {
    const AssignmentStatement *set = assignmentTo(statement, name);
    const bool reads =
        set ? namesIn(set->value).count(name) : countMentions(statement, name);
    if (reads && !now) {
      now = variables.scalar(name, variable.type, variable.range);
      body.push_back(assigning(now, own, statement));
    }
    if (!set) {
      if (reads)
        put({{name, now}}, statement);
      body.push_back(std::move(statement));
      continue;
    }
    const Expr value = reads ? substitute(set->value, {{name, now}})
                             : set->value;
    now = variables.scalar(name, variable.type, variable.range);
    body.push_back(assigning(now, value, statement));
    if (!variable.isTemporary())
      body.push_back(assigning(own, now, statement));
  }
  procedure.body = std::move(body);
}

Program frontend::replaceInductionVariables(Program program) {
  for (Procedure &procedure : program.procedures)
    Inductions(procedure).run();
  return program;
}
