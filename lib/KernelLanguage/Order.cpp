// The reference order: one of those that the language allows.
//
//   order(instructions, loops around):
//     instructions that share another loop make an item, any other is one
//     items are put in an order that dependences allow, by priority and as
//     they are written
//     an item of one loop nest opens a loop that all of it is in
//
// So a loop opens once, dependences act between equal iterations of all loops
// that both ends are in (seed 001, rule 2), and what no dependence orders is as
// it is written. Conflicts.cpp proves that this does not matter.
#include "Builder.h"

#include "Phases.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

using namespace loopyc;
using namespace loopyc::language;

namespace {

using Indices = std::vector<size_t>;

class OrderMaker {
public:
  OrderMaker(Building &building, Kernel &kernel)
      : building(building), kernel(kernel), insns(kernel.instructions.size()) {
    for (const Domain &domain : building.domains)
      for (const std::string &iname : domain.set.dims()) {
        inames.push_back(iname);
        for (const std::string &name : domain.set.params())
          if (building.isIname(name))
            outer[iname].insert(name);
      }
    if (!building.source.isSequential)
      phases = Phases(building, kernel);
  }

  void run() {
    Indices all(building.statements.size());
    std::iota(all.begin(), all.end(), 0);
    order(all, {}, {});
    std::vector<InstructionPtr> sorted;
    for (size_t i : sequence)
      sorted.push_back(insns[i]);
    kernel.instructions = std::move(sorted);
  }

private:
  // --- items

  std::set<std::string>
  openInames(size_t i, const std::vector<std::string> &around) const {
    std::set<std::string> rest = building.statements[i].inames;
    for (const std::string &iname : around)
      rest.erase(iname);
    return rest;
  }

  // Instructions that share loops, directly or through others.
  std::vector<Indices> itemsOf(const Indices &all,
                               const std::vector<std::string> &around) const {
    std::vector<size_t> root(all.size());
    std::iota(root.begin(), root.end(), 0);
    std::function<size_t(size_t)> find = [&](size_t x) {
      return root[x] == x ? x : root[x] = find(root[x]);
    };
    std::map<std::string, Indices> sharing; // places in `all`, by iname
    for (size_t x = 0; x < all.size(); ++x)
      for (const std::string &iname : openInames(all[x], around))
        sharing[iname].push_back(x);
    for (const auto &[iname, places] : sharing)
      for (size_t k = 1; k < places.size(); ++k)
        for (size_t l = k; l-- > 0;)
          if (!phases.areApart(all[places[l]], all[places[k]], iname)) {
            root[find(places[k])] = find(places[l]);
            break;
          }
    std::vector<Indices> items;
    std::map<size_t, size_t> place;
    for (size_t x = 0; x < all.size(); ++x) {
      auto [it, isNew] = place.emplace(find(x), items.size());
      if (isNew)
        items.emplace_back();
      items[it->second].push_back(all[x]);
    }
    return items;
  }

  int priority(const Indices &item) const {
    int most = INT32_MIN;
    for (size_t i : item)
      most = std::max(most, building.statements[i].text->attributes.priority);
    return most;
  }

  // --- between items

  std::vector<Indices> sortedItems(std::vector<Indices> items) const {
    std::map<size_t, size_t> itemOf;
    for (size_t x = 0; x < items.size(); ++x)
      for (size_t i : items[x])
        itemOf[i] = x;
    std::vector<std::set<size_t>> waitsFor(items.size()), before(items.size());
    for (size_t x = 0; x < items.size(); ++x)
      for (size_t i : items[x])
        for (const auto *all : {&building.statements[i].dependsOn,
                                &building.statements[i].comesAfter})
          for (size_t earlier : *all)
            if (auto it = itemOf.find(earlier);
                it != itemOf.end() && it->second != x) {
              waitsFor[x].insert(it->second);
              before[it->second].insert(x);
            }
    // Those that wait for nothing, the first of the most urgent at the top.
    using Ready = std::pair<int, size_t>;
    auto isLater = [](const Ready &a, const Ready &b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    };
    std::priority_queue<Ready, std::vector<Ready>, decltype(isLater)> ready(
        isLater);
    std::vector<size_t> waiting(items.size());
    for (size_t x = 0; x < items.size(); ++x) {
      waiting[x] = waitsFor[x].size();
      if (waiting[x] == 0)
        ready.push({priority(items[x]), x});
    }
    std::vector<Indices> result;
    std::vector<bool> done(items.size());
    while (!ready.empty()) {
      size_t x = ready.top().second;
      ready.pop();
      done[x] = true;
      result.push_back(items[x]);
      for (size_t y : before[x])
        if (--waiting[y] == 0)
          ready.push({priority(items[y]), y});
    }
    if (result.size() < items.size())
      failOnCycle(items, waitsFor, done);
    return result;
  }

