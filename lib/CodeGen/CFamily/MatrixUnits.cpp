#include "CFamily/MatrixUnits.h"

#include "CFamily/Conditions.h"
#include "CFamily/TreeSets.h"
#include "CFamily/UnseenInstances.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>
#include <string>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::PwAff;
using poly::Set;

static constexpr GridAxis quarter{AxisKind::Local, 0}; // t of the layout
static constexpr GridAxis rowOfLane{AxisKind::Local, 1};

namespace {

// What the loops and conditions say that the operation is in the place of.
struct Inside {
  Set where = Set::universe();
  std::set<std::string> parts; // the operation's loops among them

  Inside with(const Set &fact) const {
    Inside result = *this;
    result.where = where.intersect(fact);
    return result;
  }
};

class Finder {
public:
  Finder(const KernelData &data, const Set &facts)
      : data(data), kernel(data.scheduled.kernel),
        blocks(matrixBlocks(kernel)), facts(facts.flat()) {}
  Block run(Block block);

private:
  [[noreturn]] void fail(const Instruction &insn,
                         const std::string &what) const;
  const MatrixBlock *blockOf(const Instruction &insn) const;
  // The first instruction on units in the node; null: there is none.
  const Execute *firstIn(const Node &node) const;
  bool isPart(const MatrixBlock &block, const LoopVariable &variable) const;
  bool dependsOnData(const Expr &e) const;
  bool isUniform(const MatrixBlock &block, const Expr &e) const;
  bool areUniform(const MatrixBlock &block,
                  const std::vector<Expr> &conditions) const;
  void requireInstructions() const;
  void requireWarps(const Instruction &insn) const;
  void requireUniform(const Execute &execute, const MatrixBlock &block,
                      const std::vector<Expr> &conditions) const;
  void requireAffine(const Execute &execute, const Loop &loop) const;
  void requireRegisters(const Instruction &insn, const MatrixBlock &block,
                        const Update &update) const;
  void requireShared(const Instruction &insn, const Expr &factor,
                     const std::string &sum) const;
  // Of the loops and conditions around.
  Block visit(Block block, const Set &known);
  Block apart(Guard guard) const;
  Block withoutParts(const Block &block, const Execute &first,
                     const Set &known, const Inside &inside);
  Execute step(const Execute &execute, const MatrixBlock &block,
               const Set &known, const Inside &inside) const;
  MatrixStep factorsOf(const Instruction &insn, const MatrixBlock &block,
                       const Update &update) const;
  Set lanes() const;
  bool isSeen(const Instruction &insn, const Set &points) const;
  bool haveManyReaders(const Instruction &insn,
                       const MatrixBlock &block) const;
  Loop uniformLoop(const Execute &first, const MatrixBlock &block,
                   const Loop &loop, const Set &inside) const;

  const KernelData &data;
  const Kernel &kernel;
  const std::vector<MatrixBlock> blocks;
  const Set facts;
  std::vector<Expr> around; // conditions and bounds
};

} // namespace

void Finder::fail(const Instruction &insn, const std::string &what) const {
  throw UserError("kernel '" + kernel.name + "', " + data.target.name() +
                      ": use_matrix_units cannot put '" + insn.id +
                      "' on matrix units: " + what,
                  insn.range);
}

const MatrixBlock *Finder::blockOf(const Instruction &insn) const {
  for (const MatrixBlock &block : blocks)
    if (block.instruction == insn.id)
      return &block;
  return nullptr;
}

const Execute *Finder::firstIn(const Node &node) const {
  auto inBlock = [&](const Block &block) -> const Execute * {
    for (const Node &inside : block)
      if (const Execute *found = firstIn(inside))
        return found;
    return nullptr;
  };
  return match(
      node.value, [&](const Loop &loop) { return inBlock(loop.body); },
      [&](const Guard &guard) { return inBlock(guard.body); },
      [&](const Execute &execute) {
        return blockOf(*execute.insn) ? &execute : nullptr;
      },
      [](const Barrier &) -> const Execute * { return nullptr; },
      [](const FunctionCall &call) -> const Execute * { failOnCall(call); });
}

bool Finder::isPart(const MatrixBlock &block,
                    const LoopVariable &variable) const {
  const auto *iname = std::get_if<std::string>(&variable);
  return iname && (*iname == block.rowPart || *iname == block.columnPart ||
                   *iname == block.term);
}

