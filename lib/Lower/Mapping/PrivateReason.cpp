#include "Mapping/PrivateReason.h"

#include "Launches/HostTree.h"
#include "loopyc/Analysis/IndexArrays.h"
#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

// Of what the read may find, whatever is written in its iteration before it.
static std::vector<const AccessInfo *>
writesBefore(const LoopNest &loop, LoopFacts &facts, const AccessInfo &read) {
  std::vector<const AccessInfo *> result;
  const auto place = textPosition(facts.insn(read.instruction));
  for (const AccessInfo &access : facts.dependences().graph().accesses())
    if (access.write && access.variable == read.variable &&
        llvm::is_contained(loop.instructions, access.instruction) &&
        textPosition(facts.insn(access.instruction)) < place)
      result.push_back(&access);
  return result;
}

static std::string written(LoopFacts &facts, const AccessInfo &write) {
  return "'" + facts.insn(write.instruction).id + "' writes " +
         write.reference.str();
}

// What keeps the writes before it from covering the read.
static std::string gapBefore(const LoopNest &loop, LoopFacts &facts,
                             const AccessInfo &read) {
  auto writes = writesBefore(loop, facts, read);
  if (writes.empty())
    return "which nothing writes before it in the same iteration";
  const AccessInfo &last = *writes.back();
  const Instruction &writer = facts.insn(last.instruction);
  const std::string before = ", and before it " + written(facts, last);
  if (!indexArraysOf(facts.kernel(), last).empty())
    return before.substr(2) + ", elements that data choose";
  auto isPlain = [&](const AccessInfo *write) {
    return facts.insn(write->instruction).predicates.empty();
  };
  if (llvm::none_of(writes, isPlain))
    return before.substr(2) + " under a condition alone";
  if (!facts.dependences().graph().instances().exact(last.instruction))
    return before.substr(2) + " in " +
           (writer.predicates.empty() ? "loops whose bounds are data"
                                      : "some iterations alone");
  return before.substr(2) + ", which need not be all that it reads";
}

std::string loopyc::whyNotPrivate(const LoopNest &loop, LoopFacts &facts,
                                  const DependenceEdge &edge) {
  LoopDependences &deps = facts.dependences();
  const AccessInfo &read = deps.graph().accesses()[edge.sinkAccess];
  const std::string &name = read.variable;
  const AccessInfo &source = deps.graph().accesses()[edge.sourceAccess];
  // What has an element for each iteration is not for one of them.
  auto isOfIteration = [&](const AccessInfo &access) {
    return mentions(access.reference, loop.iname);
  };
  if (!deps.mayBePrivate(name) || source.variable != name ||
      isOfIteration(source) || isOfIteration(read))
    return "";
  const std::string start =
      "'" + name + "' would be each iteration's own, but ";
  // What one iteration has of another is in the way, whoever reads it behind.
  const bool isPassed = !read.write && passesValue(edge.kind);
  if (int reader = deps.readerBehind(name, loop); reader >= 0 && !isPassed)
    return start + "'" + facts.insn(reader).id + "' reads it behind the loop";
  if (read.write)
    return "";
  return start + "'" + facts.insn(edge.sink).id + "' reads " +
         read.reference.str() + ", " + gapBefore(loop, facts, read);
}
