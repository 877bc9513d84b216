#include "Reductions/StepWriter.h"

#include "KernelEdits.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Transform/ReferenceOrder.h"

#include <algorithm>

using namespace loopyc;

using Inames = std::vector<std::string>;

size_t StepWriter::indexOf(const std::string &id) const {
  return loopyc::indexOf(kernel, id);
}

std::vector<int>
StepWriter::placesOf(const std::vector<std::string> &ids) const {
  return loopyc::placesOf(kernel, ids);
}

void StepWriter::insert(size_t at, Instruction insn) {
  insertAt(kernel, at, std::move(insn));
}

std::string StepWriter::addIname(const std::string &base,
                                 const poly::Set &domain, InameTag tag) {
  return addInames(kernel, {base}, domain, {tag}).front();
}

std::string StepWriter::addTemporary(const std::string &base, Type type,
                                     AddressSpace space, std::vector<Axis> axes,
                                     const SourceRange &range) {
  return loopyc::addTemporary(kernel, base, type, space, std::move(axes),
                              range);
}

static Instruction made(const Kernel &kernel, const std::string &id,
                        const Inames &inames, InstructionBody body,
                        const std::vector<Predicate> &predicates,
                        const SourceRange &range) {
  Instruction insn;
  insn.id = kernel.freshInstructionId(id);
  insn.inames = inames;
  insn.body = std::move(body);
  insn.predicates = predicates;
  insn.range = range;
  insn.tags = {reductionStepTag};
  return insn;
}

void StepWriter::before(const Step &step, const Inames &inames,
                        const SourceRange &range) {
  Instruction insn =
      made(kernel, step.id, inames, assign(step.assignee, step.value),
           step.predicates, range);
  std::vector<int> places = placesOf(nest);
  insn.time = placeBefore(kernel, places, inames);
  insert(*std::min_element(places.begin(), places.end()), std::move(insn));
}

std::string StepWriter::after(const std::string &id, InstructionBody body,
                              const Inames &inames,
                              const std::vector<Predicate> &predicates,
                              const SourceRange &range) {
  Instruction insn =
      made(kernel, id, inames, std::move(body), predicates, range);
  std::vector<int> places =
      placesOf(last.empty() ? nest : std::vector<std::string>{last});
  insn.time = placeAfter(kernel, places, inames);
  last = insn.id;
  insert(*std::max_element(places.begin(), places.end()) + 1, std::move(insn));
  return last;
}

std::string StepWriter::after(const Step &step, const Inames &inames,
                              const SourceRange &range) {
  return after(step.id, assign(step.assignee, step.value), inames,
               step.predicates, range);
}

bool StepWriter::passBarrier(const Inames &inames) {
  for (size_t at = indexOf(last) + 1; at < kernel.instructions.size(); ++at) {
    const Instruction &insn = *kernel.instructions[at];
    if (!insn.tags.count(reductionStepTag))
      return false;
    const auto *barrier = std::get_if<BarrierBody>(&insn.body);
    if (barrier && barrier->scope == BarrierScope::Global) {
      if (insn.inames != inames)
        return false;
      last = insn.id;
      return true;
    }
  }
  return false;
}

void StepWriter::replace(const std::string &id, InstructionBody body) {
  size_t at = indexOf(id);
  auto insn = std::make_shared<Instruction>(*kernel.instructions[at]);
  insn->body = std::move(body);
  kernel.instructions[at] = std::move(insn);
}

void StepWriter::addBeside(const std::string &id, const Step &step) {
  size_t at = indexOf(id);
  const Instruction like = *kernel.instructions[at];
  Instruction insn =
      made(kernel, step.id, like.inames, assign(step.assignee, step.value),
           like.predicates, like.range);
  insn.time = placeAfter(kernel, {static_cast<int>(at)}, like.inames);
  insn.tags = like.tags;
  insert(at + 1, std::move(insn));
}

void StepWriter::remove(const std::string &id, const std::string &instead) {
  std::set<std::string> before = instruction(id).dependsOn;
  before.erase(instead);
  auto heir = std::make_shared<Instruction>(instruction(instead));
  heir->dependsOn.insert(before.begin(), before.end());
  kernel.instructions[indexOf(instead)] = std::move(heir);
  kernel.instructions.erase(kernel.instructions.begin() +
                            static_cast<int64_t>(indexOf(id)));
  for (InstructionPtr &insn : kernel.instructions) {
    if (!insn->dependsOn.count(id) && !insn->noSyncWith.count(id))
      continue;
    auto other = std::make_shared<Instruction>(*insn);
    if (other->dependsOn.erase(id) && instead != other->id)
      other->dependsOn.insert(instead);
    other->noSyncWith.erase(id);
    insn = std::move(other);
  }
  std::replace(nest.begin(), nest.end(), id, instead);
}

void StepWriter::orderAfter(const std::vector<std::string> &ids,
                            const std::string &later) {
  for (InstructionPtr &other : kernel.instructions)
    for (const std::string &id : ids)
      if (other->dependsOn.count(id) && other->id != later) {
        auto copy = std::make_shared<Instruction>(*other);
        copy->dependsOn.insert(later);
        other = std::move(copy);
      }
}

void StepWriter::beginNest(std::vector<std::string> ids) {
  nest = std::move(ids);
  last.clear();
}
