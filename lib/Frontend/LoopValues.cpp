#include "LoopValues.h"

<<<<<<< HEAD
#include "ProcedureIndex.h"
#include "loopyc/Support/FreshNames.h"

#include <algorithm>
=======
#include "AssignedNames.h"
#include "NewVariables.h"
#include "Renaming.h"
#include "StatementExprs.h"

#include <algorithm>
#include <iterator>
>>>>>>> flow13

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

<<<<<<< HEAD
bool reads(const Expr &e, const std::string &name) {
  bool found = false;
  if (e)
    walk(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      found = found || (var && var->name == name);
      return !found;
    });
  return found;
}

// The names that stand for `from` in a part of a procedure.
class Renaming {
public:
  Renaming(const std::string &from, const std::string &to)
      : from(from), to(to) {}

  Expr of(const Expr &e) const {
    if (!e || from == to)
      return e;
    return rewrite(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      return var && var->name == from ? Expr::var(to, node.type()) : node;
    });
  }
  void in(std::vector<Argument> &arguments) const {
    for (Argument &argument : arguments)
      if (Expr *value = std::get_if<Expr>(&argument.value))
        *value = of(*value);
      else if (ArrayView *view = std::get_if<ArrayView>(&argument.value))
        in(*view);
  }
  void in(Facts &facts) const {
    for (FunctionReference &reference : facts.references)
      in(reference.arguments);
  }

private:
  void in(ArrayView &view) const {
    for (ArrayView::Part &part : view.path) {
      if (part.name == from)
        part.name = to;
      for (Subscript &subscript : part.subscripts)
        for (Expr *e : {&subscript.index, &subscript.first, &subscript.last,
                        &subscript.stride})
          *e = of(*e);
    }
  }

  std::string from, to;
};

// One variable of a procedure.
class LoopValue {
public:
  LoopValue(const Procedure &procedure, const std::string &variable,
            const std::string &counter, const std::string &value, bool leaves)
      : index(procedure), name(variable), counter(counter), value(value),
        inside(variable, counter), outside(variable, value), leaves(leaves) {}

  Block run(const Block &body) {
    bool live = leaves;
    return block(body, live);
  }

  // Is it more than the counter of its loops?
  bool isUsedIn(const Block &body) const {
    return std::any_of(body.begin(), body.end(),
                       [&](const Statement &one) { return isUsed(one); });
  }

private:
  bool isUsed(const Statement &statement) const {
    if (sets(statement) || readsItself(statement))
      return true;
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    bool found = false;
    if (!loop || loop->variable != name)
      forEachBlock(statement, [&](const Block &inner) {
        found = found || isUsedIn(inner);
      });
    return found;
  }

  // --- what mentions the variable, and how
  // Loops over it, with what they hold, are not looked into; their bounds are.
  bool mentionsOutside(const Statement &statement) const {
    if (const auto *loop = std::get_if<DoStatement>(&statement.value);
        loop && loop->variable == name)
      return reads(loop->first, name) || reads(loop->last, name);
    bool found = readsItself(statement);
    if (const auto *s = std::get_if<AssignmentStatement>(&statement.value))
      found = found || reads(s->assignee, name);
    forEachBlock(statement, [&](const Block &inner) {
      for (const Statement &one : inner)
        found = found || mentionsOutside(one);
    });
    return found;
  }

  // The statement itself, without what it holds and what it assigns.
  bool readsItself(const Statement &statement) const {
    bool found = readsIn(statement.facts);
    match(
        statement.value,
        [&](const AssignmentStatement &s) {
          const auto *element = s.assignee.getIf<ArrayRef>();
          found |= reads(s.value, name) || (element && reads(s.assignee, name));
        },
        [&](const DoStatement &s) {
          found |= reads(s.first, name) || reads(s.last, name);
        },
        [&](const IfStatement &s) {
          for (const Branch &branch : s.branches)
            found |= reads(branch.condition, name) || readsIn(branch.facts);
        },
        [&](const CallStatement &s) { found |= readsIn(s.arguments); },
        [](const HostStatement &) {}, [](const RegionStatement &) {});
    return found;
  }
  bool readsIn(const Facts &facts) const {
    return std::any_of(facts.references.begin(), facts.references.end(),
                       [&](const FunctionReference &reference) {
                         return readsIn(reference.arguments);
                       });
  }
  bool readsIn(const std::vector<Argument> &arguments) const {
    bool found = false;
    for (const Argument &argument : arguments)
      if (const Expr *e = std::get_if<Expr>(&argument.value)) {
        found |= reads(*e, name);
      } else if (const auto *view = std::get_if<ArrayView>(&argument.value)) {
        found |= view->path.front().name == name;
        forEachExpr(*view, [&](const Expr &e) { found |= reads(e, name); });
      }
    return found;
  }

