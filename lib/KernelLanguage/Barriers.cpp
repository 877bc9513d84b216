#include "Barriers.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class BarrierPlacer {
public:
  BarrierPlacer(Building &building, Kernel &kernel, SplitLoops &split)
      : building(building), kernel(kernel), split(split) {}

  void run() {
    for (size_t b = 0; b < building.statements.size(); ++b)
      if (std::holds_alternative<BarrierText>(
              building.statements[b].text->value))
        place(b);
    for (const auto &[name, loops] : axes)
      addAxes(name, {loops.begin(), loops.end()});
  }

private:
  std::set<size_t> before(size_t at) const {
    std::set<size_t> seen;
    std::vector<size_t> pending{at};
    while (!pending.empty()) {
      size_t next = pending.back();
      pending.pop_back();
      for (size_t other : building.statements[next].dependsOn)
        if (seen.insert(other).second)
          pending.push_back(other);
    }
    return seen;
  }

  void place(size_t b) {
    building.statements[b].inames.clear();
    auto copy = std::make_shared<Instruction>(*kernel.instructions[b]);
    copy->inames.clear();
    kernel.instructions[b] = std::move(copy);
    std::set<size_t> earlier = before(b);
    for (size_t later = 0; later < building.statements.size(); ++later)
      if (before(later).count(b))
        for (size_t first : earlier)
          separate(first, later);
  }

  void separate(size_t first, size_t later) {
    std::set<std::string> shared;
    for (const std::string &iname : building.statements[first].inames)
      if (building.statements[later].inames.count(iname))
        shared.insert(iname);
    if (shared.empty())
      return;
    split[{first, later}].insert(shared.begin(), shared.end());
    const Instruction &writer = *kernel.instructions[first];
    for (const Expr &assignee : writer.assignees())
      pass(assignee, *kernel.instructions[later], shared);
  }

  // A temporary that goes from one to the other.
  void pass(const Expr &assignee, const Instruction &reader,
            const std::set<std::string> &shared) {
    const auto *array = assignee.getIf<ArrayRef>();
    const std::string &name =
        array ? array->name : assignee.getIf<VarRef>()->name;
    if (!kernel.findVariable(name)->isTemporary() || !reads(reader, name))
      return;
    for (const std::string &iname : shared)
      if (!mentions(assignee, iname))
        axes[name].insert(iname);
  }

  static bool reads(const Instruction &insn, const std::string &name) {
    bool found = false;
    auto look = [&](const Expr &e) { found = found || mentions(e, name); };
    for (const Expr &e : insn.reads())
      look(e);
    for (const Predicate &predicate : insn.predicates)
      look(predicate);
    return found;
  }

  void addAxes(const std::string &name, const std::vector<std::string> &loops) {
    Variable copy = *kernel.findVariable(name);
    for (const Axis &axis : copy.axes)
      if (axis.extent)
        throw UserError(
            "temporary '" + name +
                "' has a value for each "
                "iteration of the loops that a barrier stands in; give "
                "it no shape",
            copy.range);
    // As rows of values, by the loops that come first.
    copy.axes.insert(copy.axes.begin(), loops.size(), Axis());
    for (size_t a = 0; a < copy.axes.size(); ++a)
      copy.axes[a].tag = NestedAxis{static_cast<int>(copy.axes.size() - 1 - a)};
    Type type = copy.type;
    kernel.setVariable(std::make_shared<const Variable>(std::move(copy)));
    std::vector<Expr> more;
    for (const std::string &iname : loops)
      more.push_back(Expr::var(iname));
    for (InstructionPtr &insn : kernel.instructions) {
      InstructionPtr changed = mapExprs(insn, [&](const Expr &root) {
        return rewrite(root, [&](const Expr &e) {
          const auto *array = e.getIf<ArrayRef>();
          const auto *scalar = e.getIf<VarRef>();
          if (!(array && array->name == name) &&
              !(scalar && scalar->name == name))
            return e;
          std::vector<Expr> subscripts = more;
          if (array)
            subscripts.insert(subscripts.end(), array->subscripts.begin(),
                              array->subscripts.end());
          return Expr::array(name, std::move(subscripts), type);
        });
      });
      if (changed != insn)
        for (const std::string &iname : loops)
          if (!insn->within(iname))
            throw UserError("'" + name +
                                "' has a value for each iteration of "
                                "the loop over '" +
                                iname + "', in which a barrier stands, but '" +
                                insn->id + "' is not in that loop",
                            insn->range);
      insn = changed;
    }
  }

  Building &building;
  Kernel &kernel;
  SplitLoops &split;
  std::map<std::string, std::set<std::string>> axes; // by temporary
};

} // namespace

void language::takeBarriersOut(Building &building, Kernel &kernel,
                               SplitLoops &split) {
  if (!building.source.isSequential)
    BarrierPlacer(building, kernel, split).run();
}
