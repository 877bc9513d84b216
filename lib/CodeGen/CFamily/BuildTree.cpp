#include "CFamily/BuildTree.h"

#include "CFamily/Conditions.h"
#include "CFamily/CopyLoops.h"
#include "CFamily/Divisions.h"
#include "CFamily/RowCopies.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/Ast.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Divisions.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::AstNode;
using poly::AstTree;

namespace {

// What the statement numbers of AstTree stand for.
struct Leaf {
  const StatementRun *run = nullptr;
  const BarrierPoint *barrier = nullptr;
  Expr inside{}; // of a run: where in its loops it is; null: everywhere
  const RowCopy *rows = nullptr; // of a run: what work-items do together
};

class TreeBuilder {
public:
  TreeBuilder(const ScheduledKernel &kernel, const poly::Set &facts,
              const AsyncCopies &async, const Choices &choices)
      : kernel(kernel), facts(facts), async(async), choices(choices) {
    for (const HardwareAxis &axis : kernel.axes)
      if (axis.isLocal())
        localAxes.push_back(&axis);
    for (const VariablePtr &temp : kernel.kernel.temporaries)
      if (temp->space == AddressSpace::Private)
        privateNames.push_back(temp->name);
  }

  Block deviceTree();
  Block workItemTree();

private:
  AstTree astTree(const ScheduleNode &node);
  AstTree leaf(Leaf what, const poly::Set &domain);
  AstTree leaf(const StatementRun &run);
  Block convert(const std::vector<AstNode> &nodes);
  void convert(const AstNode &node, Block &out);

  // What holds wherever the run's instructions are executed.
  poly::Set factsAt(const StatementRun &run) const;
  Expr choiceFor(const Instruction &insn, const StatementRun &run) const;
  bool hasSeveralItems(const GridAxis &axis) const;
  bool hasBarrier(const ScheduleNode &node);
  std::vector<AstTree> workItemSegments(const std::vector<ScheduleNode> &nodes);
  AstTree inWorkItemLoops(std::vector<AstTree> segment);

  const ScheduledKernel &kernel;
  const poly::Set &facts;
  const AsyncCopies &async;
  const Choices &choices;
  std::vector<const HardwareAxis *> localAxes;
  poly::Names privateNames; // of temporaries: each work-item has its own
  poly::Set localRanges = poly::Set::universe();
  std::map<const StatementRun *, CopyLoops> copyLoops;
  RowCopies rowCopies;
  std::vector<Leaf> leaves;
  std::map<std::string, InameTag> tags;
};

} // namespace

AstTree TreeBuilder::leaf(Leaf what, const poly::Set &domain) {
  AstTree tree;
  tree.statement = static_cast<int>(leaves.size());
  leaves.push_back(what);
  tree.domain = domain.flat().intersect(localRanges);
  if (what.barrier || what.rows)
    for (const HardwareAxis *axis : localAxes)
      tree.uniformIn.push_back(axis->str());
  if (what.run)
    for (const InstructionPtr &insn : what.run->instructions)
      for (const std::string &name : insn->assigneeNames())
        tree.computes.push_back(name);
  return tree;
}

AstTree TreeBuilder::leaf(const StatementRun &run) {
  if (auto rows = rowCopies.runs.find(&run); rows != rowCopies.runs.end())
    return leaf(Leaf{&run, nullptr, {}, &rows->second}, rows->second.domain);
  auto copy = copyLoops.find(&run);
  if (copy == copyLoops.end())
    return leaf(Leaf{&run, nullptr}, run.domain);
  for (const std::string &loop : copy->second.loops)
    if (tags[loop].isPlain())
      tags[loop].kind = InameTagKind::UnrollHint;
  return leaf(Leaf{&run, nullptr, copy->second.inside}, copy->second.domain);
}

AstTree TreeBuilder::astTree(const ScheduleNode &node) {
  return match(
      node.value,
      [&](const ScheduleLoop &loop) {
        if (rowCopies.loops.count(loop.iname))
          return astTree(loop.body.front());
        tags[loop.iname] = loop.tag;
        AstTree tree;
        tree.loop = loop.iname;
        for (const ScheduleNode &child : loop.body)
          tree.children.push_back(astTree(child));
        return tree;
      },
      [&](const StatementRun &run) { return leaf(run); },
      [&](const BarrierPoint &barrier) {
        return leaf(Leaf{nullptr, &barrier}, barrier.domain);
      });
}

// --- back from isl

bool TreeBuilder::hasSeveralItems(const GridAxis &axis) const {
  return std::any_of(localAxes.begin(), localAxes.end(),
                     [&](const HardwareAxis *known) {
                       return *known == axis && *asInteger(known->size) > 1;
                     });
}

Expr TreeBuilder::choiceFor(const Instruction &insn,
                            const StatementRun &run) const {
  auto choice = choices.find(&run);
  return choice == choices.end() || !choice->second.instructions.count(insn.id)
             ? Expr()
             : choice->second.condition;
}

poly::Set TreeBuilder::factsAt(const StatementRun &run) const {
  return run.domain.flat().intersect(facts.flat());
}