  bool hasLoops(const Statement &statement) const {
    if (const auto *loop = std::get_if<DoStatement>(&statement.value);
        loop && loop->variable == name)
      return true;
    bool found = false;
    forEachBlock(statement, [&](const Block &inner) {
      for (const Statement &one : inner)
        found = found || hasLoops(one);
    });
    return found;
  }

  // --- rewriting, from the last statement to the first. `live`: may the value
  // be read behind the statements? Then, before them?
  Block block(const Block &given, bool &live) {
    Block reversed;
    for (auto it = given.rbegin(); it != given.rend(); ++it)
      add(*it, reversed, live);
    return Block(std::make_move_iterator(reversed.rbegin()),
                 std::make_move_iterator(reversed.rend()));
  }

  void add(const Statement &given, Block &reversed, bool &live) {
    if (hasLoops(given) && !mentionsInside(given))
      if (std::optional<Final> final = valueAfter(given)) {
        if (live)
          reversed.push_back(assignment(given, *final));
        reversed.push_back(counting(given));
        live = (live && final->condition) || mentionsOutside(given);
        return;
      }
    reversed.push_back(changed(given, live));
  }

  // Of a loop over it, the bounds do not count.
  bool mentionsInside(const Statement &given) const {
    const auto *loop = std::get_if<DoStatement>(&given.value);
    return !(loop && loop->variable == name) && mentionsOutside(given);
  }

  // The statement where nothing but counters is meant.
  Statement counting(Statement statement) const {
    rename(statement, inside);
    return statement;
  }
  void rename(Statement &statement, const Renaming &renaming) const {
    renameItself(statement, renaming);
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    bool counts = loop && loop->variable == counter;
    forEachBlock(statement, [&](Block &block) {
      for (Statement &one : block)
        rename(one, counts ? inside : renaming);
    });
  }
  void renameItself(Statement &statement, const Renaming &renaming) const {
    renaming.in(statement.facts);
    match(
        statement.value,
        [&](AssignmentStatement &s) {
          s.assignee = renaming.of(s.assignee);
          s.value = renaming.of(s.value);
        },
        [&](DoStatement &s) {
          // Its own bounds are evaluated before it counts.
          bool counts = s.variable == name;
          s.first = (counts ? outside : renaming).of(s.first);
          s.last = (counts ? outside : renaming).of(s.last);
          if (counts)
            s.variable = counter;
        },
        [&](IfStatement &s) {
          for (Branch &branch : s.branches) {
            branch.condition = renaming.of(branch.condition);
            renaming.in(branch.facts);
          }
        },
        [&](CallStatement &s) { renaming.in(s.arguments); },
        [](HostStatement &) {}, [](RegionStatement &) {});
  }

  Statement changed(const Statement &given, bool &live) {
    Statement result = given;
    const auto *loop = std::get_if<DoStatement>(&given.value);
    const auto *choice = std::get_if<IfStatement>(&given.value);
    bool counts = loop && loop->variable == name;
    if (counts && live)
      result.facts.obstacles.push_back(UserError(
          "not supported: value of the loop variable '" + name +
              "' after a loop that changes its bounds; assign the bounds to "
              "variables of their own before the loop",
          given.range));
    // Of a loop, the next iteration comes after as well.
    bool after = live || (!choice && mentionsOutside(given));
    bool before = readsItself(given);
    renameItself(result, outside);
    std::vector<const Block *> blocks;
    forEachBlock(given, [&](const Block &inner) { blocks.push_back(&inner); });
    size_t next = 0;
    forEachBlock(result, [&](Block &inner) {
      bool innerLive = after;
      const Block &old = *blocks[next++];
      if (counts)
        for (Statement &one : inner)
          rename(one, inside);
      else
        inner = block(old, innerLive);
      before = before || (!counts && innerLive);
    });
    bool isPassed =
        !sets(given) && !counts && !(choice && choice->branches.back().isElse);
    live = before || (isPassed && after);
    return result;
  }

  bool sets(const Statement &statement) const {
    const auto *s = std::get_if<AssignmentStatement>(&statement.value);
    const VarRef *var = s ? s->assignee.getIf<VarRef>() : nullptr;
    return var && var->name == name;
  }