// Does what the kernel computes decide it, for each work-item anew?
bool Finder::dependsOnData(const Expr &e) const {
  bool result = false;
  walk(e, [&](const Expr &node) {
    if (node.getIf<ArrayRef>() || node.getIf<ExternalCall>())
      result = true;
    if (const auto *var = node.getIf<VarRef>()) {
      VariablePtr variable = kernel.findVariable(var->name);
      result |= variable && !variable->isValue();
    }
    return !result;
  });
  return result;
}

// Has it one value in all work-items of a warp?
bool Finder::isUniform(const MatrixBlock &block, const Expr &e) const {
  bool result = !dependsOnData(e);
  walk(e, [&](const Expr &node) {
    if (const auto *axis = node.getIf<AxisRef>())
      result &= !(axis->axis == quarter) && !(axis->axis == rowOfLane);
    if (const auto *var = node.getIf<VarRef>())
      result &= !isPart(block, LoopVariable(var->name));
    return result;
  });
  return result;
}

// Each launch has some of them.
void Finder::requireInstructions() const {
  if (data.scheduled.isPart)
    return;
  for (const MatrixBlock &block : blocks)
    if (!kernel.findInstruction(block.instruction))
      throw UserError("kernel '" + kernel.name + "': instruction '" +
                          block.instruction +
                          "' is not there any more, which use_matrix_units "
                          "put on matrix units; call it after what changes "
                          "instructions",
                      kernel.range);
}

void Finder::requireWarps(const Instruction &insn) const {
  std::vector<int64_t> size = data.scheduled.localSize();
  if (size[0] != 4 || size[1] % 8 != 0)
    fail(insn, "its group has " + std::to_string(size[0]) + " by " +
                   std::to_string(size[1]) +
                   " work-items along l.0 and l.1, but warps are 4 by 8 of "
                   "them; leave these axes to use_matrix_units, and tag "
                   "others' inames l.auto");
}

void Finder::requireUniform(const Execute &execute, const MatrixBlock &block,
                            const std::vector<Expr> &conditions) const {
  for (const Expr &condition : conditions)
    if (!isUniform(block, condition))
      fail(*execute.insn,
           "whether it runs is not known to be the same for all work-items of "
           "a warp: " +
               condition.str() +
               "; what it depends on may be sizes, groups, and loops with such "
               "bounds");
}

void Finder::requireAffine(const Execute &execute, const Loop &loop) const {
  if (!toAffine(loop.init) || dependsOnData(loop.init) ||
      (!loop.degenerate && (loop.goesOn || !toCondition(loop.condition) ||
                            dependsOnData(loop.condition))))
    fail(*execute.insn, "how many iterations '" + str(loop.variable) +
                            "' has depends on data");
}

void Finder::requireRegisters(const Instruction &insn,
                              const MatrixBlock &block,
                              const Update &update) const {
  const std::string name = insn.assigneeNames().front();
  const Storage *storage = data.find(name);
  if (!storage || !storage->isPrivate())
    fail(insn, "'" + name + "' is no private temporary");
  std::vector<Expr> places;
  for (int64_t row = 0; row < block.shape.rowParts(); ++row)
    for (int64_t column = 0; column < 2; ++column)
      places.push_back(withValues(
          update.assignee, {{block.rowPart, Expr::integer(row)},
                            {block.columnPart, Expr::integer(column)}}));
  auto areApart = [](const Expr &one, const Expr &other) {
    const auto *a = one.getIf<ArrayRef>(), *b = other.getIf<ArrayRef>();
    if (!a || !b)
      return false;
    for (size_t axis = 0; axis < a->subscripts.size(); ++axis)
      if (asInteger(fold(a->subscripts[axis] - b->subscripts[axis]))
              .value_or(0) != 0)
        return true;
    return false;
  };
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!areApart(places[i], places[j]))
        fail(insn, "a work-item's sums of '" + name +
                       "' are not one element for each row and column");
  if (mentions(update.assignee, block.term))
    fail(insn, "each term is added to another element");
}

// All work-items must find the same value there.
void Finder::requireShared(const Instruction &insn, const Expr &factor,
                           const std::string &sum) const {
  walk(factor, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    const auto *scalar = node.getIf<VarRef>();
    const std::string name = array    ? array->name
                             : scalar ? scalar->name
                                      : std::string();
    VariablePtr var = name.empty() ? nullptr : kernel.findVariable(name);
    const Storage *storage = var ? data.find(name) : nullptr;
    if (name == sum || (storage && storage->isPrivate()))
      fail(insn, "its factor " + factor.str() + " reads '" + name +
                     "', of which each work-item has its own; put it into "
                     "local memory, or write what it is computed from");
    return true;
  });
}

