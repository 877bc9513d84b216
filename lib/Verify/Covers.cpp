#include "Covers.h"

#include "loopyc/IR/Negation.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::Set;

size_t Covers::loopsOf(const Use &use) const {
  return pairs.time(use).size() / 2;
}

size_t Covers::commonDepth(const Use &a, const Use &b) const {
  const std::vector<int> &from = pairs.time(a), &to = pairs.time(b);
  size_t depth = 0;
  while (2 * depth + 1 < std::min(from.size(), to.size()) &&
         from[2 * depth] == to[2 * depth] &&
         from[2 * depth + 1] == to[2 * depth + 1])
    ++depth;
  return depth;
}

size_t Covers::comparedDepth(const Use &a, const Use &b) const {
  const std::vector<int> &from = pairs.time(a), &to = pairs.time(b);
  size_t depth = 0;
  while (2 * depth + 1 < std::min(from.size(), to.size()) &&
         from[2 * depth] == to[2 * depth] &&
         (from[2 * depth + 1] == to[2 * depth + 1] ||
          pairs.terms().equal(from[2 * depth + 1], to[2 * depth + 1])))
    ++depth;
  return depth;
}

// Variable::lifetimeLoops, as far as these loops still are around all uses.
size_t Covers::lifetimeLoops() const {
  const Variable &declared = *variable.declared;
  auto result = static_cast<size_t>(
      declared.baseStorage.empty() ? declared.lifetimeLoops : 0);
  for (const Use &use : variable.uses)
    for (const std::vector<int> &first = pairs.time(variable.uses.front()),
                                &time = pairs.time(use);
         result > 0; --result) {
      bool isInside = time.size() > 2 * result;
      for (size_t d = 0; isInside && d < result; ++d)
        isInside = first[2 * d] == time[2 * d];
      if (isInside)
        break;
    }
  return result;
}

bool Covers::shares(const Use &a, const Use &b, size_t depth) const {
  return comparedDepth(a, b) >= depth;
}

std::set<std::string> Covers::guardsOf(const Use &use) const {
  std::set<std::string> result;
  for (const Expr &guard : pairs.insn(use).predicates)
    result.insert(guard.str());
  for (const Expr &condition : use.conditions)
    result.insert(condition.str());
  return result;
}

// Has what the write's guards read the same value when the read comes?
bool Covers::guardsKeep(const Use &write, const Use &read, size_t depth) const {
  std::set<std::string> names;
  for (const Expr &guard : pairs.insn(write).predicates)
    collectNames(guard, names, names);
  auto position = [&](const std::vector<int> &time) {
    return pairs.terms().literal(time[2 * depth]).value_or(0);
  };
  const std::vector<int> &from = pairs.time(write);
  int64_t first = position(from), last = position(pairs.time(read));
  for (const std::string &name : names)
    for (const std::vector<int> *time : pairs.writersOf(name))
      if (time->size() > 2 * depth &&
          std::equal(from.begin(), from.begin() + 2 * depth, time->begin()) &&
          first <= position(*time) && position(*time) <= last)
        return false;
  return true;
}

// The same element, in an iteration of the write's own loops, all of which are
// around the read.
bool Covers::coversPlainly(const Use &write, const Use &read,
                           size_t depth) const {
  const std::vector<int> &from = pairs.time(write), &to = pairs.time(read);
  return write.kind == Use::Kind::Write && depth == loopsOf(write) &&
         write.value == read.value && from.size() == 2 * depth + 1 &&
         to.size() > 2 * depth &&
         *pairs.terms().literal(from[2 * depth]) <
             pairs.terms().literal(to[2 * depth]).value_or(0) &&
         guardsKeep(write, read, depth);
}

