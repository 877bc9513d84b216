#include "ScriptOrder.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::verify;
using poly::Names;
using poly::PwAff;
using poly::Set;

namespace {

// A statement, or a barrier of the script.
struct Standing {
  const Place *place;
  Set domain;
};

class ScriptOrder {
public:
  ScriptOrder(const Tree &tree, const ScheduledKernel &scheduled,
              const Kernel &kernel, const Terms &terms);

  void run() const;

private:
  const std::vector<Standing> &placesOf(const std::string &id) const;
  Set points(const Standing &standing) const;
  Set oneIteration(const std::set<std::string> &loops) const;
  void verify(const Instruction &first, const Instruction &second) const;

  const Tree &tree;
  const ScheduledKernel &scheduled;
  const Kernel &kernel;
  const Terms &terms;
  std::map<std::string, std::vector<Standing>> places; // by id
};

} // namespace

ScriptOrder::ScriptOrder(const Tree &tree, const ScheduledKernel &scheduled,
                         const Kernel &kernel, const Terms &terms)
    : tree(tree), scheduled(scheduled), kernel(kernel), terms(terms) {
  for (const Leaf &leaf : tree.leaves())
    places[leaf.insn->id].push_back({&leaf.place, leaf.domain});
  for (const TreeBarrier &at : tree.barriers())
    if (!at.barrier->instruction.empty())
      places[at.barrier->instruction].push_back(
          {&at.place, at.barrier->domain.flat()});
}

const std::vector<Standing> &
ScriptOrder::placesOf(const std::string &id) const {
  auto known = places.find(id);
  if (known == places.end())
    throw InternalError("schedule: kernel '" + kernel.name + "': '" + id +
                        "' is not in the tree");
  return known->second;
}

// The order is asked for whatever the kernel computes.
Set ScriptOrder::points(const Standing &standing) const {
  Set set = standing.domain.intersect(scheduled.context.flat());
  Names data;
  for (const std::string &name : set.names())
    if (terms.isData(name))
      data.push_back(name);
  return set.project(data);
}

Set ScriptOrder::oneIteration(const std::set<std::string> &loops) const {
  Set result = Set::universe();
  auto equate = [&](const std::string &name) {
    result = result.intersect(
        PwAff::name(name).eq(PwAff::name(nameAt(name, Point::Y))));
  };
  for (const std::string &iname : loops)
    equate(iname);
  for (const HardwareAxis &axis : scheduled.axes)
    equate(axis.str());
  return result;
}

void ScriptOrder::verify(const Instruction &first,
                         const Instruction &second) const {
  std::set<std::string> shared;
  for (const std::string &iname : first.inames)
    if (second.within(iname) && !scheduled.positions.count(iname))
      shared.insert(iname);
  for (const Standing &from : placesOf(first.id))
    for (const Standing &to : placesOf(second.id)) {
      size_t common = Tree::common(*from.place, *to.place);
      bool equalThere = true;
      for (size_t k = 0; k < common; ++k)
        equalThere &= shared.count(tree.loop(from.place->loops[k]).iname) > 0;
      if (equalThere && Tree::compare(*from.place, *to.place, common) < 0)
        continue;
      Set late = points(from)
                     .intersect(terms.marked(points(to), Point::X, "'"))
                     .intersect(oneIteration(shared))
                     .intersect(tree.notBefore(*from.place, Point::X, *to.place,
                                               Point::Y));
      if (late.isEmpty())
        continue;
      poly::Point point = late.sample().value_or(poly::Point());
      throw InternalError(
          "schedule: kernel '" + kernel.name +
          "': " + tree.pointStr(second.id, *to.place, Point::Y, point) +
          " comes before " +
          tree.pointStr(first.id, *from.place, Point::X, point) +
          ", against the order that the script asks for");
    }
}

void ScriptOrder::run() const {
  std::map<std::string, const Instruction *> byId;
  for (const InstructionPtr &insn : kernel.instructions)
    byId[insn->id] = insn.get();
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &id : insn->dependsOn)
      verify(*byId.at(id), *insn);
}

void verify::verifyScriptOrder(const Tree &tree,
                               const ScheduledKernel &scheduled,
                               const Kernel &kernel, const Terms &terms) {
  ScriptOrder(tree, scheduled, kernel, terms).run();
}