void TreeBuilder::convert(const AstNode &node, Block &out) {
  switch (node.kind) {
  case AstNode::Kind::For: {
    Loop loop;
    loop.variable = node.iterator;
    if (std::optional<GridAxis> axis = axisOf(node.iterator)) {
      loop.variable = *axis;
      loop.isAxis = hasSeveralItems(*axis);
    } else if (auto tag = tags.find(node.iterator); tag != tags.end()) {
      loop.tag = tag->second;
    }
    loop.init = withQuotients(fold(fromAst(node.init)));
    loop.degenerate = node.degenerate;
    if (!node.degenerate) {
      loop.condition =
          withQuotients(tidyLoopCondition(fromAst(node.condition)));
      loop.step = node.increment;
    }
    loop.body = convert(node.children);
    out.push_back(Node{std::move(loop)});
    return;
  }
  case AstNode::Kind::If: {
    Guard guard;
    guard.condition = withQuotients(tidyCondition(fromAst(node.condition)));
    guard.body = convert(node.children);
    if (isTrue(guard.condition))
      std::move(guard.body.begin(), guard.body.end(), std::back_inserter(out));
    else
      out.push_back(Node{std::move(guard)});
    return;
  }
  case AstNode::Kind::User: {
    const Leaf &leaf = leaves.at(node.statement);
    if (leaf.barrier) {
      auto pending = async.pending.find(leaf.barrier);
      out.push_back(Node{
          Barrier{leaf.barrier->localMemory, leaf.barrier->globalMemory,
                  leaf.barrier->reason,
                  pending == async.pending.end() ? -1 : pending->second}});
      return;
    }
    Block statements;
    for (const InstructionPtr &each : leaf.run->instructions) {
      const InstructionPtr &insn = leaf.rows ? leaf.rows->first : each;
      statements.push_back(Node{Execute{
          hasDivisions(*insn) ? simplifyDivisions(insn, factsAt(*leaf.run))
                              : insn,
          {}, false, "", "",
          async.instructions.count(insn->id) > 0,
          choiceFor(*insn, *leaf.run), {},
          leaf.rows ? std::make_shared<const RowStep>(leaf.rows->step)
                    : nullptr}});
    }
    if (leaf.inside)
      out.push_back(Node{Guard{leaf.inside, std::move(statements)}});
    else
      std::move(statements.begin(), statements.end(), std::back_inserter(out));
    return;
  }
  }
}

Block TreeBuilder::convert(const std::vector<AstNode> &nodes) {
  Block block;
  for (const AstNode &node : nodes)
    convert(node, block);
  return block;
}

Block TreeBuilder::deviceTree() {
  rowCopies = findRowCopies(kernel, facts);
  copyLoops = constantCopyLoops(kernel, facts);
  std::vector<AstTree> trees;
  for (const ScheduleNode &node : kernel.body)
    trees.push_back(astTree(node));
  return convert(generateAst(trees, facts));
}

// --- work-item loops

bool TreeBuilder::hasBarrier(const ScheduleNode &node) {
  if (std::holds_alternative<BarrierPoint>(node.value))
    return true;
  if (const auto *loop = std::get_if<ScheduleLoop>(&node.value))
    for (const ScheduleNode &child : loop->body)
      if (hasBarrier(child))
        return true;
  return false;
}

// The last axis is the outermost loop.
AstTree TreeBuilder::inWorkItemLoops(std::vector<AstTree> segment) {
  for (const HardwareAxis *axis : localAxes) {
    AstTree loop;
    loop.loop = axis->str();
    if (*asInteger(axis->size) > 1)
      loop.knownInside = privateNames;
    loop.mayIdle = true;
    loop.children = std::move(segment);
    segment.clear();
    segment.push_back(std::move(loop));
  }
  return std::move(segment.front());
}

std::vector<AstTree>
TreeBuilder::workItemSegments(const std::vector<ScheduleNode> &nodes) {
  std::vector<AstTree> result, segment;
  auto close = [&] {
    if (!segment.empty())
      result.push_back(inWorkItemLoops(std::move(segment)));
    segment.clear();
  };
  for (const ScheduleNode &node : nodes) {
    if (!hasBarrier(node)) {
      segment.push_back(astTree(node));
      continue;
    }
    close();
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      tags[loop->iname] = loop->tag;
      AstTree tree;
      tree.loop = loop->iname;
      tree.children = workItemSegments(loop->body);
      if (!tree.children.empty())
        result.push_back(std::move(tree));
    }
  }
  close();
  return result;
}

Block TreeBuilder::workItemTree() {
  if (localAxes.empty()) {
    std::vector<AstTree> trees;
    for (const ScheduleNode &node : kernel.body)
      if (!std::holds_alternative<BarrierPoint>(node.value))
        trees.push_back(astTree(node));
    return convert(generateAst(trees, facts));
  }
  poly::Names locals;
  for (const HardwareAxis *axis : localAxes) {
    locals.push_back(axis->str());
    poly::PwAff lid = poly::PwAff::name(axis->str());
    localRanges =
        localRanges.intersect(lid.ge(poly::PwAff::constant(0)))
            .intersect(lid.lt(poly::PwAff::constant(*asInteger(axis->size))));
  }
  poly::Set context = facts.flat().project(locals);
  return convert(generateAst(workItemSegments(kernel.body), context));
}

Block codegen::buildTree(const ScheduledKernel &kernel,
                         const poly::Set &facts, const AsyncCopies &async,
                         const Choices &choices) {
  if (kernel.launches)
    throw InternalError("codegen: '" + kernel.kernel.name +
                        "' is several launches");
  return TreeBuilder(kernel, facts, async, choices).deviceTree();
}

Block codegen::buildWorkItemLoops(const ScheduledKernel &kernel,
                                  const poly::Set &facts) {
  const AsyncCopies none;
  const Choices noChoices;
  return TreeBuilder(kernel, facts, none, noChoices).workItemTree();
}
