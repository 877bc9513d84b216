#include "Places.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::PwAff;
using poly::Set;

Tree::Tree(const ScheduledKernel &scheduled) : scheduled(scheduled) {
  const auto &all = scheduled.kernel.instructions;
  for (size_t i = 0; i < all.size(); ++i) {
    numbers[all[i]->id] = static_cast<int>(i);
    for (const std::string &name : all[i]->assigneeNames())
      computed.insert(name);
  }
  for (const HardwareAxis &axis : scheduled.axes) {
    (axis.isGroup() ? groups : locals).push_back(axis.str());
    if (asInteger(axis.size) == 1)
      trivial.insert(axis.str());
  }
  add(scheduled.body, {{0}, {}}, 0);
}

int Tree::addLoop(const ScheduleLoop &loop) {
  loopList.push_back({loop.iname, loop.tag.isInnermost(), loop.tag.isVector()});
  return static_cast<int>(loopList.size()) - 1;
}

static int bodySize(const ScheduleNode &node) {
  const auto *loop = std::get_if<ScheduleLoop>(&node.value);
  return loop ? static_cast<int>(loop->body.size()) : 0;
}

// The children get the positions from `first` on. Loops over one iname that
// follow each other with ascending iterations (slabs) are one loop, whose body
// is all of theirs.
void Tree::add(const Nodes &nodes, const Place &around, int first) {
  const ScheduleLoop *previous = nullptr;
  int loop = -1, at = 0, inBody = 0;
  for (const ScheduleNode &node : nodes) {
    const auto *own = std::get_if<ScheduleLoop>(&node.value);
    Place place = around;
    if (own && previous && followsOn(*previous, *own)) {
      place.positions.back() = at;
    } else {
      at = place.positions.back() = first++;
      loop = own ? addLoop(*own) : -1;
      inBody = 0;
    }
    previous = own;
    place.positions.push_back(0);
    match(
        node.value,
        [&](const ScheduleLoop &entered) {
          place.loops.push_back(loop);
          add(entered.body, place, inBody);
          inBody += bodySize(node);
        },
        [&](const StatementRun &run) {
          for (const InstructionPtr &insn : run.instructions) {
            auto known = numbers.find(insn->id);
            int number = known == numbers.end() ? -1 : known->second;
            leafList.push_back({insn, number, runs, place, run.domain.flat()});
            ++place.positions.back();
          }
          ++runs;
        },
        [&](const BarrierPoint &barrier) {
          barrierList.push_back({&barrier, place, &nodes});
        });
  }
}

static void collect(const std::vector<ScheduleNode> &body, poly::Names &inside,
                    std::vector<const StatementRun *> &found) {
  for (const ScheduleNode &node : body) {
    if (const auto *run = std::get_if<StatementRun>(&node.value))
      found.push_back(run);
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      inside.push_back(loop->iname);
      collect(loop->body, inside, found);
    }
  }
}

Set Tree::iterations(const Nodes &body) const {
  std::vector<const StatementRun *> found;
  poly::Names gone = locals;
  collect(body, gone, found);
  gone.insert(gone.end(), computed.begin(), computed.end());
  std::set<const void *> seen;
  Set result = Set::empty();
  for (const StatementRun *run : found)
    if (seen.insert(run->domain.get()).second)
      result = result.unite(run->domain.flat().project(gone));
  return result;
}

bool Tree::followsOn(const ScheduleLoop &loop, const ScheduleLoop &next) const {
  if (loop.iname != next.iname)
    return false;
  std::string later = nameAt(next.iname, Point::Y);
  return iterations(loop.body)
      .intersect(iterations(next.body).rename({{next.iname, later}}))
      .intersect(scheduled.context.flat())
      .intersect(PwAff::name(next.iname).ge(PwAff::name(later)))
      .isEmpty();
}

size_t Tree::common(const Place &a, const Place &b) {
  size_t k = 0;
  while (k < a.loops.size() && k < b.loops.size() &&
         a.positions[k] == b.positions[k] && a.loops[k] == b.loops[k])
    ++k;
  return k;
}

int Tree::compare(const Place &a, const Place &b, size_t common) {
  for (size_t k = common; k < a.positions.size() && k < b.positions.size(); ++k)
    if (a.positions[k] != b.positions[k])
      return a.positions[k] < b.positions[k] ? -1 : 1;
  return 0;
}

std::vector<std::string> Tree::loopNames(const Place &place) const {
  std::vector<std::string> result;
  for (int loop : place.loops)
    result.push_back(loopList[loop].iname);
  return result;
}

std::string Tree::pointStr(const std::string &id, const Place &place, Point at,
                           const poly::Point &values) const {
  std::string text;
  auto add = [&](const std::string &name, bool needed) {
    auto value = values.find(nameAt(name, at));
    if (value == values.end() && !needed)
      return;
    text += (text.empty() ? " (" : ", ") + name + " = " +
            std::to_string(value == values.end() ? 0 : value->second);
  };
  for (const std::string &loop : loopNames(place))
    add(loop, true);
  for (const HardwareAxis &axis : scheduled.axes)
    add(axis.str(), false);
  return "'" + id + "'" + text + (text.empty() ? "" : ")");
}

Set Tree::equalLoop(int loop) const {
  const std::string &iname = loopList[loop].iname;
  return PwAff::name(iname).eq(PwAff::name(nameAt(iname, Point::Y)));
}

Set Tree::lessLoop(int loop, Point less) const {
  const std::string &iname = loopList[loop].iname;
  PwAff x = PwAff::name(iname), y = PwAff::name(nameAt(iname, Point::Y));
  return less == Point::X ? x.lt(y) : y.lt(x);
}

// Two at one point share the loops' iterations.
Set Tree::before(const Place &a, Point atA, const Place &b, Point atB) const {
  size_t shared = common(a, b);
  bool isFirst = compare(a, b, shared) < 0;
  if (atA == atB)
    return isFirst ? Set::universe() : Set::empty();
  Set result = Set::empty(), equal = Set::universe();
  for (size_t k = 0; k < shared; ++k) {
    if (!loopList[a.loops[k]].lanes)
      result = result.unite(equal.intersect(lessLoop(a.loops[k], atA)));
    equal = equal.intersect(equalLoop(a.loops[k]));
  }
  return isFirst ? result.unite(equal) : result;
}

Set Tree::notBefore(const Place &a, Point atA, const Place &b,
                    Point atB) const {
  size_t shared = common(a, b);
  Set result = Set::empty(), equal = Set::universe();
  for (size_t k = 0; k < shared; ++k) {
    result = result.unite(equal.intersect(lessLoop(a.loops[k], atB)));
    if (loopList[a.loops[k]].lanes)
      result = result.unite(equal.intersect(lessLoop(a.loops[k], atA)));
    equal = equal.intersect(equalLoop(a.loops[k]));
  }
  return compare(a, b, shared) < 0 ? result : result.unite(equal);
}
