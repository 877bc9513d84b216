#include "ArrayStatements.h"

#include "ArrayPacking.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

class Scalarization {
public:
  Scalarization(Procedure &procedure, const Program &program)
      : program(program), procedure(procedure), locals(procedure),
        elements(locals, procedure, program),
        assignments(procedure, locals, elements) {}

  void run() {
    procedure.body = scalarized(std::move(procedure.body));
    locals.dropUnused();
  }

private:
  Block scalarized(Block block) {
    Block result;
    for (Statement &statement : block)
      add(std::move(statement), result);
    return result;
  }

  void add(Statement statement, Block &out) {
    bool isIf = std::holds_alternative<IfStatement>(statement.value);
    bool isMasked = std::holds_alternative<WhereStatement>(statement.value) ||
                    std::holds_alternative<ForallStatement>(statement.value);
    if (isIf)
      return addConditional(std::move(statement), 0, out);
    if (!isMasked)
      addInside(statement);
    if (!isMasked && statement.facts.arrays.empty() &&
        !isForEachElement(statement))
      return out.push_back(std::move(statement));
    if (!isRefused(statement))
      try {
        Block made = madeOf(statement);
        return append(std::move(made), out);
      } catch (const NotScalarized &reason) {
        statement.facts.obstacles.push_back(
            UserError("not supported: " + reason.construct, statement.range));
      }
    dropArrays(statement);
    out.push_back(std::move(statement));
  }

  void addInside(Statement &statement) {
    const int around = loops;
    loops += std::holds_alternative<DoStatement>(statement.value) ||
             std::holds_alternative<LoopStatement>(statement.value);
    elements.setLoopsAround(loops);
    forEachBlock(statement,
                 [&](Block &block) { block = scalarized(std::move(block)); });
    loops = around;
    elements.setLoopsAround(loops);
  }

  // Calls are refused as long as they are there, and have arguments.
  static bool isRefused(const Statement &statement) {
    if (std::holds_alternative<CallStatement>(statement.value))
      return false;
    bool refused = !statement.facts.obstacles.empty();
    auto look = [&](const std::vector<Branch> &branches) {
      for (const Branch &branch : branches) {
        refused |= !branch.facts.obstacles.empty();
        for (const Statement &inner : branch.body)
          refused |= isRefused(inner);
      }
    };
    if (const auto *s = std::get_if<WhereStatement>(&statement.value))
      look(s->branches);
    if (const auto *s = std::get_if<ForallStatement>(&statement.value))
      look({s->body});
    return refused;
  }

  static void dropArrays(Statement &statement) {
    statement.facts.arrays.clear();
    if (auto *s = std::get_if<WhereStatement>(&statement.value))
      for (Branch &branch : s->branches)
        branch.facts.arrays.clear();
    if (auto *s = std::get_if<ForallStatement>(&statement.value))
      s->body.facts.arrays.clear();
    forEachBlock(statement, [](Block &block) {
      for (Statement &inner : block)
        dropArrays(inner);
    });
  }

  Block madeOf(const Statement &statement) {
    return match(
        statement.value,
        [&](const AssignmentStatement &s) {
          return elements.rank(s.assignee) > 0 ? arrayAssignment(statement, s)
                                               : scalarAssignment(statement, s);
        },
        [&](const DoStatement &s) { return loop(statement, s); },
        [&](const CallStatement &s) { return call(statement, s); },
        [&](const WhereStatement &s) { return where(statement, s, {}, {}); },
        [&](const ForallStatement &s) { return forall(statement, s, {}, {}); },
        [](const auto &) -> Block {
          throw NotScalarized{"array expression in this statement; assign it "
                              "to a variable before"};
        });
  }

  Block arrayAssignment(const Statement &statement,
                        const AssignmentStatement &s) {
    const bool isInLoop = loops > 0;
    std::optional<Block> counted =
        packing(statement, s, elements, assignments, isInLoop);
    return counted ? std::move(*counted)
                   : assignments.assignment(statement, s, {}, {}, isInLoop);
  }

