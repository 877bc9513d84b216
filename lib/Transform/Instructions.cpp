// Finding and tagging instructions, and what is asserted about their order.
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Support/Diagnostic.h"

#include <cctype>

using namespace loopyc;

static bool chosen(const Kernel &kernel, const Instruction &insn,
                   const InstructionFilter &filter) {
  return !filter || filter(kernel, insn);
}

std::vector<InstructionPtr>
loopyc::findInstructions(const Kernel &kernel,
                         const InstructionFilter &filter) {
  std::vector<InstructionPtr> found;
  for (const InstructionPtr &insn : kernel.instructions)
    if (chosen(kernel, *insn, filter))
      found.push_back(insn);
  return found;
}

static std::vector<InstructionPtr>
requireInstructions(const Kernel &kernel, const InstructionFilter &filter,
                    const char *transformation, const char *what) {
  std::vector<InstructionPtr> found = findInstructions(kernel, filter);
  if (found.empty())
    throw UserError(std::string(transformation) + ": " + what +
                    " matches no instruction of kernel '" + kernel.name + "'");
  return found;
}

Kernel loopyc::tagInstructions(const Kernel &kernel, const std::string &tag,
                               const InstructionFilter &within) {
  static const char *const name = "tag_instructions";
  bool valid = !tag.empty();
  for (char c : tag)
    valid = valid && (std::isalnum(static_cast<unsigned char>(c)) || c == '_');
  if (!valid)
    throw UserError(std::string(name) + ": '" + tag +
                    "' is not a tag; use letters, digits and underscores");
  requireInstructions(kernel, within, name, "'within'");
  Kernel result = kernel;
  for (InstructionPtr &insn : result.instructions)
    if (chosen(kernel, *insn, within)) {
      auto copy = std::make_shared<Instruction>(*insn);
      copy->tags.insert(tag);
      insn = std::move(copy);
    }
  return result;
}

Kernel loopyc::addDependency(const Kernel &kernel,
                             const InstructionFilter &dependents,
                             const InstructionFilter &dependencies) {
  static const char *const name = "add_dependency";
  requireInstructions(kernel, dependents, name, "the first query");
  std::vector<InstructionPtr> sources =
      requireInstructions(kernel, dependencies, name, "the second query");
  Kernel result = kernel;
  bool any = false;
  for (InstructionPtr &insn : result.instructions)
    if (chosen(kernel, *insn, dependents)) {
      auto copy = std::make_shared<Instruction>(*insn);
      for (const InstructionPtr &source : sources)
        if (source->id != insn->id) {
          copy->dependsOn.insert(source->id);
          any = true;
        }
      insn = std::move(copy);
    }
  if (!any)
    throw UserError(std::string(name) + ": both queries select '" +
                        sources.front()->id +
                        "' alone, which cannot come after itself",
                    sources.front()->range);
  return result;
}

static void assertNosync(Kernel &kernel, const NoSync &asserted,
                         const std::vector<InstructionPtr> &sources,
                         const std::vector<InstructionPtr> &sinks) {
  std::set<std::string> ids;
  for (const InstructionPtr &sink : sinks)
    ids.insert(sink->id);
  for (InstructionPtr &insn : kernel.instructions)
    if (ids.count(insn->id)) {
      auto copy = std::make_shared<Instruction>(*insn);
      for (const InstructionPtr &source : sources)
        assertNoSync(*copy, source->id, asserted);
      insn = std::move(copy);
    }
}

static std::string listOf(const std::vector<InstructionPtr> &instructions) {
  std::string text;
  for (size_t i = 0; i < instructions.size() && i < 4; ++i)
    text += (i ? ", " : "") + instructions[i]->id;
  return instructions.size() > 4 ? text + ", ..." : text;
}

static std::string partiesOf(NoSync scope) {
  return !scope.global  ? "work-item of a work-group"
         : !scope.local ? "work-group"
                        : "work-item";
}

Kernel loopyc::addNosync(const Kernel &kernel, NoSync scope,
                         const InstructionFilter &sources,
                         const InstructionFilter &sinks, bool bidirectional,
                         bool emptyOk, Remarks *remarks) {
  static const char *const name = "add_nosync";
  std::vector<InstructionPtr> from = findInstructions(kernel, sources);
  std::vector<InstructionPtr> to = findInstructions(kernel, sinks);
  if (from.empty() || to.empty()) {
    if (emptyOk)
      return kernel;
    requireInstructions(kernel, sources, name, "the source query");
    requireInstructions(kernel, sinks, name, "the sink query");
  }
  Kernel result = kernel;
  assertNosync(result, scope, from, to);
  if (bidirectional)
    assertNosync(result, scope, to, from);
  if (remarks)
    remarks->push_back("asserted that " + listOf(to) + " on one " +
                       partiesOf(scope) + " need no order after " +
                       listOf(from) + " on another" +
                       (bidirectional ? ", nor the other way round" : ""));
  return result;
}
