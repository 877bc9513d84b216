#include "BufferPlan.h"

#include "Elements.h"
#include "InameMap.h"
#include "Names.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "Variables.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;

static const char *const bufferArrayName = "buffer_array";

void BufferPlan::refuse(const std::string &what,
                        const SourceRange &range) const {
  throw UserError(phrase + ": " + what, range);
}

const Instruction &BufferPlan::firstUser() const {
  for (const BufferedReference &reference : references)
    if (reference.chosen)
      return *kernel.instructions[reference.insn];
  throw InternalError(phrase + ": nothing uses the buffer");
}

std::vector<int> BufferPlan::users() const {
  std::vector<int> list;
  forChosen([&](const BufferedReference &reference, const Instruction &) {
    if (list.empty() || list.back() != reference.insn)
      list.push_back(reference.insn);
  });
  return list;
}

std::string BufferPlan::axisName(size_t a) const {
  return var->axes[a].name.empty() ? std::to_string(a) : var->axes[a].name;
}

std::vector<Expr>
BufferPlan::placesOf(const std::vector<Expr> &subscripts) const {
  std::vector<Expr> places;
  for (size_t b = 0; b < axes.size(); ++b)
    places.push_back(footprint->shifted(b, subscripts[axes[b]]));
  return places;
}

Expr BufferPlan::bufferAt(std::vector<Expr> subscripts) const {
  for (const std::string &iname : outer)
    subscripts.push_back(Expr::var(iname));
  return subscripts.empty()
             ? Expr::var(buffer->name, buffer->type)
             : Expr::array(buffer->name, std::move(subscripts), buffer->type);
}

Expr BufferPlan::elementAt(const std::vector<std::string> &inames) const {
  if (var->axes.empty())
    return Expr::var(var->name, var->type);
  std::vector<Expr> subscripts = indices;
  for (size_t b = 0; b < axes.size(); ++b)
    subscripts[axes[b]] = typedNames(
        kernel, fold(Expr::var(inames[b]) + footprint->axes()[b].base));
  return Expr::array(var->name, std::move(subscripts), var->type);
}

namespace {

class BufferPlanner {
public:
  explicit BufferPlanner(BufferPlan &plan)
      : plan(plan), kernel(plan.kernel), var(plan.var), options(plan.options),
        references(plan.references), outer(plan.outer), indices(plan.indices),
        axes(plan.axes), footprint(plan.footprint) {
    indices.resize(var->axes.size());
  }

  void run() {
    if (var->isValue())
      refuse("it is a scalar passed by value");
    collectReferences();
    chooseOuterInames();
    chooseAxes();
    measure();
    chooseBuffer();
  }

private:
  [[noreturn]] void refuse(const std::string &what) const { plan.refuse(what); }

  bool isChosen(int i) const {
    return !options.within || options.within(kernel, *kernel.instructions[i]);
  }

  void collectReferences() {
    RuleExpander expand(kernel);
    for (size_t i = 0; i < kernel.instructions.size(); ++i) {
      InstructionPtr insn = expand(kernel.instructions[i]);
      auto reads = [&](const Expr &e) {
        note(e, static_cast<int>(i), false);
        return e;
      };
      rewriteReads(insn, reads);
      std::vector<Expr> assignees = insn->assignees();
      std::vector<std::string> assigned = insn->assigneeNames();
      for (size_t a = 0; a < assignees.size(); ++a)
        if (assigned[a] == var->name)
          add(assignees[a], static_cast<int>(i), true);
    }
    bool any = false;
    for (const BufferedReference &reference : references) {
      any = any || reference.chosen;
      plan.anyWrite = plan.anyWrite || (reference.chosen && reference.write);
    }
    if (!any)
      refuse("no instruction that is meant uses it");
  }

  void note(const Expr &e, int insn, bool write) {
    walk(e, [&](const Expr &node) {
      const auto *scalar = node.getIf<VarRef>();
      const auto *array = node.getIf<ArrayRef>();
      if ((scalar && scalar->name == var->name) ||
          (array && array->name == var->name))
        add(node, insn, write);
      return true;
    });
  }

  void add(const Expr &reference, int insn, bool write) {
    references.push_back({insn, write, isChosen(insn), operands(reference)});
  }