  // --- statements with scalars that are made of arrays
  Block scalarAssignment(const Statement &statement,
                         const AssignmentStatement &s) {
    Computation outside;
    elements.begin(statement, outside);
    if (elements.reduceInto(s.value, s.assignee))
      return std::move(outside.before);
    AssignmentStatement made{elements.at(s.assignee, {}),
                             elements.at(s.value, {})};
    return finished(statement, std::move(made), std::move(outside));
  }

  Block loop(const Statement &statement, const DoStatement &s) {
    Computation outside;
    elements.begin(statement, outside);
    DoStatement made = s;
    made.first = elements.at(s.first, {});
    made.last = elements.at(s.last, {});
    if (s.variableStep)
      made.variableStep = elements.at(s.variableStep, {});
    return finished(statement, std::move(made), std::move(outside));
  }

  // A call of an elemental subroutine with arrays.
  bool isForEachElement(const Statement &statement) const {
    const auto *s = std::get_if<CallStatement>(&statement.value);
    if (!s || !s->callee.procedure ||
        !program.procedures[*s->callee.procedure].isElemental)
      return false;
    bool result = false, hasArrays = false;
    for (size_t k = 0; k < s->arguments.size(); ++k) {
      const size_t own = dummyRank(*s, k), given = rankOf(s->arguments[k]);
      result |= given > own;
      hasArrays |= own > 0;
    }
    if (result && hasArrays)
      throw NotScalarized{"elemental call for each element of an array of a "
                          "derived type with array components; write a loop "
                          "over the elements"};
    return result;
  }

  size_t rankOf(const Argument &argument) const {
    const Expr *value = std::get_if<Expr>(&argument.value);
    const auto *view = std::get_if<ArrayView>(&argument.value);
    return static_cast<size_t>(value  ? elements.rank(*value)
                               : view ? view->rank
                                      : 0);
  }

  // Dummies of elemental procedures are scalars; components of one need not be.
  size_t dummyRank(const CallStatement &s, size_t k) const {
    const Procedure &callee = program.procedures[*s.callee.procedure];
    for (const Variable &variable : callee.variables)
      if (k < callee.dummies.size() && variable.name == callee.dummies[k])
        return variable.axes.size();
    return 0;
  }

  // No argument that it changes is another one's, so that its elements come in
  // any order.
  Block callForEachElement(const Statement &statement, const CallStatement &s) {
    Computation outside;
    elements.begin(statement, outside);
    elements.setHoistsReferences(true);
    CallStatement made = s;
    elements.settleWhatChanges(made.arguments);
    Position position;
    Nest nest = elements.open(elements.shape(made.arguments), position);
    Computation inner;
    made.arguments = elements.at(made.arguments, position, inner);
    Statement one = statement;
    one.facts.arrays.clear();
    one.facts.references = std::move(inner.references);
    one.value = std::move(made);
    inner.before.push_back(std::move(one));
    elements.close(nest);
    append(inLoops(nest, std::move(inner.before), statement), outside.before);
    return std::move(outside.before);
  }

  Block call(const Statement &statement, const CallStatement &s) {
    if (isForEachElement(statement))
      return callForEachElement(statement, s);
    Computation outside;
    elements.begin(statement, outside);
    CallStatement made = s;
    elements.settle(made.arguments);
    return finished(statement, std::move(made), std::move(outside));
  }

  template <typename T>
  static Block finished(const Statement &statement, T value,
                        Computation outside) {
    Statement result;
    result.range = statement.range;
    result.line = statement.line;
    result.construct = statement.construct;
    result.value = std::move(value);
    result.facts.obstacles = statement.facts.obstacles;
    result.facts.references = std::move(outside.references);
    outside.before.push_back(std::move(result));
    return std::move(outside.before);
  }