  std::string named(size_t i) const {
    return "'" + building.statements[i].id + "'";
  }
  SourceRange rangeOf(size_t i) const {
    const StatementText &text = *building.statements[i].text;
    return text.text->range(text.span);
  }

  static std::string list(const std::set<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  // Each item that is not done waits for another: one that waits for itself.
  [[noreturn]] void failOnCycle(const std::vector<Indices> &items,
                                const std::vector<std::set<size_t>> &waitsFor,
                                const std::vector<bool> &done) const {
    size_t x = 0;
    while (done[x])
      ++x;
    std::vector<size_t> path;
    while (std::find(path.begin(), path.end(), x) == path.end()) {
      path.push_back(x);
      x = *std::find_if(waitsFor[x].begin(), waitsFor[x].end(),
                        [&](size_t y) { return !done[y]; });
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), x));
    for (size_t item : path)
      for (size_t i : items[item])
        if (std::vector<size_t> cycle = cycleOf(i); !cycle.empty())
          failOnDependences(cycle);
    for (size_t item : path)
      if (items[item].size() > 1)
        failOnSplitLoop(items, path, item);
    throw InternalError("no order of instructions, and no cycle");
  }

  // From the instruction to what it depends on, and so on, back to itself.
  std::vector<size_t> cycleOf(size_t start) const {
    std::map<size_t, size_t> from;
    std::vector<size_t> pending{start};
    for (size_t k = 0; k < pending.size(); ++k)
      for (const auto *all : {&building.statements[pending[k]].dependsOn,
                              &building.statements[pending[k]].comesAfter})
        for (size_t before : *all)
          if (from.emplace(before, pending[k]).second)
            pending.push_back(before);
    std::vector<size_t> cycle;
    if (!from.count(start))
      return cycle;
    for (size_t i = from[start]; i != start; i = from[i])
      cycle.insert(cycle.begin(), i);
    cycle.insert(cycle.begin(), start);
    return cycle;
  }

  // "", or ", whose 'b' it reads"
  std::string whatIsRead(size_t later, size_t earlier) const {
    std::set<std::string> read =
        readNames(building, *building.statements[later].text);
    for (const std::string &name :
         kernel.instructions[earlier]->assigneeNames())
      if (read.count(name))
        return ", whose '" + name + "' it reads";
    return "";
  }

  [[noreturn]] void failOnDependences(const std::vector<size_t> &cycle) const {
    UserError error("instruction " + named(cycle[0]) +
                        " depends on itself, through others; drop one of these "
                        "dependences: {dep=*ID} names those that there are, "
                        "and is without that on what assigns a variable that "
                        "is read",
                    rangeOf(cycle[0]));
    for (size_t k = 0; k < cycle.size(); ++k) {
      size_t later = cycle[k], earlier = cycle[(k + 1) % cycle.size()];
      error.note(named(later) + " depends on " + named(earlier) +
                     whatIsRead(later, earlier),
                 rangeOf(later));
    }
    throw error;
  }

