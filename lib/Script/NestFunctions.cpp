// Each loop opens once, around all instructions in it:
//
//   a: {i, j}   b: {i}   c: {j}     neither loop can be around the other:
//                                   duplicate i in b, or j in c, say
#include "NestFunctions.h"

#include "KernelClass.h"
#include "Recipe.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/FusionCandidates.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::script;

namespace {

using Inames = std::set<std::string>;
// Loops that an instruction is in, or that one of its reductions becomes.
struct Item {
  std::string id;
  Inames inames;
};
using Items = std::vector<Item>;

void addReductions(const std::string &id, const Expr &e, const Inames &around,
                   Items &items) {
  Inames inside = around;
  if (const auto *reduction = e.getIf<Reduction>()) {
    inside.insert(reduction->inames.begin(), reduction->inames.end());
    items.push_back({id, inside});
  }
  for (const Expr &operand : operands(e))
    addReductions(id, operand, inside, items);
}

Items itemsOf(const Kernel &kernel) {
  Items items;
  for (const InstructionPtr &insn : expandRules(kernel).instructions) {
    Inames own(insn->inames.begin(), insn->inames.end());
    items.push_back({insn->id, own});
    for (const Expr &e : insn->reads())
      addReductions(insn->id, e, own, items);
  }
  return items;
}

Inames common(const Items &items) {
  Inames shared = items.front().inames;
  for (const Item &item : items)
    std::erase_if(shared, [&](const std::string &iname) {
      return !item.inames.count(iname);
    });
  return shared;
}

bool shareLoops(const Item &a, const Item &b) {
  return std::any_of(
      a.inames.begin(), a.inames.end(),
      [&](const std::string &iname) { return b.inames.count(iname) > 0; });
}

// Those that share loops, directly or through others; without loops, nothing.
std::vector<Items> groupsOf(Items items) {
  std::vector<Items> groups;
  std::erase_if(items, [](const Item &item) { return item.inames.empty(); });
  while (!items.empty()) {
    Items group{items.back()};
    items.pop_back();
    for (size_t next = 0; next < group.size(); ++next) {
      auto rest = std::stable_partition(
          items.begin(), items.end(),
          [&](const Item &item) { return !shareLoops(group[next], item); });
      group.insert(group.end(), rest, items.end());
      items.erase(rest, items.end());
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

// Groups in which no loop is around all that they have in common.
void findStuck(Items items, std::vector<Items> &stuck) {
  for (Items &group : groupsOf(std::move(items))) {
    Inames outer = common(group);
    if (outer.empty()) {
      stuck.push_back(group);
      continue;
    }
    for (Item &item : group)
      for (const std::string &iname : outer)
        item.inames.erase(iname);
    findStuck(std::move(group), stuck);
  }
}

bool isNestable(const Items &items) {
  std::vector<Items> stuck;
  findStuck(items, stuck);
  return stuck.empty();
}

// (iname, instructions) that would make the group a nest; if one duplication
// does not, all that there are.
void addOptions(const Items &group, py::list &options) {
  std::set<std::pair<std::string, std::set<std::string>>> all, enough;
  for (const Item &like : group)
    for (const std::string &iname : like.inames) {
      std::set<std::string> ids;
      for (const Item &item : group)
        if (item.inames == like.inames)
          ids.insert(item.id);
      Items changed = group;
      bool isWhole = true; // then it is a renaming
      for (Item &item : changed)
        if (ids.count(item.id) && item.inames.erase(iname))
          item.inames.insert(iname + "'");
        else
          isWhole = isWhole && !item.inames.count(iname);
      if (isWhole)
        continue;
      all.emplace(iname, ids);
      if (isNestable(changed))
        enough.emplace(iname, ids);
    }
  for (const auto &[iname, ids] : enough.empty() ? all : enough) {
    std::string within;
    for (const std::string &id : ids)
      within += (within.empty() ? "id:" : " or id:") + id;
    options.append(py::make_tuple(iname, within));
  }
}

Kernel kernelOf(const Arguments &args) {
  if (const OpenHandle *open = asOpen(args["kernel"]))
    refuseOpen(*open);
  auto kernels = kernelsOf(args["kernel"]);
  if (!kernels || kernels->size() != 1)
    args.wrongType("kernel", "a kernel, or a translation unit of one");
  return *kernels->front();
}

Items itemsOf(const Arguments &args) { return itemsOf(kernelOf(args)); }

const Parameter oneKernel = {"kernel", nullptr, "a kernel"};

} // namespace

Function script::nestableFunction() {
  return {"has_schedulable_iname_nesting",
          {},
          "Can each loop open once, around all instructions that are in it, "
          "those of reductions included? Dependences are not looked at.",
          {oneKernel},
          "",
          "",
          ObjectFunction([](const Arguments &args) -> py::object {
            return py::bool_(isNestable(itemsOf(args)));
          })};
}

Function script::duplicationFunction() {
  return {"get_iname_duplication_options",
          {},
          "Where loops cannot be nested, pairs (iname, within) for "
          "duplicate_inames: those of which one is enough, if there are such; "
          "else any, after which others are left. Nothing where they can.\n\n"
          "    for iname, within in lp.get_iname_duplication_options(knl):\n"
          "        knl = lp.duplicate_inames(knl, iname, within)\n"
          "        break",
          {oneKernel},
          "",
          "",
          ObjectFunction([](const Arguments &args) -> py::object {
            std::vector<Items> stuck;
            findStuck(itemsOf(args), stuck);
            py::list options;
            for (const Items &group : stuck)
              addOptions(group, options);
            return py::iter(options);
          })};
}

// Names as the kernel has none: ifused, ifused_0, ...
static py::dict named(const std::vector<std::vector<std::string>> &groups,
                      const Kernel &kernel, const std::string &prefix) {
  py::dict result;
  int count = 0;
  for (const std::vector<std::string> &group : groups) {
    std::string made = prefix;
    while (kernel.isNameTaken(made) || result.contains(made))
      made = prefix + "_" + std::to_string(count++);
    py::set inames;
    for (const std::string &iname : group)
      inames.add(iname);
    result[py::str(made)] = py::frozenset(inames);
  }
  return result;
}

Function script::fusionFunction() {
  return {"get_kennedy_unweighted_fusion_candidates",
          {},
          "Which of these loops may become one: a dictionary for "
          "rename_inames_in_batch, from new names to sets of inames. Those "
          "of one set are in the same loops, and have one range and one tag; "
          "dependences let them run in one loop, and nothing else between "
          "them.\n\n"
          "    groups = lp.get_kennedy_unweighted_fusion_candidates(knl, "
          "[\"i_0\", \"i_1\"])\n"
          "    knl = lp.rename_inames_in_batch(knl, groups)",
          {oneKernel,
           {"candidates", nullptr, "the inames", Names::SomeInames},
           {"prefix", "\"ifused\"", "of the new names"}},
          "an iname is over no instruction; one may be nested in another.",
          "Loo.py's function of this name",
          ObjectFunction([](const Arguments &args) -> py::object {
            const Kernel kernel = kernelOf(args);
            return named(fusionCandidates(kernel, args.names("candidates")),
                         kernel, args.str("prefix"));
          })};
}