Set Finder::lanes() const {
  std::vector<int64_t> size = data.scheduled.localSize();
  Set result = Set::universe();
  for (const GridAxis &axis : {quarter, rowOfLane}) {
    PwAff at = PwAff::name(axis.str());
    result = result.intersect(at.ge(PwAff::constant(0)))
                 .intersect(at.lt(PwAff::constant(size[axis.number])));
  }
  return result;
}

static Set below(const std::string &name, int64_t end) {
  if (name.empty())
    return Set::universe();
  PwAff value = PwAff::name(name);
  return value.ge(PwAff::constant(0)).intersect(value.lt(PwAff::constant(end)));
}

static poly::Names rowNames(const MatrixBlock &block) {
  poly::Names names{rowOfLane.str()};
  if (!block.rowPart.empty())
    names.push_back(block.rowPart);
  return names;
}

static poly::Names columnNames(const MatrixBlock &block) {
  return {quarter.str(), block.columnPart};
}

// Of the sums at these points, does anybody read one?
bool Finder::isSeen(const Instruction &insn, const Set &points) const {
  const Expr &assignee = insn.assignment().assignee;
  VariablePtr var = kernel.findVariable(insn.assigneeNames().front());
  poly::Names loops;
  for (const std::string &name : points.names())
    if (kernel.hasIname(name))
      loops.push_back(name);
  return !var->baseStorage.empty() ||
         mayBeRead(data.scheduled, assignee, points, loops);
}

static const StatementRun *runOf(const std::vector<ScheduleNode> &nodes,
                                 const std::string &id) {
  for (const ScheduleNode &node : nodes) {
    const auto *run = std::get_if<StatementRun>(&node.value);
    if (run && std::any_of(run->instructions.begin(), run->instructions.end(),
                           [&](const auto &insn) { return insn->id == id; }))
      return run;
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value))
      if (const StatementRun *inside = runOf(loop->body, id))
        return inside;
  }
  return nullptr;
}

// Without the operation, may two work-items of a row, and two of a column, read
// the same? Who writes it is then waited for by a barrier.
bool Finder::haveManyReaders(const Instruction &insn,
                             const MatrixBlock &block) const {
  const StatementRun *run = runOf(data.scheduled.body, insn.id);
  if (!run)
    return false;
  const Set all = run->domain.flat().intersect(facts).intersect(lanes());
  auto several = [&](const GridAxis &axis, const GridAxis &other) {
    const std::string name = axis.str();
    poly::Names others{other.str(), block.columnPart, block.term};
    if (!block.rowPart.empty())
      others.push_back(block.rowPart);
    const Set one = all.project(others);
    return !one.intersect(one.rename({{name, primed(name)}}))
                .intersect(PwAff::name(name).lt(PwAff::name(primed(name))))
                .isEmpty();
  };
  return several(quarter, rowOfLane) && several(rowOfLane, quarter);
}

// --- the operation

MatrixStep Finder::factorsOf(const Instruction &insn, const MatrixBlock &block,
                             const Update &update) const {
  MatrixStep step;
  step.block = block;
  std::vector<Expr> added = operands(update);
  Expr product = added.front();
  bool isNegative = false;
  while (const auto *unary = product.getIf<Unary>()) {
    isNegative = !isNegative;
    product = unary->a;
  }
  const auto *factors = product.getIf<Binary>();
  if (added.size() != 1 || !factors || factors->op != BinaryOp::Mul)
    fail(insn, "it adds no single product any more");
  auto isOfRows = [&](const Expr &e) {
    return !mentions(e, quarter) && !mentions(e, block.columnPart);
  };
  auto isOfColumns = [&](const Expr &e) {
    return !mentions(e, rowOfLane) &&
           (block.rowPart.empty() || !mentions(e, block.rowPart));
  };
  for (const Expr &factor : {factors->a, factors->b})
    requireShared(insn, factor, insn.assigneeNames().front());
  step.a = factors->a;
  step.b = factors->b;
  if (!isOfRows(step.a) || !isOfColumns(step.b))
    std::swap(step.a, step.b);
  if (!isOfRows(step.a) || !isOfColumns(step.b))
    fail(insn, "of its factors, " + factors->a.str() + " and " +
                   factors->b.str() +
                   ", none is the same in all columns and the other in all "
                   "rows");
  if (isNegative)
    step.a = Expr::unary(UnaryOp::Neg, step.a);
  return step;
}

