#include "InnerTemporaries.h"

#include "ConstantRange.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/OwnElements.h"
#include "loopyc/Transform/Privatize.h"

#include <algorithm>
#include <memory>
#include <set>

using namespace loopyc;
using poly::PwAff;

static bool uses(const Instruction &insn, const std::string &variable) {
  if (insn.assigns(variable))
    return true;
  bool found = false;
  auto look = [&](const Expr &e) { found = found || mentions(e, variable); };
  for (const Expr &read : insn.reads())
    look(read);
  for (const Expr &predicate : insn.predicates)
    look(predicate);
  return found;
}

// Of the inames, those that tell the copies of the temporary apart.
static void keepReused(std::vector<std::string> &inames,
                       const Instruction &insn, const Variable &temp) {
  std::set<std::string> names, arrays;
  mapExprs(std::make_shared<const Instruction>(insn), [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>();
          array && array->name == temp.name)
        for (size_t a = temp.visibleAxes(); a < temp.axes.size(); ++a)
          collectNames(array->subscripts[a], names, arrays);
      return true;
    });
    return e;
  });
  inames.erase(std::remove_if(inames.begin(), inames.end(),
                              [&](const std::string &iname) {
                                return !names.count(iname);
                              }),
               inames.end());
}

namespace {

// Temporaries that one iteration of an ilp or vec iname sets and another reads:
// t[i] and t[n - 1 - i]. They are one for all iterations, in an order that
// keeps this, if there is one.
class PassedValues {
public:
  explicit PassedValues(const Kernel &kernel) : kernel(kernel) {}

  bool arePassed(const Variable &temp, const std::string &iname) {
    if (!graph)
      graph = std::make_unique<DependenceGraph>(kernel);
    for (const DependenceEdge &edge : graph->edges())
      if (edge.kind == DependenceKind::Flow && isOf(edge, temp) &&
          kernel.instructions[edge.source]->within(iname) &&
          kernel.instructions[edge.sink]->within(iname) &&
          !graph->isPinned(edge, iname) &&
          !graph->relation(edge)
               .intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
               .isEmpty())
        return true;
    return false;
  }

private:
  bool isOf(const DependenceEdge &edge, const Variable &temp) const {
    return edge.sinkAccess >= 0 &&
           graph->accesses()[edge.sinkAccess].variable == temp.name;
  }

  const Kernel &kernel;
  std::unique_ptr<DependenceGraph> graph;
};

} // namespace

// A loop is entered for all iterations of an ilp or vec iname at once.
static void requireNoLoopBound(const Kernel &kernel, const Variable &temp,
                               const std::string &iname) {
  for (const poly::Set &domain : kernel.domains)
    if (domain.involves(temp.name))
      throw UserError("kernel '" + kernel.name + "': the loop over '" +
                          domain.dims().back() + "' is bounded by '" +
                          temp.name + "', of which each iteration of '" +
                          iname + "' has a value of its own, so '" + iname +
                          "' cannot be tagged " + kernel.tagOf(iname).str(),
                      temp.range);
}

Kernel loopyc::expandInnerTemporaries(const Kernel &original) {
  Kernel kernel = original;
  std::vector<VariablePtr> temporaries = kernel.temporaries;
  PassedValues values(original);
  for (const VariablePtr &temp : temporaries) {
    // Local memory is shared, but not by iterations that each have a value of
    // their own.
    bool reused = temp->visibleAxes() < temp->axes.size();
    if (temp->space != AddressSpace::Private && !reused)
      continue;
    std::vector<std::string> common;
    bool first = true;
    for (const InstructionPtr &insn : kernel.instructions) {
      if (!uses(*insn, temp->name))
        continue;
      std::vector<std::string> own = innerInames(kernel, *insn);
      if (temp->space != AddressSpace::Private)
        keepReused(own, *insn, *temp);
      if (first)
        common = own;
      common.erase(std::remove_if(common.begin(), common.end(),
                                  [&](const std::string &iname) {
                                    return std::find(own.begin(), own.end(),
                                                     iname) == own.end();
                                  }),
                   common.end());
      first = false;
    }
    std::erase_if(common, [&](const std::string &iname) {
      return hasAxisOf(kernel, *temp, iname) || values.arePassed(*temp, iname);
    });
    if (common.empty())
      continue;
    requireNoLoopBound(kernel, *temp, common.front());
    Variable wide = *temp;
    std::vector<Expr> extra;
    for (const std::string &iname : common) {
      auto [low, high] = constantRange(kernel, iname);
      Axis axis;
      axis.extent = Expr::integer(high - low + 1);
      axis.name = iname;
      if (kernel.tagOf(iname).isVector())
        axis.tag = VectorAxis{};
      else
        axis.tag = outermostAxis(wide);
      wide.axes.push_back(axis);
      extra.push_back(Expr::var(iname) - low);
    }
    checkLayout(kernel, wide);
    kernel.setVariable(std::make_shared<const Variable>(wide));
    for (InstructionPtr &insn : kernel.instructions)
      insn = withCopies(insn, temp->name, temp->name, temp->axes.size(), extra);
  }
  return kernel;
}
