#include "Phases.h"

#include "Barriers.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

// Later than all that it depends on is in, and than what it is split from. A
// cycle of dependences is found where the order is made.
static std::vector<int> phasesOf(const std::string &iname,
                                 const Building &building,
                                 const SplitLoops &split) {
  const size_t count = building.statements.size();
  std::vector<int> phase(count);
  bool changed = true;
  for (size_t round = 0; changed && round <= count; ++round) {
    changed = false;
    auto raise = [&](size_t i, int least) {
      changed = changed || phase[i] < least;
      phase[i] = std::max(phase[i], least);
    };
    for (size_t i = 0; i < count; ++i)
      for (size_t before : building.statements[i].dependsOn)
        raise(i, phase[before]);
    for (const auto &[pair, loops] : split)
      if (loops.count(iname))
        raise(pair.second, phase[pair.first] + 1);
  }
  return phase;
}

namespace {

class DefineExpansion {
public:
  DefineExpansion(const Phases &phases, const Building &building,
                  Kernel &kernel)
      : phases(phases), kernel(kernel) {
    for (const Statement &statement : building.statements)
      read.push_back(readNames(building, *statement.text));
  }

  void run() {
    for (size_t w = 0; w < kernel.instructions.size(); ++w)
      for (const Expr &assignee : kernel.instructions[w]->assignees())
        for (size_t r = 0; r < kernel.instructions.size(); ++r)
          if (r != w)
            pass(assignee, w, r);
    for (const auto &[name, loops] : axes)
      addAxes(name, {loops.begin(), loops.end()});
  }

private:
  // Does a temporary go from one to the other?
  void pass(const Expr &assignee, size_t writer, size_t reader) {
    const auto *array = assignee.getIf<ArrayRef>();
    const std::string &name =
        array ? array->name : assignee.getIf<VarRef>()->name;
    const Instruction &from = *kernel.instructions[writer],
                      &to = *kernel.instructions[reader];
    if (!kernel.findVariable(name)->isTemporary())
      return;
    for (const std::string &iname : from.inames)
      if (to.within(iname) && phases.areApart(writer, reader, iname) &&
          !mentions(assignee, iname) && read[reader].count(name))
        axes[name].insert(iname);
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
    for (const SubstitutionRule &rule : kernel.rules)
      if (mentions(rule.value, name))
        throw UserError("temporary '" + name +
                            "' has a value for each "
                            "iteration of loops that open twice, and rule '" +
                            rule.name + "' reads it; write the rule out",
                        rule.range);
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

  const Phases &phases;
  Kernel &kernel;
  std::vector<std::set<std::string>> read;           // by statement
  std::map<std::string, std::set<std::string>> axes; // by temporary
};

} // namespace

Phases::Phases(Building &building, Kernel &kernel) {
  SplitLoops split;
  takeBarriersOut(building, kernel, split);
  for (const auto &[pair, loops] : splitLoops(building, kernel))
    split[pair].insert(loops.begin(), loops.end());
  std::set<std::string> inames;
  for (const auto &[pair, loops] : split)
    inames.insert(loops.begin(), loops.end());
  for (const std::string &iname : inames)
    byIname[iname] = phasesOf(iname, building, split);
  if (!areOne())
    DefineExpansion(*this, building, kernel).run();
}