  // --- what the loops leave
  struct Final {
    Expr condition; // null: always
    Expr value;
  };

  // Nothing where it is not known in terms of what the statement leaves alone.
  std::optional<Final> valueAfter(const Statement &statement) const {
    std::optional<Final> final = valueAfter(statement, index.span(statement));
    if (final &&
        (mentionsCounters(final->value, statement) ||
         (final->condition && mentionsCounters(final->condition, statement))))
      return std::nullopt;
    return final;
  }

  // Does it mention the variable of another loop in the statement?
  bool mentionsCounters(const Expr &e, const Statement &statement) const {
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    bool found = loop && loop->variable != name && reads(e, loop->variable);
    forEachBlock(statement, [&](const Block &inner) {
      for (const Statement &one : inner)
        found = found || mentionsCounters(e, one);
    });
    return found;
  }

  std::optional<Final> valueAfter(const Statement &statement,
                                  Span whole) const {
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    if (!loop || !loop->first || !loop->last || loop->step == 0 ||
        !isInvariant(loop->first, whole) || !isInvariant(loop->last, whole))
      return std::nullopt;
    if (loop->variable == name)
      return Final{{}, end(*loop)};
    std::optional<Final> inner;
    for (const Statement &one : loop->body) {
      if (!hasLoops(one))
        continue;
      std::optional<Final> next = valueAfter(one, whole);
      if (!next || (inner && next->condition))
        return std::nullopt;
      inner = next;
    }
    if (!inner)
      return std::nullopt;
    Substitution last{
        {loop->variable, end(*loop) - Expr::integer(loop->step, loop->type)}};
    Expr reached = Expr::binary(loop->step > 0 ? BinaryOp::Le : BinaryOp::Ge,
                                loop->first, loop->last);
    if (inner->condition)
      reached = Expr::binary(BinaryOp::And, reached,
                             substitute(inner->condition, last));
    return Final{reached, substitute(inner->value, last)};
  }

  // What it reads has its value also behind the statement; variables of loops
  // around are substituted there.
  bool isInvariant(const Expr &e, Span whole) const {
    bool result = true;
    walk(e, [&](const Expr &node) {
      if (const VarRef *var = node.getIf<VarRef>())
        result = result && !index.isWrittenIn(var->name, whole);
      else if (const ArrayRef *array = node.getIf<ArrayRef>())
        result = result && !index.isWrittenIn(array->name, whole);
      return result;
    });
    return result;
  }

  static Expr end(const DoStatement &loop) {
    Expr step = Expr::integer(loop.step, loop.type);
    if (loop.step == 1 || loop.step == -1)
      return Expr::call(loop.step > 0 ? Intrinsic::Max : Intrinsic::Min,
                        {loop.first, loop.last + step}, loop.type);
    Expr trips = Expr::call(
        Intrinsic::Max,
        {Expr::integer(0, loop.type),
         Expr::binary(BinaryOp::Div, loop.last - loop.first + step, step)},
        loop.type);
    return loop.first + trips * step;
  }

  Statement assignment(const Statement &loop, const Final &final) const {
    Statement result;
    result.range = loop.range;
    result.line = loop.line;
    Type type = final.value.type();
    result.value =
        AssignmentStatement{Expr::var(value, type), outside.of(final.value)};
    if (!final.condition)
      return result;
    Statement guarded;
    guarded.range = loop.range;
    guarded.line = loop.line;
    Branch branch;
    branch.condition = outside.of(final.condition);
    branch.range = loop.range;
    branch.body.push_back(std::move(result));
    IfStatement conditional;
    conditional.branches.push_back(std::move(branch));
    guarded.value = std::move(conditional);
    return guarded;
  }

  ProcedureIndex index;
  std::string name, counter, value;
  Renaming inside, outside;
  bool leaves;
};

// All of a procedure.
class LoopValues {
public:
  explicit LoopValues(Procedure &procedure) : procedure(procedure) {
    for (const std::string &name : procedure.declaredNames)
      names.take(name);
    for (const Variable &variable : procedure.variables)
      names.take(variable.name);
  }