  // From the branch of that number on. What a later condition needs is computed
  // where those before it did not hold.
  void addConditional(Statement statement, size_t from, Block &out) {
    auto &branches = std::get<IfStatement>(statement.value).branches;
    IfStatement made;
    size_t b = from;
    for (; b < branches.size(); ++b) {
      Branch &branch = branches[b];
      if (!branch.facts.arrays.empty()) {
        if (b != from)
          break;
        prepare(statement, branch, out);
      }
      branch.body = scalarized(std::move(branch.body));
      made.branches.push_back(std::move(branch));
    }
    Statement result;
    result.range = statement.range;
    result.line = statement.line;
    result.facts = statement.facts;
    result.construct = std::exchange(statement.construct, 0);
    if (b < branches.size()) {
      Branch otherwise;
      otherwise.isElse = true;
      otherwise.range = branches[b].range;
      addConditional(std::move(statement), b, otherwise.body);
      made.branches.push_back(std::move(otherwise));
    }
    result.value = std::move(made);
    out.push_back(std::move(result));
  }

  void prepare(const Statement &statement, Branch &branch, Block &out) {
    Statement like = statement;
    like.range = branch.range;
    Computation outside;
    elements.begin(like, outside);
    try {
      if (branch.condition)
        branch.condition = elements.at(branch.condition, {});
      branch.facts.references = std::move(outside.references);
      append(std::move(outside.before), out);
    } catch (const NotScalarized &reason) {
      branch.facts.obstacles.push_back(
          UserError("not supported: " + reason.construct, branch.range));
    }
    branch.facts.arrays.clear();
  }

  // --- where
  Block where(const Statement &statement, const WhereStatement &s,
              const Nest &around, const Guards &guards) {
    // Masks of foralls around are scalars in their loops.
    if (guards.empty() || !around.empty())
      if (std::optional<Block> one = inOneNest(statement, s, around, guards))
        return std::move(*one);
    if (!around.empty())
      throw NotScalarized{
          "where in a forall that reads what it assigns at other positions; "
          "write a loop instead of the forall"};
    return oneByOne(statement, s, guards);
  }

  // All in one nest, if each position concerns the elements there alone.
  std::optional<Block> inOneNest(const Statement &statement,
                                 const WhereStatement &s, const Nest &around,
                                 const Guards &guards) {
    Computation outside;
    elements.begin(statement, outside);
    elements.setHoistsReferences(true);
    Position position;
    Nest own = elements.open(elements.shape(s.branches.front().condition),
                             position),
         nest = around;
    nest.insert(nest.end(), own.begin(), own.end());
    Block body = assignments.guarded(branchesAt(s, 0, position), {}, guards);
    elements.close(own);
    if (!isElementwise(nest, body, outside))
      return std::nullopt;
    append(inLoops(nest, std::move(body), statement), outside.before);
    return std::move(outside.before);
  }

  static bool isElementwise(const Nest &nest, const Block &body,
                            const Computation &outside) {
    for (const std::string &name : assignedArrays(body))
      if (mentionsName(outside.before, name) ||
          !overlap(nest, body, name).sameElements)
        return false;
    return true;
  }

  Block branchesAt(const WhereStatement &s, size_t from,
                   const Position &position) {
    const Branch &branch = s.branches[from];
    Block body = bodyAt(branch.body, position);
    if (branch.isElse)
      return body;
    Computation inner;
    Expr mask = elements.at(branch.condition, position, inner);
    Statement conditional =
        elements.conditional(mask, std::move(body), inner.references);
    if (from + 1 < s.branches.size()) {
      auto &branches = std::get<IfStatement>(conditional.value).branches;
      Block rest = branchesAt(s, from + 1, position);
      auto *further = rest.size() == 1 && !s.branches[from + 1].isElse
                          ? std::get_if<IfStatement>(&rest.front().value)
                          : nullptr;
      if (further) {
        std::move(further->branches.begin(), further->branches.end(),
                  std::back_inserter(branches));
      } else {
        Branch otherwise;
        otherwise.isElse = true;
        otherwise.range = s.branches[from + 1].range;
        otherwise.body = std::move(rest);
        branches.push_back(std::move(otherwise));
      }
    }
    inner.before.push_back(std::move(conditional));
    return std::move(inner.before);
  }