  // A loop would have to be left and opened again.
  [[noreturn]] void failOnSplitLoop(const std::vector<Indices> &items,
                                    const std::vector<size_t> &path,
                                    size_t item) const {
    size_t at = std::find(path.begin(), path.end(), item) - path.begin();
    const Indices &next = items[path[(at + 1) % path.size()]];
    std::set<std::string> shared = building.statements[items[item][0]].inames;
    for (size_t i : items[item])
      std::erase_if(shared, [&](const std::string &iname) {
        return !building.statements[i].inames.count(iname);
      });
    size_t between = next[0], last = items[item].back();
    throw UserError("instruction " + named(between) +
                        " comes between instructions of one loop nest (over " +
                        list(shared) +
                        "), by what they depend on, and is not "
                        "in it; give " +
                        named(last) + " inames of its own",
                    rangeOf(between))
        .note("a loop that would have to run twice is around this one",
              rangeOf(last));
  }

  // --- loops

  bool isOutermost(const std::string &iname,
                   const std::vector<std::string> &around) const {
    auto it = outer.find(iname);
    return it == outer.end() ||
           std::all_of(it->second.begin(), it->second.end(),
                       [&](const std::string &o) {
                         return std::find(around.begin(), around.end(), o) !=
                                around.end();
                       });
  }

  bool isOnePhase(const Indices &item, const std::string &iname) const {
    return std::none_of(item.begin(), item.end(), [&](size_t i) {
      return phases.areApart(item[0], i, iname);
    });
  }

  // Of `for j, i`, j; else as the domains have them.
  std::vector<std::string> preferred(const Indices &item) const {
    std::vector<std::string> result;
    const Attributes &first = building.statements[item[0]].text->attributes;
    for (const Word &word : first.moreInames)
      result.push_back(word.text);
    if (first.inames)
      for (const Word &word : *first.inames)
        result.push_back(word.text);
    result.insert(result.end(), inames.begin(), inames.end());
    return result;
  }

  std::string loopFor(const Indices &item,
                      const std::vector<std::string> &around) const {
    std::set<std::string> shared = openInames(item[0], around);
    for (size_t i : item) {
      std::set<std::string> own = openInames(i, around);
      std::erase_if(shared,
                    [&](const std::string &name) { return !own.count(name); });
    }
    for (const std::string &iname : preferred(item))
      if (shared.count(iname) && isOutermost(iname, around) &&
          isOnePhase(item, iname))
        return iname;
    failOnNest(item, around);
  }

  [[noreturn]] void failOnNest(const Indices &item,
                               const std::vector<std::string> &around) const {
    UserError error("no loop can be around all of these instructions, which "
                    "share inames; give some of them inames of their own",
                    rangeOf(item[0]));
    for (size_t k = 0; k < item.size() && k < 5; ++k)
      error.note(named(item[k]) + " is in the loops over " +
                     list(openInames(item[k], around)),
                 rangeOf(item[k]));
    throw error;
  }

  // --- times

  void order(const Indices &all, const std::vector<std::string> &around,
             const ReferenceTime &prefix) {
    int position = 0;
    for (const Indices &item : sortedItems(itemsOf(all, around))) {
      ReferenceTime time = prefix;
      time.push_back(Expr::integer(position++));
      if (item.size() == 1 && openInames(item[0], around).empty()) {
        place(item[0], around, time);
        continue;
      }
      std::string iname = loopFor(item, around);
      std::vector<std::string> inside = around;
      inside.push_back(iname);
      time.push_back(Expr::var(iname));
      order(item, inside, time);
    }
  }

  void place(size_t i, const std::vector<std::string> &loops,
             const ReferenceTime &time) {
    auto insn = std::make_shared<Instruction>(*kernel.instructions[i]);
    insn->inames = loops;
    insn->time = time;
    insns[i] = std::move(insn);
    sequence.push_back(i);
  }

  Building &building;
  Kernel &kernel;
  std::vector<std::string> inames;
  std::map<std::string, std::set<std::string>> outer; // that bounds mention
  Phases phases;
  std::vector<InstructionPtr> insns;
  Indices sequence;
};

} // namespace

void language::putInOrder(Building &building, Kernel &kernel) {
  OrderMaker(building, kernel).run();
}