// Writes under c and under not c together are one under neither.
static bool resolve(std::vector<std::vector<Expr>> &cases) {
  for (size_t i = 0; i < cases.size(); ++i)
    for (size_t j = i + 1; j < cases.size(); ++j) {
      if (cases[i].size() != cases[j].size())
        continue;
      std::vector<Expr> rest;
      int opposite = 0, different = 0;
      for (size_t g = 0; g < cases[i].size(); ++g)
        if (cases[i][g] == cases[j][g])
          rest.push_back(cases[i][g]);
        else if (areOpposite(cases[i][g], cases[j][g]))
          ++opposite;
        else
          ++different;
      if (opposite != 1 || different)
        continue;
      cases[i] = rest;
      cases.erase(cases.begin() + static_cast<int64_t>(j));
      return true;
    }
  return false;
}

size_t Covers::plainDepth(const Use &read) {
  auto [known, isNew] = plain.try_emplace(&read, lifetimeLoops());
  if (!isNew)
    return known->second;
  std::map<size_t, std::vector<std::vector<Expr>>> cases; // guards, by depth
  for (const Use &write : variable.uses) {
    size_t depth = commonDepth(write, read);
    if (depth > 0 && coversPlainly(write, read, depth))
      cases[depth].push_back(pairs.insn(write).predicates);
  }
  std::set<std::string> own = guardsOf(read);
  for (auto &[depth, list] : cases) {
    for (auto &guards : list)
      guards.erase(std::remove_if(guards.begin(), guards.end(),
                                  [&](const Expr &guard) {
                                    return own.count(guard.str()) > 0;
                                  }),
                   guards.end());
    auto isSure = [](const auto &guards) { return guards.empty(); };
    do {
      if (std::any_of(list.begin(), list.end(), isSure))
        known->second = std::max(known->second, depth);
    } while (resolve(list));
  }
  return known->second;
}

// { x : no write in the same iteration gives it a value }
Set Covers::uncovered(const std::vector<const Use *> &writes, const Use &read,
                      size_t depth) {
  Set rest =
      pairs.domain(read, Point::X)
          .intersect(pairs.insideArray(*variable.declared, read, Point::X));
  for (const Use *write : writes) {
    Set found =
        pairs.meeting(read, *write, {AddressSpace::Global, false, depth});
    Set first = pairs.earlier(*write, Point::Y, read);
    if (!first)
      continue;
    found = found.intersect(first);
    poly::Names gone;
    for (const std::string &name : found.names())
      if (name.back() == '\'')
        gone.push_back(name);
    rest = rest.subtract(found.project(gone));
    if (rest.isEmpty())
      break;
  }
  return rest;
}

// Has nothing been written there before at all? Whole boxes are read.
bool Covers::isUndefined(const Set &points, const Use &read) {
  return std::all_of(
      variable.uses.begin(), variable.uses.end(), [&](const Use &write) {
        if (!write.writes())
          return true;
        Set found = points.intersect(
            pairs.meeting(read, write, {AddressSpace::Global, false, 0}));
        Set first = pairs.earlier(write, Point::Y, read);
        return found.isEmpty() || (first && found.intersect(first).isEmpty());
      });
}

size_t Covers::depth(const Use &read) {
  auto [known, isNew] = asked.try_emplace(&read, 0);
  if (!isNew)
    return known->second;
  std::map<size_t, std::vector<const Use *>> byDepth;
  for (const Use &write : variable.uses)
    if (write.kind == Use::Kind::Write && pairs.isCertain(write, read))
      for (size_t d = 1; d <= comparedDepth(write, read); ++d)
        byDepth[d].push_back(&write);
  size_t result = plainDepth(read);
  for (auto at = byDepth.rbegin(); at != byDepth.rend() && at->first > result;
       ++at)
    if (Set rest = uncovered(at->second, read, at->first);
        rest.isEmpty() || isUndefined(rest, read))
      result = at->first;
  return asked[&read] = result;
}

size_t Covers::commonLoops() {
  const Use &first = variable.uses.front();
  size_t result = loopsOf(first);
  for (const Use &use : variable.uses)
    result = std::min(result, comparedDepth(first, use));
  for (const Use &use : variable.uses)
    if (use.reads() && plainDepth(use) < result)
      result = std::min(result, depth(use));
  return result;
}