Execute Finder::step(const Execute &execute, const MatrixBlock &block,
                     const Set &known, const Inside &inside) const {
  const Instruction &insn = *execute.insn;
  const Set &where = inside.where;
  for (const std::string &part :
       {block.rowPart, block.columnPart, block.term})
    if (!part.empty() && !inside.parts.count(part))
      fail(insn, "its loop '" + part +
                     "' is not there any more; call use_matrix_units after "
                     "what changes loops");
  const Update *update = insn.update();
  if (!update || update->op != ReductionOp::Add || update->atomic)
    fail(insn, "it is no sum of products any more");
  requireWarps(insn);
  requireUniform(execute, block, around);
  requireUniform(execute, block, insn.predicates);
  requireRegisters(insn, block, *update);
  MatrixStep step = factorsOf(insn, block, *update);

  const poly::Names ofRow = rowNames(block), ofColumn = columnNames(block);
  const Set all = lanes()
                      .intersect(below(block.rowPart, block.shape.rowParts()))
                      .intersect(below(block.columnPart, 2)),
            here = known.project(ofRow).project(ofColumn).intersect(
                below(block.term, block.shape.terms)),
            run = where.intersect(known).intersect(all);
  // Terms, rows and columns that some instance has.
  const Set terms = run.project(ofRow).project(ofColumn).coalesce(),
            rows = run.project(ofColumn).project({block.term}).coalesce(),
            columns = run.project(ofRow).project({block.term}).coalesce();
  const Set inTerms = here.intersect(all).intersect(terms);
  if (execute.choice ||
      !inTerms.intersect(rows).intersect(columns).isSubset(where))
    fail(insn, "its rows, columns and terms do not run each for itself: which "
               "terms there are depends on the row or column");
  if (Set outside = inTerms.subtract(where);
      !outside.isEmpty() && isSeen(insn, outside))
    fail(insn, "of rows or columns that are not computed, somebody reads the "
               "sums; let them be of a scalar that only the tile itself reads");
  auto condition = [&](const Set &part) {
    Expr result;
    const Set everywhere = here.intersect(all);
    for (const Set &set : {terms, part}) {
      if (everywhere.isSubset(set))
        continue;
      Expr one = tidyCondition(fromCondition(set.gist(everywhere), everywhere));
      result = result ? Expr::binary(BinaryOp::And, result, one,
                                     Type::logical(4))
                      : one;
    }
    return result;
  };
  step.waits = !haveManyReaders(insn, block);
  step.isInA = condition(rows);
  step.isInB = condition(columns);
  Execute result = execute;
  result.matrix = std::make_shared<const MatrixStep>(std::move(step));
  return result;
}

// --- the loops

static std::vector<Expr> boundsOf(const Loop &loop) {
  std::vector<Expr> bounds;
  for (const Expr &e : {loop.init, loop.condition, loop.goesOn})
    if (e)
      bounds.push_back(e);
  return bounds;
}

bool Finder::areUniform(const MatrixBlock &block,
                        const std::vector<Expr> &conditions) const {
  return std::all_of(
      conditions.begin(), conditions.end(),
      [&](const Expr &condition) { return isUniform(block, condition); });
}

// Over what any work-item has of it.
Loop Finder::uniformLoop(const Execute &first, const MatrixBlock &block,
                         const Loop &loop, const Set &inside) const {
  requireAffine(first, loop);
  const std::string name = str(loop.variable);
  auto low = inside.intersect(lanes()).minConst(name),
       high = inside.intersect(lanes()).maxConst(name);
  if (!low || !high || loop.step != 1)
    requireUniform(first, block, boundsOf(loop));
  Loop result = loop;
  result.degenerate = *low == *high;
  result.init = Expr::integer(*low);
  result.condition =
      Expr::binary(BinaryOp::Lt, referenceTo(loop.variable),
                   Expr::integer(*high + 1), Type::logical(4));
  return result;
}