  Block bodyAt(const Block &block, const Position &position) {
    Block result;
    for (const Statement &statement : block)
      if (const auto *s = std::get_if<WhereStatement>(&statement.value))
        append(branchesAt(*s, 0, position), result);
      else
        append(assignmentAt(std::get<AssignmentStatement>(statement.value),
                            position),
               result);
    return result;
  }

  Block assignmentAt(const AssignmentStatement &s, const Position &position) {
    assignments.assignedName(s);
    Computation inner;
    Expr value = elements.at(s.value, position, inner);
    Expr target = elements.at(s.assignee, position, inner);
    inner.before.push_back(
        elements.assignment(target, value, std::move(inner.references)));
    return std::move(inner.before);
  }

  // Each assignment in loops of its own, under masks as they were before.
  Block oneByOne(const Statement &statement, const WhereStatement &s,
                 const Guards &guards) {
    std::vector<std::string> assigned;
    addAssigned(s, assigned);
    Block result;
    Guards own = guards;
    for (const Branch &branch : s.branches) {
      if (!branch.isElse)
        own.push_back({kept(statement, branch.condition, assigned, result)});
      for (const Statement &inner : branch.body)
        append(std::holds_alternative<WhereStatement>(inner.value)
                   ? oneByOne(inner, std::get<WhereStatement>(inner.value), own)
                   : assignments.assignment(
                         inner, std::get<AssignmentStatement>(inner.value), {},
                         own, loops > 0),
               result);
      if (!branch.isElse)
        own.back().isElse = true;
    }
    return result;
  }

  void addAssigned(const WhereStatement &s,
                   std::vector<std::string> &names) const {
    for (const Branch &branch : s.branches)
      for (const Statement &inner : branch.body)
        if (const auto *nested = std::get_if<WhereStatement>(&inner.value))
          addAssigned(*nested, names);
        else
          names.push_back(assignments.assignedName(
              std::get<AssignmentStatement>(inner.value)));
  }

  // The mask as it is now.
  Expr kept(const Statement &statement, const Expr &mask,
            const std::vector<std::string> &assigned, Block &out) {
    if (std::none_of(assigned.begin(), assigned.end(),
                     [&](const std::string &name) {
                       return elements.reads(mask, name);
                     }))
      return mask;
    Computation outside;
    elements.begin(statement, outside);
    elements.setHoistsReferences(true);
    Expr result =
        elements.temporary("mask", mask.type(), elements.storage(mask));
    Position position;
    Nest nest = elements.open(elements.shape(mask), position);
    Computation inner;
    Expr value = elements.at(mask, position, inner);
    inner.before.push_back(elements.assignment(
        elements.at(result, position), value, std::move(inner.references)));
    elements.close(nest);
    append(inLoops(nest, std::move(inner.before), statement), outside.before);
    append(std::move(outside.before), out);
    return result;
  }

  // --- forall
  Block forall(const Statement &statement, const ForallStatement &s,
               const Nest &around, const Guards &guards) {
    Computation outside;
    elements.begin(statement, outside);
    // As in arrays, the first index is the innermost loop.
    Nest nest = around;
    for (auto index = s.indices.rbegin(); index != s.indices.rend(); ++index)
      nest.push_back(loopOver(*index));
    Block result = std::move(outside.before);
    try {
      Guards own = guards;
      std::optional<Block> made;
      if (guards.empty())
        made = inOneNest(statement, s, nest);
      if (!made) {
        requireKeptMask(s);
        if (!s.body.isElse)
          own.push_back({s.body.condition});
        made = oneByOne(s.body.body, nest, own);
      }
      append(std::move(*made), result);
    } catch (const NotScalarized &) {
      unbind(s);
      throw;
    }
    unbind(s);
    return result;
  }

