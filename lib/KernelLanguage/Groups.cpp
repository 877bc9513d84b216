// Mutual exclusion: an instruction with {conflicts=g} is before all
// instructions with {groups=g}, or behind all of them, and never in between.
// (Seed 001: it is not scheduled while the group is open.)
//
// Which of the two: as dependences have it, else as it is written. It is an
// order, and no dependence: of two accesses that conflict, it does not say
// which is meant to come first.
#include "Builder.h"

#include "loopyc/Support/CloseMatches.h"

using namespace loopyc;
using namespace loopyc::language;

namespace {

class GroupSeparator {
public:
  explicit GroupSeparator(Building &building) : building(building) {
    for (size_t i = 0; i < building.statements.size(); ++i)
      for (const Word &group : attributes(i).groups)
        members[group.text].insert(i);
  }

  void run() {
    for (size_t i = 0; i < building.statements.size(); ++i)
      for (const Word &group : attributes(i).conflicts)
        separate(i, group);
  }

private:
  const Attributes &attributes(size_t i) const {
    return building.statements[i].text->attributes;
  }

  [[noreturn]] void fail(size_t i, const Word &group,
                         const std::string &message) const {
    building.statements[i].text->text->fail(message, group.span);
  }

  const std::set<size_t> &membersOf(size_t i, const Word &group) const {
    auto found = members.find(group.text);
    if (found == members.end()) {
      std::vector<std::string> known;
      for (const auto &[name, list] : members)
        known.push_back(name);
      fail(i, group,
           "no instruction is in the group '" + group.text + "'" +
               suggestion(group.text, known));
    }
    if (found->second.count(i))
      fail(i, group,
           "'" + building.statements[i].id + "' is in the group '" +
               group.text + "' itself, and cannot be apart from it");
    return found->second;
  }

  // Directly, or through others.
  std::set<size_t> before(size_t i) const {
    std::set<size_t> seen;
    std::vector<size_t> pending{i};
    while (!pending.empty()) {
      const Statement &at = building.statements[pending.back()];
      pending.pop_back();
      for (const auto *list : {&at.dependsOn, &at.comesAfter})
        for (size_t next : *list)
          if (seen.insert(next).second)
            pending.push_back(next);
    }
    return seen;
  }

  void separate(size_t i, const Word &group) {
    const std::set<size_t> &all = membersOf(i, group);
    const std::set<size_t> mine = before(i);
    std::optional<size_t> first, later; // some member
    for (size_t member : all) {
      if (mine.count(member))
        first = member;
      if (before(member).count(i))
        later = member;
    }
    if (first && later)
      fail(i, group,
           "'" + building.statements[i].id +
               "' cannot be apart from the group '" + group.text +
               "': it comes behind '" + building.statements[*first].id +
               "' and before '" + building.statements[*later].id +
               "', which are in it");
    bool isFirst = later || (!first && i < *all.begin());
    for (size_t member : all)
      if (isFirst)
        building.statements[member].comesAfter.insert(i);
      else
        building.statements[i].comesAfter.insert(member);
  }

  Building &building;
  std::map<std::string, std::set<size_t>> members; // by group
};

} // namespace

void language::separateGroups(Building &building) {
  GroupSeparator(building).run();
}
