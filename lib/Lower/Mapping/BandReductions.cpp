#include "Mapping/BandReductions.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

static Kernel onGroups(Kernel kernel, const Band &band) {
  for (size_t axis = 0; axis < band.size(); ++axis)
    kernel.inameTags[band[axis]->iname] = {InameTagKind::Group,
                                           static_cast<int>(axis)};
  return kernel;
}

BandReductions::BandReductions(const Kernel &kernel, const Band &band)
    : tagged(onGroups(kernel, band)), finder(tagged),
      outermost(*band.front()) {}

const std::set<size_t> &BandReductions::membersOfExtrema() {
  if (members)
    return *members;
  members.emplace();
  for (int instruction : outermost.instructions) {
    if (tagged.instructions[instruction]->assignees().empty())
      continue;
    std::optional<ParallelReduction> found = finder.find(instruction);
    if (found && found->extremum)
      for (size_t member : found->extremum->members())
        members->insert(member);
  }
  return *members;
}

bool BandReductions::isReduced(int instruction) {
  auto [result, isNew] = known.try_emplace(instruction);
  if (isNew)
    result->second = finder.find(instruction) ||
                     membersOfExtrema().count(instruction) > 0;
  return result->second;
}