  void run() {
    std::vector<Variable> declared = procedure.variables;
    for (const Variable &variable : declared)
      if (variable.isScalar() &&
          ProcedureIndex(procedure).isLoopVariable(variable.name))
        separate(variable);
  }

private:
  // An argument keeps its name, and so does the counter of a variable of the
  // procedure's own.
  void separate(const Variable &variable) {
    const std::string &name = variable.name;
    bool isOwn = variable.isTemporary();
    bool isByValue = variable.kind == VariableKind::ValueArg &&
                     variable.intent == Intent::In;
    FreshNames tried = names;
    std::string other = tried.lengthened(name + (isOwn ? "_value" : "_loop"));
    LoopValue value(procedure, name, isOwn ? name : other, isOwn ? other : name,
                    !isOwn && !isByValue);
    if (isOwn && !value.isUsedIn(procedure.body))
      return;
    names = std::move(tried);
    procedure.body = value.run(procedure.body);
    procedure.declaredNames.push_back(other);
    Variable added;
    added.name = other;
    added.type = variable.type;
    added.range = variable.range;
    added.kind = VariableKind::Temporary;
    added.space = AddressSpace::Auto;
    procedure.variables.push_back(std::move(added));
  }

  Procedure &procedure;
  FreshNames names{FreshNames::Case::Ignored};
=======
const DoStatement *loopOver(const Statement &statement,
                            const std::string &name) {
  const auto *loop = std::get_if<DoStatement>(&statement.value);
  return loop && loop->variable == name ? loop : nullptr;
}

// What is read and assigned where no loop around is over it.
class Outside {
public:
  explicit Outside(const Block &block) { visit(block); }
  std::set<std::string> loops, read, mentioned;

private:
  void visit(const Block &block) {
    for (const Statement &statement : block)
      visit(statement);
  }

  void visit(const Statement &statement) {
    const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
    const VarRef *assigned =
        assignment ? assignment->assignee.getIf<VarRef>() : nullptr;
    if (assigned && !active.count(assigned->name))
      mentioned.insert(assigned->name);
    forEachOwnExpr(
        statement,
        [&](const Expr &e) {
          if (!assigned || !e.same(assignment->assignee))
            for (const std::string &name : namesIn(e))
              note(name);
        },
        [&](const ArrayView &view) { note(view.path.front().name); });
    const auto *loop = std::get_if<DoStatement>(&statement.value);
    bool opens = loop && active.insert(loop->variable).second;
    if (loop)
      loops.insert(loop->variable);
    forEachBlock(statement, [&](const Block &inner) { visit(inner); });
    if (opens)
      active.erase(loop->variable);
  }

  void note(const std::string &name) {
    if (active.count(name))
      return;
    read.insert(name);
    mentioned.insert(name);
  }

  std::set<std::string> active;
};

// Jumps out of a loop.
class Leaving {
public:
  Leaving(const Block &body, int construct) : construct(construct) {
    note(body);
  }

  bool operator()(const JumpStatement &jump) const {
    switch (jump.kind) {
    case JumpStatement::Kind::Exit:
      return !constructs.count(jump.target);
    case JumpStatement::Kind::Cycle:
      return jump.target != construct && !constructs.count(jump.target);
    case JumpStatement::Kind::Goto:
      return !labels.count(jump.target);
    }
    return true;
  }

private:
  void note(const Block &block) {
    for (const Statement &statement : block) {
      if (statement.construct != 0)
        constructs.insert(statement.construct);
      if (const auto *label = std::get_if<LabelStatement>(&statement.value))
        labels.insert(label->label);
      forEachBlock(statement, [&](const Block &inner) { note(inner); });
    }
  }