  // The loops that all references are within, but for the buffer's.
  void chooseOuterInames() {
    std::vector<std::string> swept;
    for (const std::string &iname : options.bufferInames)
      swept.push_back(resolveIname(kernel, iname, bufferArrayName));
    bool first = true;
    plan.forChosen([&](const BufferedReference &, const Instruction &insn) {
      if (first)
        outer = insn.inames;
      first = false;
      outer.erase(std::remove_if(outer.begin(), outer.end(),
                                 [&](const std::string &iname) {
                                   return !insn.within(iname) ||
                                          llvm::is_contained(swept, iname);
                                 }),
                  outer.end());
    });
  }

  // Axes with one index for each iteration of the outer loops need no axis in
  // the buffer.
  void chooseAxes() {
    for (size_t a = 0; a < var->axes.size(); ++a) {
      bool same = true;
      plan.forChosen(
          [&](const BufferedReference &reference, const Instruction &) {
            const Expr &index = reference.subscripts[a];
            same = same && isOuter(index) &&
                   (!indices[a] || fold(index) == indices[a]);
            indices[a] = fold(index);
          });
      if (!same) {
        indices[a] = Expr();
        axes.push_back(a);
      }
    }
  }

  bool isOuter(const Expr &e) const {
    std::set<std::string> names, arrays;
    collectNames(e, names, arrays);
    return arrays.empty() &&
           std::all_of(names.begin(), names.end(), [&](const std::string &n) {
             return !kernel.hasIname(n) || llvm::is_contained(outer, n);
           });
  }

  void measure() {
    std::vector<std::string> inames;
    for (size_t a : axes)
      inames.push_back(
          kernel.freshName(var->name + "_init_" + plan.axisName(a)));
    footprint.emplace(kernel, outer, inames, plan.phrase);
    for (size_t b = 0; b < axes.size(); ++b)
      footprint->clip(b, var->axes[axes[b]].extent);
    keepElements();
    InstanceSets instances(kernel);
    plan.forChosen(
        [&](const BufferedReference &reference, const Instruction &insn) {
          Touch touch;
          touch.instances = instances.of(reference.insn);
          touch.range = insn.range;
          touch.isGuarded = !insn.predicates.empty();
          for (size_t a : axes)
            touch.indices.push_back(reference.subscripts[a]);
          footprint->add(touch);
        });
    footprint->finish(options.shape);
  }

  void keepElements() {
    Names names;
    for (size_t a = 0; a < var->axes.size(); ++a)
      names.push_back(auxiliaryName("a" + std::to_string(a)));
    auto elements = elementsOf(*var, names);
    if (!elements)
      return;
    for (size_t a = 0; a < names.size(); ++a)
      if (indices[a])
        elements = restricted(*elements, names[a], indices[a]);
    for (size_t b = 0; b < axes.size(); ++b)
      elements = elements->rename({{names[axes[b]], Footprint::indexName(b)}});
    footprint->keep(*elements);
  }

  void chooseBuffer() {
    auto made = std::make_shared<Variable>();
    if (!options.temporaryName.empty())
      requireIdentifier(options.temporaryName, plan.phrase);
    if (!options.temporaryName.empty() &&
        kernel.isNameTaken(options.temporaryName))
      refuse("'" + options.temporaryName + "' is already a name in kernel '" +
             kernel.name + "'; choose another for the temporary");
    made->name = options.temporaryName.empty()
                     ? kernel.freshName(var->name + "_buf")
                     : options.temporaryName;
    made->type = var->type;
    made->space = options.space;
    made->range = var->range;
    for (size_t b = 0; b < axes.size(); ++b)
      made->axes.push_back({typedNames(kernel, footprint->axes()[b].extent),
                            NestedAxis{static_cast<int>(b)},
                            var->axes[axes[b]].name});
    for (const std::string &iname : outer)
      made->axes.push_back({Expr(), ReusedAxis{}, iname});
    plan.buffer = made;
  }

  BufferPlan &plan;
  const Kernel &kernel;
  const VariablePtr &var;
  const BufferOptions &options;
  std::vector<BufferedReference> &references;
  std::vector<std::string> &outer;
  std::vector<Expr> &indices;
  std::vector<size_t> &axes;
  std::optional<Footprint> &footprint;
};

} // namespace

BufferPlan loopyc::planBuffer(const Kernel &kernel, const std::string &array,
                              const BufferOptions &options) {
  VariablePtr var = resolveVariable(kernel, array, bufferArrayName);
  BufferPlan plan{kernel, var, options, BufferExpressions(var->type, options),
                  std::string(bufferArrayName) + " of '" + var->name + "'"};
  BufferPlanner(plan).run();
  return plan;
}