  void unbind(const ForallStatement &s) {
    for (const ForallStatement::Index &index : s.indices)
      elements.unbind(index.variable);
  }

  // A step other than 1 makes a loop over positions.
  NestLoop loopOver(const ForallStatement::Index &index) {
    Expr first = elements.at(index.first, {}),
         last = elements.at(index.last, {}), step = elements.at(index.step, {});
    Expr variable =
        Expr::var(locals.indexVariable(index.name, index.type), index.type);
    std::string name = variable.getIf<VarRef>()->name;
    std::optional<int64_t> known = asInteger(step);
    if (known == 1) {
      elements.bind(index.variable, variable);
      return {name, index.type, first, last, 1};
    }
    elements.bind(index.variable,
                  addInteger(first, multiplyInteger(variable, step)));
    Expr end;
    if (known && *known != 0)
      end = *known > 0 ? floorDiv(subtractInteger(last, first), *known)
                       : floorDiv(subtractInteger(first, last), -*known);
    else
      end = Expr::binary(BinaryOp::Div,
                         addInteger(subtractInteger(last, first), step), step) -
            1;
    return {name, index.type, Expr::integer(0, index.type), fold(end), 1};
  }

  std::optional<Block> inOneNest(const Statement &statement,
                                 const ForallStatement &s, const Nest &nest) {
    for (const Statement &inner : s.body.body) {
      const auto *assigned = std::get_if<AssignmentStatement>(&inner.value);
      if (!assigned || elements.rank(assigned->assignee) > 0)
        return std::nullopt;
    }
    Computation outside;
    elements.begin(statement, outside);
    elements.setHoistsReferences(true);
    Block body = bodyAt(s.body.body, {});
    if (!s.body.isElse)
      body = assignments.guarded(std::move(body), {}, {{s.body.condition}});
    if (!isElementwise(nest, body, outside))
      return std::nullopt;
    append(inLoops(nest, std::move(body), statement), outside.before);
    return std::move(outside.before);
  }

  void requireKeptMask(const ForallStatement &s) const {
    if (s.body.isElse)
      return;
    std::vector<std::string> assigned;
    addAssigned(s.body.body, assigned);
    for (const std::string &name : assigned)
      if (elements.reads(s.body.condition, name))
        throw NotScalarized{"forall whose mask reads '" + name +
                            "', which it assigns at other positions; assign "
                            "the mask to a logical array before"};
  }

  void addAssigned(const Block &block, std::vector<std::string> &names) const {
    for (const Statement &inner : block)
      if (const auto *masked = std::get_if<WhereStatement>(&inner.value))
        addAssigned(*masked, names);
      else if (const auto *nested = std::get_if<ForallStatement>(&inner.value))
        addAssigned(nested->body.body, names);
      else
        names.push_back(assignments.assignedName(
            std::get<AssignmentStatement>(inner.value)));
  }

  Block oneByOne(const Block &block, const Nest &nest, const Guards &guards) {
    Block result;
    for (const Statement &inner : block)
      append(match(
                 inner.value,
                 [&](const AssignmentStatement &s) {
                   return assignments.assignment(inner, s, nest, guards,
                                                 loops > 0);
                 },
                 [&](const WhereStatement &s) {
                   return where(inner, s, nest, guards);
                 },
                 [&](const ForallStatement &s) {
                   return forall(inner, s, nest, guards);
                 },
                 [](const auto &) -> Block {
                   throw InternalError("a statement that no forall holds");
                 }),
             result);
    return result;
  }

  const Program &program;
  Procedure &procedure;
  FreshLocals locals;
  ArrayElements elements;
  ArrayAssignments assignments;
  int loops = 0; // around
};

} // namespace

Program frontend::scalarizeArrays(Program program) {
  for (Procedure &procedure : program.procedures)
    Scalarization(procedure, program).run();
  return program;
}
