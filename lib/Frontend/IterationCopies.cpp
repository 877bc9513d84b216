#include "IterationCopies.h"

#include "ArrayOverlap.h"
#include "CallTargets.h"
#include "FirstUse.h"
#include "NewVariables.h"
#include "Renaming.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

class Copying {
public:
  explicit Copying(Procedure &procedure)
      : procedure(procedure), variables(procedure) {}

  void run(Block &block) {
    for (Statement &statement : block) {
      forEachBlock(statement, [&](Block &inner) { run(inner); });
      auto *loop = std::get_if<DoStatement>(&statement.value);
      if (!loop || !loop->concurrent)
        continue;
      if (!procedure.isElsewhere)
        check(statement, *loop);
      for (const std::string &name : loop->concurrent->local)
        copy(statement, name, false);
      for (const std::string &name : loop->concurrent->localInit)
        copy(statement, name, true);
    }
  }

private:
  static Block &innermost(DoStatement &loop) {
    Block *body = &loop.body;
    for (size_t level = 1; level < loop.concurrent->loops; ++level)
      body = &std::get<DoStatement>(body->front().value).body;
    return *body;
  }

  // What is said of a scalar, held against its first use in an iteration.
  void check(const Statement &statement, DoStatement &loop) const {
    const Block &body = innermost(loop);
    auto isScalar = [&](const std::string &name) {
      const Variable *variable = declared(procedure, name);
      return variable && variable->isScalar();
    };
    for (const std::string &name : loop.concurrent->shared)
      if (isScalar(name) && firstUse(body, name) == FirstUse::Assigns)
        warn("do-concurrent",
             "'" + name +
                 "' is said to be shared, but each iteration of this 'do "
                 "concurrent' assigns it; the kernel does what one after the "
                 "other would do. Declare it as local",
             statement.range);
    for (const std::string &name : loop.concurrent->local)
      if (isScalar(name) && firstUse(body, name) == FirstUse::Reads)
        warn("do-concurrent",
             "'" + name +
                 "' is said to be local, but an iteration of this 'do "
                 "concurrent' reads it before it has a value there. Declare it "
                 "as local_init where it has its value from before",
             statement.range);
  }

  // `do concurrent (...) local(t)` with t_1 in each iteration.
  void copy(Statement &statement, const std::string &name, bool withValue) {
    auto declared = std::find_if(
        procedure.variables.begin(), procedure.variables.end(),
        [&](const Variable &variable) { return variable.name == name; });
    if (declared == procedure.variables.end()) // nothing mentions it
      return;
    const Variable outside = *declared;
    std::string own = variables.copyOf(outside);
    Block &body = innermost(std::get<DoStatement>(statement.value));
    rename(body, name, own, [](const Statement &) { return true; });
    renameLoops(body, name, own);
    if (withValue)
      for (Statement &copying : copyingTo(own, outside, statement))
        body.insert(body.begin(), std::move(copying));
    if (!withValue || !outside.isScalar())
      begin(statement, body, own);
  }

  // Loops that count with the variable count with the copy.
  static void renameLoops(Block &block, const std::string &name,
                          const std::string &own) {
    for (Statement &statement : block) {
      auto *loop = std::get_if<DoStatement>(&statement.value);
      if (loop && loop->variable == name)
        loop->variable = own;
      forEachBlock(statement,
                   [&](Block &inner) { renameLoops(inner, name, own); });
    }
  }

  // own = outside, element by element.
  Block copyingTo(const std::string &own, const Variable &outside,
                  const Statement &like) {
    const Type type = outside.type;
    Nest nest;
    std::vector<Expr> element;
    for (auto axis = outside.axes.rbegin(); axis != outside.axes.rend();
         ++axis) {
      Expr index = variables.scalar("element", axis->extent.type(), like.range);
      nest.push_back({index.getIf<VarRef>()->name, index.type(),
                      Expr::integer(0, index.type()),
                      axis->extent - Expr::integer(1, index.type())});
      element.insert(element.begin(), index);
    }
    const auto at = [&](const std::string &name) {
      return element.empty() ? Expr::var(name, type)
                             : Expr::array(name, element, type);
    };
    return inLoops(nest, {assigning(at(own), at(outside.name), like)}, like);
  }

  // Each iteration begins with one that has no value.
  static void begin(const Statement &loop, Block &body, const std::string &own) {
    Statement scope;
    scope.range = loop.range;
    scope.line = loop.line;
    scope.value = BlockStatement{std::move(body), {own}};
    body.clear();
    body.push_back(std::move(scope));
  }

  Procedure &procedure;
  NewVariables variables;
};

} // namespace

Program frontend::makeIterationCopies(Program program) {
  for (Procedure &procedure : program.procedures)
    Copying(procedure).run(procedure.body);
  return program;
}
