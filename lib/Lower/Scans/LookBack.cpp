#include "Scans/LookBack.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Values = Composition::Values;

// Work-items of one group that run in step where they follow each other along
// the first axis.
static constexpr int64_t lanesInStep = 32;

void LookBack::refuse(const std::string &why) const {
  throw UserError(
      "kernel '" + editor.kernel().name + "': the running value '" +
          shape.variable +
          "' is to be handed on by look-back (set_reduction), but " + why +
          "; or leave it to across=\"steps\"",
      editor.kernel().instructions[shape.updates.front()]->range);
}

void LookBack::require(const std::vector<Scan> &scans) const {
  const Kernel &kernel = editor.kernel();
  for (const Scan &scan : scans)
    if (scan.looksBack != shape.looksBack)
      refuse("'" + scan.variable +
             "', which the same loops scan, is handed on in steps: set both");
  if (shape.item.empty())
    refuse("no loop of '" + shape.group +
           "' is on work-items: split it, and tag the inner part l.0");
  if (!shape.outer.empty())
    refuse("each group goes through the loop over '" + shape.outer.front() +
           "' step by step: make it the loop of the groups, or tag it ilp");
  for (const std::string &iname : shape.around)
    if (kernel.domains[kernel.domainOf(shape.group)].involves(iname))
      refuse("the number of groups changes with '" + iname + "'");
}

// An iname for the work-items of a group that look back together.
Expr LookBack::lane() {
  bool isFirstAxis = editor.kernel().tagOf(shape.item).axis == 0;
  PwAff at = PwAff::name(shape.item + "_back");
  int64_t count = isFirstAxis ? std::min(memory.lanes(), lanesInStep) : 1;
  return Expr::var(editor.addIname(
      shape.item + "_back",
      at.ge(PwAff::constant(0)).intersect(at.lt(PwAff::constant(count))),
      editor.kernel().tagOf(shape.item)));
}

// By all groups.
void LookBack::clearCells(const Nest &body, const Running &of) {
  Expr zero = Expr::integer(0, Type::integer(8));
  int64_t words =
      lookBackWords(of.scan->composition.operation(), of.scan->type);
  auto cleared = [&](const Expr &word, const Expr &place) {
    return group.made(of, "_clear", {}, memory.cellAt(of, word, place), zero);
  };
  Instruction first = cleared(Expr::integer(0), Expr::integer(0));
  first.inames = shape.around;
  editor.addBefore(body, std::move(first));

  std::string base = shape.group + "_cell", outer = base + "_outer",
              inner = base + "_inner", word = base + "_word";
  PwAff lane = PwAff::name(inner), number = PwAff::name(word);
  Set cells =
      memory.groupRange()
          .offsets(base)
          .flat()
          .equate(base, PwAff::name(outer).scaled(memory.lanes()) + lane)
          .project({base})
          .intersect(lane.ge(PwAff::constant(0)))
          .intersect(lane.lt(PwAff::constant(memory.lanes())))
          .intersect(number.ge(PwAff::constant(0)))
          .intersect(number.lt(PwAff::constant(words)));
  const Kernel &kernel = editor.kernel();
  Inames loops = editor.addInames(
      {outer, inner, word}, cells,
      {kernel.tagOf(shape.group), kernel.tagOf(shape.item), InameTag()});
  Expr place = Expr::var(loops[1]) + Expr::var(loops[0]) * memory.lanes();
  editor.addLoopBefore(body, shape.around, loops,
                       {cleared(Expr::var(loops[2]), place + 1)});
}

void LookBack::prepare(const Nest &body) {
  bool isFirstAxis = editor.kernel().tagOf(shape.item).axis == 0;
  for (Running &of : all) {
    memory.addChain(of,
                    isFirstAxis ? std::min(memory.lanes(), lanesInStep) : 1);
    clearCells(body, of);
    Expr l = lane();
    editor.addBefore(
        body,
        group.made(of, "_first", with(shape.around, l.getIf<VarRef>()->name),
                   memory.chainAt(of, l, Expr::integer(0)), of.variable));
  }
}

void LookBack::begin(Nest &nest, const ScanLevel &level) {
  Expr at = memory.groupOffset(level), last = Expr::integer(memory.lanes() - 1);
  for (const Running &of : all) {
    Expr l = lane();
    Instruction back =
        group.made(of, "_back", with(level.inames, l.getIf<VarRef>()->name),
                   of.variable, of.variable);
    const Composition &composition = of.scan->composition;
    Expr before = memory.chainAt(of, l, at);
    Values piece = group.composed(of, level, last);
    CallBody call{
        Routine::LookBack,
        {memory.startAt(of, level, l), memory.chainAt(of, l, fold(at + 1))},
        {before, memory.cellAt(of, Expr::integer(0), fold(at + 1)),
         composition.applied(piece, before)}};
    llvm::append_range(call.arguments, piece);
    back.body = std::move(call);
    editor.addBehind(nest, std::move(back));
  }
  for (const Running &of : all)
    editor.addBehind(
        nest, group.made(of, "_carry", level.inames,
                         memory.at(of.carry, of.scan->type, level).front(),
                         memory.startAt(of, level, Expr::integer(0))));
}

// Does anything read s behind the loops, or in the next iteration around them?
static bool isReadAgain(const Kernel &kernel, const Scan &scan) {
  if (!kernel.findVariable(scan.variable)->isTemporary())
    return true;
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return access.variable == scan.variable;
  });
  for (const DependenceEdge &edge : graph.edges()) {
    size_t source = edge.source, sink = edge.sink;
    if (!passesValue(edge.kind) || !llvm::is_contained(scan.updates, source))
      continue;
    if (!llvm::is_contained(scan.users, sink))
      return true;
    std::map<std::string, std::string> prime =
        primes(*kernel.instructions[sink]);
    Set same = Set::universe();
    for (const std::string &iname : scan.around)
      same =
          same.intersect(PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
    if (!scan.around.empty() && !graph.relation(edge).isSubset(same))
      return true;
  }
  return false;
}

// Without groups, it is what it was.
void LookBack::end(Nest &body, const Kernel &original) {
  bool isBehindBarrier = false;
  for (const Running &of : all) {
    if (!isReadAgain(original, *of.scan))
      continue;
    if (!isBehindBarrier) {
      Instruction barrier;
      barrier.id = of.id + "_barrier";
      barrier.inames = shape.around;
      barrier.range = of.range;
      barrier.body = BarrierBody{BarrierScope::Global};
      editor.addBehind(body, std::move(barrier));
      isBehindBarrier = true;
    }
    editor.addBehind(body,
                     group.made(of, "_result", shape.around, of.variable,
                                memory.chainAt(of, Expr::integer(0),
                                               memory.groupRange().count)));
  }
}
