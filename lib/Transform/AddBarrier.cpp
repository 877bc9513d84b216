//   S; T  ->  S; barrier; T
// In reference time the barrier takes the position of the first instruction
// after it, in the loops that it stands in; what follows there moves up by one.
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

static const char *const addBarrierName = "add_barrier";

namespace {

// A place in reference time: a prefix of 2*loops components, then a position.
struct Place {
  ReferenceTime prefix;
  int64_t position = 0;
};

} // namespace

static std::vector<InstructionPtr> matching(const Kernel &kernel,
                                            const InstructionFilter &filter,
                                            const char *what) {
  if (!filter)
    return {};
  std::vector<InstructionPtr> found = findInstructions(kernel, filter);
  if (found.empty())
    throw UserError(std::string(addBarrierName) + ": '" + what +
                    "' matches no instruction of kernel '" + kernel.name +
                    "'; print the kernel to see ids and tags");
  return found;
}

// Loops that enclose all of them, in the nesting order of the first.
static std::vector<std::string>
commonInames(const std::vector<InstructionPtr> &instructions) {
  std::vector<std::string> common;
  for (const std::string &iname : instructions.front()->inames)
    if (std::all_of(instructions.begin(), instructions.end(),
                    [&](const InstructionPtr &i) { return i->within(iname); }))
      common.push_back(iname);
  return common;
}

static bool startsWith(const ReferenceTime &time, const ReferenceTime &prefix) {
  return time.size() > prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), time.begin());
}

static bool mentionsOnly(const Expr &e, const std::vector<std::string> &inames,
                         const std::vector<std::string> &own) {
  for (const std::string &iname : own)
    if (std::find(inames.begin(), inames.end(), iname) == inames.end() &&
        mentions(e, iname))
      return false;
  return true;
}

// The longest common start of the instructions' times that the barrier's loops
// determine, cut after a loop component.
static ReferenceTime
commonPrefix(const std::vector<InstructionPtr> &instructions,
             const std::vector<std::string> &inames) {
  const Instruction &first = *instructions.front();
  ReferenceTime prefix;
  for (size_t i = 0; i + 1 < first.time.size(); i += 2) {
    ReferenceTime longer = prefix;
    longer.push_back(first.time[i]);
    longer.push_back(first.time[i + 1]);
    bool shared = mentionsOnly(first.time[i + 1], inames, first.inames) &&
                  std::all_of(instructions.begin(), instructions.end(),
                              [&](const InstructionPtr &insn) {
                                return startsWith(insn->time, longer);
                              });
    if (!shared)
      break;
    prefix = std::move(longer);
  }
  return prefix;
}

static int64_t positionOf(const Instruction &insn, size_t component) {
  auto position = asInteger(insn.time[component]);
  return position ? *position : 0;
}

static Place placeFor(const std::vector<InstructionPtr> &before,
                      const std::vector<InstructionPtr> &after,
                      const std::vector<std::string> &inames) {
  std::vector<InstructionPtr> all = before;
  all.insert(all.end(), after.begin(), after.end());
  Place place;
  place.prefix = commonPrefix(all, inames);
  size_t component = place.prefix.size();
  bool any = false;
  for (const InstructionPtr &insn : after) {
    int64_t position = positionOf(*insn, component);
    place.position = any ? std::min(place.position, position) : position;
    any = true;
  }
  for (const InstructionPtr &insn : before) {
    int64_t position = positionOf(*insn, component);
    if (after.empty())
      place.position = std::max(place.position, position + 1);
    else if (position >= place.position)
      throw UserError(std::string(addBarrierName) + ": instruction '" +
                          insn->id +
                          "' does not come before all that the barrier is to "
                          "precede, in the loops that they share; choose "
                          "instructions on either side of one place",
                      insn->range);
  }
  return place;
}

// Makes the place free.
static void moveUp(Kernel &kernel, const Place &place) {
  size_t component = place.prefix.size();
  for (InstructionPtr &insn : kernel.instructions) {
    if (!startsWith(insn->time, place.prefix) ||
        positionOf(*insn, component) < place.position)
      continue;
    auto copy = std::make_shared<Instruction>(*insn);
    copy->time[component] = copy->time[component] + 1;
    insn = std::move(copy);
  }
}

static void insertInOrder(Kernel &kernel, const InstructionPtr &barrier,
                          const std::vector<InstructionPtr> &before,
                          const std::vector<InstructionPtr> &after) {
  auto &list = kernel.instructions;
  size_t place = list.size();
  for (size_t i = list.size(); i-- > 0;)
    for (const InstructionPtr &insn : after)
      if (list[i]->id == insn->id)
        place = i;
  if (after.empty()) {
    place = 0;
    for (size_t i = 0; i < list.size(); ++i)
      for (const InstructionPtr &insn : before)
        if (list[i]->id == insn->id)
          place = i + 1;
  }
  list.insert(list.begin() + place, barrier);
}

Kernel loopyc::addBarrier(const Kernel &kernel, const InstructionFilter &before,
                          const InstructionFilter &after,
                          const BarrierOptions &options) {
  std::vector<InstructionPtr> sources = matching(kernel, before, "insn_before");
  std::vector<InstructionPtr> sinks = matching(kernel, after, "insn_after");
  std::vector<InstructionPtr> all = sources;
  all.insert(all.end(), sinks.begin(), sinks.end());
  if (all.empty())
    throw UserError(std::string(addBarrierName) +
                    " needs insn_before or insn_after, to say where");

  auto barrier = std::make_shared<Instruction>();
  barrier->id = kernel.freshInstructionId(options.idBasedOn);
  barrier->body = BarrierBody{options.scope};
  barrier->tags.insert(options.tags.begin(), options.tags.end());
  barrier->range = all.front()->range;
  if (options.withinInames)
    for (const std::string &given : *options.withinInames)
      barrier->inames.push_back(resolveIname(kernel, given, addBarrierName));
  else
    barrier->inames = commonInames(all);
  Place place = placeFor(sources, sinks, barrier->inames);
  barrier->time = place.prefix;
  barrier->time.push_back(Expr::integer(place.position));
  for (const InstructionPtr &source : sources)
    barrier->dependsOn.insert(source->id);

  Kernel result = kernel;
  moveUp(result, place);
  std::set<std::string> sinkIds;
  for (const InstructionPtr &sink : sinks)
    sinkIds.insert(sink->id);
  for (InstructionPtr &insn : result.instructions)
    if (sinkIds.count(insn->id)) {
      auto copy = std::make_shared<Instruction>(*insn);
      copy->dependsOn.insert(barrier->id);
      insn = std::move(copy);
    }
  insertInOrder(result, barrier, sources, sinks);
  return result;
}