Block Finder::withoutParts(const Block &block, const Execute &first,
                           const Set &known, const Inside &inside) {
  const MatrixBlock &own = *blockOf(*first.insn);
  Block out;
  auto append = [&](Block more) {
    for (Node &node : more)
      out.push_back(std::move(node));
  };
  auto inLoop = [&](const Loop &loop) {
    const Set range = loopSet(loop);
    if (isPart(own, loop.variable)) {
      requireAffine(first, loop);
      Inside more = inside.with(range);
      more.parts.insert(std::get<std::string>(loop.variable));
      return append(withoutParts(loop.body, first, known, more));
    }
    const bool isSame = areUniform(own, boundsOf(loop));
    Loop copy = isSame ? loop
                       : uniformLoop(first, own, loop,
                                     known.intersect(inside.where)
                                         .intersect(range));
    copy.body =
        withoutParts(loop.body, first, known.intersect(loopSet(copy)),
                     isSame ? inside : inside.with(range));
    out.push_back(Node{std::move(copy)});
  };
  auto inGuard = [&](const Guard &guard) {
    const Set holds = conditionSet(guard.condition);
    if (isUniform(own, guard.condition)) {
      Guard copy{guard.condition, {}};
      copy.body =
          withoutParts(guard.body, first, known.intersect(holds), inside);
      out.push_back(Node{std::move(copy)});
      return;
    }
    if (!toCondition(guard.condition) || dependsOnData(guard.condition))
      requireUniform(first, own, {guard.condition});
    append(withoutParts(guard.body, first, known, inside.with(holds)));
  };
  for (const Node &node : block)
    match(
        node.value, inLoop, inGuard,
        [&](const Execute &execute) {
          const MatrixBlock *of = blockOf(*execute.insn);
          if (!of || of->term != own.term || of->rowPart != own.rowPart ||
              of->columnPart != own.columnPart)
            fail(*first.insn, "'" + execute.insn->id +
                                  "' is in the same loops over its rows, "
                                  "columns and terms");
          out.push_back(Node{step(execute, *of, known, inside)});
        },
        [&](const Barrier &) {
          fail(*first.insn, "there is a barrier between its terms");
        },
        [](const FunctionCall &call) { failOnCall(call); });
  return out;
}

// A condition that work-items answer differently, around other things, too:
//   if (c) {x = 1; S(); y = x;}  ->  if (c) x = 1;  if (c) S();  if (c) y = x;
Block Finder::apart(Guard guard) const {
  Block out;
  bool isOpen = false;
  for (Node &node : guard.body) {
    const bool isOnUnits = firstIn(node);
    if (isOnUnits || !isOpen)
      out.push_back(Node{Guard{guard.condition, {}}});
    std::get<Guard>(out.back().value).body.push_back(std::move(node));
    isOpen = !isOnUnits;
  }
  return out;
}

Block Finder::visit(Block block, const Set &known) {
  Block out;
  for (Node &node : block) {
    const Execute *first = firstIn(node);
    if (!first) {
      out.push_back(std::move(node));
      continue;
    }
    if (auto *guard = std::get_if<Guard>(&node.value);
        guard && guard->body.size() > 1 && !dependsOnData(guard->condition) &&
        !isUniform(*blockOf(*first->insn), guard->condition)) {
      for (Node &part : visit(apart(std::move(*guard)), known))
        out.push_back(std::move(part));
      continue;
    }
    auto *loop = std::get_if<Loop>(&node.value);
    auto *guard = std::get_if<Guard>(&node.value);
    if (!loop && !guard)
      fail(*first->insn, "its loops over rows, columns and terms are gone");
    const MatrixBlock &own = *blockOf(*first->insn);
    const bool isSame = loop ? hasBarriers(loop->body) ||
                                   areUniform(own, boundsOf(*loop))
                             : isUniform(own, guard->condition);
    if (!isSame || (loop && isPart(own, loop->variable))) {
      const Block whole{std::move(node)};
      for (Node &part :
           withoutParts(whole, *firstIn(whole.front()), known, {}))
        out.push_back(std::move(part));
      continue;
    }
    const size_t before = around.size();
    for (const Expr &e :
         loop ? boundsOf(*loop) : std::vector<Expr>{guard->condition})
      around.push_back(e);
    if (loop)
      loop->body = visit(std::move(loop->body),
                         known.intersect(loopSet(*loop)));
    else
      guard->body = visit(std::move(guard->body),
                          known.intersect(conditionSet(guard->condition)));
    around.resize(before);
    out.push_back(std::move(node));
  }
  return out;
}

Block Finder::run(Block block) {
  if (blocks.empty() || !data.target.hasMatrixUnits())
    return block;
  requireInstructions();
  return visit(std::move(block), facts);
}

Block codegen::matrixSteps(Block block, const KernelData &data,
                           const Set &facts) {
  return Finder(data, facts).run(std::move(block));
}