  int construct;
  std::set<int> constructs, labels; // inside
};

class Separation {
public:
  explicit Separation(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  void run() {
    Outside outside(procedure.body);
    for (const std::string &name : outside.loops) {
      const Variable *declared = find(name);
      if (!declared)
        continue;
      if (!declared->isTemporary())
        giveLoopsAnother(Variable(*declared));
      else if (outside.mentioned.count(name))
        giveRestAnother(Variable(*declared), outside.read.count(name) != 0);
    }
  }

private:
  const Variable *find(const std::string &name) const {
    for (const Variable &variable : procedure.variables)
      if (variable.name == name)
        return &variable;
    return nullptr;
  }

  void giveLoopsAnother(const Variable &variable) {
    std::string own =
        variables.scalar(variable.name, variable.type, variable.range)
            .getIf<VarRef>()
            ->name;
    value = Expr::var(variable.name, variable.type);
    renameLoops(procedure.body, variable.name, own);
    setValues(procedure.body, own);
  }

  static void renameLoops(Block &block, const std::string &from,
                          const std::string &to) {
    for (Statement &statement : block) {
      if (loopOver(statement, from)) {
        auto &loop = std::get<DoStatement>(statement.value);
        loop.variable = to;
        rename(loop.body, from, to, [](const Statement &) { return true; });
      }
      forEachBlock(statement,
                   [&](Block &inner) { renameLoops(inner, from, to); });
    }
  }

  void giveRestAnother(const Variable &variable, bool isRead) {
    value = variables.scalar(variable.name, variable.type, variable.range);
    rename(procedure.body, variable.name, value.getIf<VarRef>()->name,
           [&](const Statement &statement) {
             return !loopOver(statement, variable.name);
           });
    if (isRead)
      setValues(procedure.body, variable.name);
  }

  // --- the values behind loops
  void setValues(Block &block, const std::string &name) {
    Block result;
    for (Statement &statement : block) {
      forEachBlock(statement, [&](Block &inner) { setValues(inner, name); });
      if (loopOver(statement, name))
        setValue(statement, result);
      else
        result.push_back(std::move(statement));
    }
    block = std::move(result);
  }

  // The value behind the loop is known before it; jumps that leave it set
  // another one.
  void setValue(Statement &statement, Block &out) {
    auto &loop = std::get<DoStatement>(statement.value);
    if (loop.first && loop.last && (loop.step != 0 || loop.variableStep)) {
      Leaving leaves(loop.body, statement.construct);
      keepAtJumps(loop.body, leaves, Expr::var(loop.variable, loop.type));
      freeze(statement, out);
      out.push_back(assignment(valueAfter(loop), statement));
    } // else there is an obstacle
    out.push_back(std::move(statement));
  }

  void keepAtJumps(Block &block, const Leaving &leaves, const Expr &current) {
    Block result;
    for (Statement &statement : block) {
      forEachBlock(statement,
                   [&](Block &inner) { keepAtJumps(inner, leaves, current); });
      if (const auto *jump = std::get_if<JumpStatement>(&statement.value);
          jump && leaves(*jump))
        result.push_back(assignment(current, statement));
      result.push_back(std::move(statement));
    }
    block = std::move(result);
  }

  Statement assignment(const Expr &assigned, const Statement &at) const {
    Statement result;
    result.range = at.range;
    result.line = at.line;
    result.value =
        AssignmentStatement{value, Expr::cast(assigned, value.type())};
    return result;
  }

  // What bounds say is said twice: where they mention what then changes, in
  // variables before the loop.
  void freeze(Statement &statement, Block &out) {
    auto &loop = std::get<DoStatement>(statement.value);
    std::set<std::string> changed = assignedNames(loop.body);
    changed.insert(value.getIf<VarRef>()->name);
    for (auto [bound, name] : {std::pair{&loop.first, "first"},
                               {&loop.last, "last"},
                               {&loop.variableStep, "step"}}) {
      std::set<std::string> read = namesIn(*bound);
      if (std::none_of(read.begin(), read.end(), [&](const std::string &n) {
            return changed.count(n) != 0;
          }))
        continue;
      Expr kept = variables.scalar(loop.variable + "_" + name, loop.type,
                                   statement.range);
      Statement before;
      before.range = statement.range;
      before.line = statement.line;
      before.value = AssignmentStatement{kept, *bound};
      out.push_back(std::move(before));
      *bound = kept;
    }
  }

  // first + max((last - first + step)/step, 0)*step
  static Expr valueAfter(const DoStatement &loop) {
    if (loop.step == 1 || loop.step == -1)
      return Expr::call(loop.step > 0 ? Intrinsic::Max : Intrinsic::Min,
                        {loop.first, loop.last + loop.step}, loop.type);
    Expr step = loop.step == 0 ? loop.variableStep
                               : Expr::integer(loop.step, loop.type);
    Expr trips = Expr::binary(BinaryOp::Div, loop.last - loop.first + step,
                              step, loop.type);
    Expr zero = Expr::integer(0, loop.type);
    return loop.first +
           Expr::call(Intrinsic::Max, {trips, zero}, loop.type) * step;
  }

  Procedure &procedure;
  NewVariables variables;
  Expr value; // the variable that is none of a loop
>>>>>>> flow13
};

} // namespace

<<<<<<< HEAD
Program frontend::setLoopValues(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel() && procedure.isAnalysed)
      LoopValues(procedure).run();
=======
Program frontend::separateLoopVariables(Program program) {
  for (Procedure &procedure : program.procedures)
    Separation(procedure).run();
>>>>>>> flow13
  return program;
}
