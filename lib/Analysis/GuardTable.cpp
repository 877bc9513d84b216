#include "GuardTable.h"

#include "DependenceScan.h"
#include "loopyc/IR/Negation.h"

#include <algorithm>

using namespace loopyc;

GuardTable::GuardTable(const Kernel &kernel) {
  std::vector<std::string> names = kernel.inames();
  std::set<std::string> inames(names.begin(), names.end());
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const std::string &name : insn->assigneeNames())
      writers[name].push_back(insn.get());
    Entry &entry = entries[insn.get()];
    for (const Predicate &guard : insn->predicates) {
      int number = numberOf(guard);
      if (std::binary_search(entry.guards.begin(), entry.guards.end(), number))
        continue;
      entry.guards.insert(
          std::upper_bound(entry.guards.begin(), entry.guards.end(), number),
          number);
      collectNames(guard, entry.reads, entry.reads);
    }
    for (const std::string &name : entry.reads)
      if (inames.count(name))
        entry.inames.insert(name);
  }
  for (size_t a = 0; a < guards.size(); ++a)
    noteOpposites(static_cast<int>(a));
}

// However the opposite is written: i >= n, or not i < n.
void GuardTable::noteOpposites(int guard) {
  std::set<std::string> texts{
      negated(guards[guard]).str(),
      Expr::unary(UnaryOp::Not, guards[guard]).str()};
  for (const std::string &text : texts)
    if (auto alike = byText.find(text); alike != byText.end())
      for (int other : alike->second)
        if (areOpposite(guards[guard], guards[other]))
          opposite[guard].push_back(other);
  std::sort(opposite[guard].begin(), opposite[guard].end());
}

int GuardTable::numberOf(const Expr &guard) {
  auto [known, isNew] =
      byHandle.emplace(&*guard, static_cast<int>(guards.size()));
  if (!isNew)
    return known->second;
  std::vector<int> &alike = byText[guard.str()];
  for (int number : alike)
    if (guards[number] == guard)
      return known->second = number;
  alike.push_back(known->second);
  guards.push_back(guard);
  opposite.emplace_back();
  return known->second;
}

const std::vector<int64_t> &GuardTable::writtenAt(const Instruction &insn,
                                                  int depth) {
  Entry &entry = entries.at(&insn);
  auto [found, isNew] = entry.written.try_emplace(depth);
  std::vector<int64_t> &positions = found->second;
  if (!isNew)
    return positions;
  for (const std::string &name : entry.reads)
    if (auto those = writers.find(name); those != writers.end())
      for (const Instruction *writer : those->second)
        if (samePath(*writer, insn, depth))
          positions.push_back(positionAt(*writer, depth));
  std::sort(positions.begin(), positions.end());
  return positions;
}

bool GuardTable::areStable(const Instruction &a, const Instruction &b,
                           int depth) {
  const std::vector<int64_t> &written = writtenAt(a, depth);
  auto [first, last] =
      std::minmax({positionAt(a, depth), positionAt(b, depth)});
  auto next = std::lower_bound(written.begin(), written.end(), first);
  return next == written.end() || *next > last;
}
