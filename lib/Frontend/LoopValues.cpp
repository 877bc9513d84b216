#include "LoopValues.h"

#include "AssignedNames.h"
#include "CallEffects.h"
#include "NewVariables.h"
#include "Renaming.h"
#include "StatementExprs.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

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

// Variables that a call may read without being given them: of modules, of
// hosts.
class SharedReads {
public:
  using Identities = std::set<VariableIdentity>;

  explicit SharedReads(const Program &program) : program(program) {}

  bool mayRead(const Block &block, const VariableIdentity &variable) {
    return ofBlock(block).count(variable) != 0;
  }

private:
  Identities ofBlock(const Block &block) {
    Identities result;
    for (const Statement &statement : block) {
      ofFacts(statement.facts, result);
      if (const auto *call = std::get_if<CallStatement>(&statement.value))
        ofCallee(call->callee, result);
      if (const auto *s = std::get_if<IfStatement>(&statement.value))
        for (const Branch &branch : s->branches)
          ofFacts(branch.facts, result);
      forEachBlock(statement, [&](const Block &inner) {
        Identities more = ofBlock(inner);
        result.insert(more.begin(), more.end());
      });
    }
    return result;
  }

  void ofFacts(const Facts &facts, Identities &result) {
    for (const FunctionReference &reference : facts.references)
      ofCallee(reference.callee, result);
  }

  void ofCallee(const Callee &callee, Identities &result) {
    if (!callee.procedure)
      return; // there is an obstacle
    const Identities &read = of(*callee.procedure);
    result.insert(read.begin(), read.end());
  }

  const Identities &of(size_t procedure) {
    auto [found, isNew] = known.emplace(procedure, Identities());
    if (!isNew)
      return found->second; // or it calls itself
    Identities result = ofBlock(program.procedures[procedure].body);
    for (const auto &[name, outer] : program.procedures[procedure].outer)
      result.insert(identityOf(program, procedure, name));
    return known[procedure] = std::move(result);
  }

  const Program &program;
  std::map<size_t, Identities> known;
};

class Separation {
public:
  Separation(Program &program, size_t index, SharedReads &shared)
      : program(program), index(index), procedure(program.procedures[index]),
        variables(procedure), shared(shared) {}

  void run() {
    Outside outside(procedure.body);
    for (const std::string &name : outside.loops) {
      const Variable *declared = find(name);
      if (!declared)
        continue;
      if (!declared->isTemporary() || name == procedure.result ||
          (!procedure.isRegion() && procedure.outer.count(name)))
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
    renameLoops(procedure.body, variable.name, own);
    value = known = Expr::var(variable.name, variable.type);
    identity = identityOf(program, index, variable.name);
    setValues(procedure.body, own);
    known = Expr();
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
  // another one. Calls that read the variable find the value of the iteration
  // in it; that behind the loop then waits in another one.
  void setValue(Statement &statement, Block &out) {
    auto &loop = std::get<DoStatement>(statement.value);
    const bool isSeen = known && shared.mayRead(loop.body, identity);
    if (!loop.first || !loop.last || (loop.step == 0 && !loop.variableStep)) {
      out.push_back(std::move(statement)); // there is an obstacle
      return;
    }
    if (isSeen)
      value =
          variables.scalar(loop.variable + "_end", loop.type, statement.range);
    Leaving leaves(loop.body, statement.construct);
    const Expr current = Expr::var(loop.variable, loop.type);
    keepAtJumps(loop.body, leaves, current);
    freeze(statement, out);
    out.push_back(assignment(valueAfter(loop), statement));
    const Expr end = value;
    if (isSeen) {
      value = known;
      loop.body.insert(loop.body.begin(), assignment(current, statement));
    }
    Statement behind = assignment(end, statement);
    out.push_back(std::move(statement));
    if (isSeen)
      out.push_back(std::move(behind));
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
      out.push_back(assigning(kept, *bound, statement));
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

  Program &program;
  const size_t index;
  Procedure &procedure;
  NewVariables variables;
  SharedReads &shared;
  Expr value;                // the variable that is none of a loop
  Expr known;                // it, where others than the procedure may know it
  VariableIdentity identity; // its
};

} // namespace

Program frontend::separateLoopVariables(Program program) {
  SharedReads shared(program);
  for (size_t k = 0; k < program.procedures.size(); ++k)
    Separation(program, k, shared).run();
  return program;
}
