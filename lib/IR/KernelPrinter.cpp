// print(knl): the sections of the seed's printed kernel (seed 004).
#include "loopyc/IR/Images.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

static const std::string rule = std::string(75, '-') + "\n";

static std::string join(const std::vector<std::string> &parts,
                        const char *separator = ", ") {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i ? separator : "") + parts[i];
  return text;
}

// --- data

static const char *intentName(Intent intent) {
  switch (intent) {
  case Intent::Unknown:
    return "";
  case Intent::In:
    return " in";
  case Intent::Out:
    return " out";
  case Intent::InOut:
    return " inout";
  }
  return "";
}

// "N0:stride:1, N1:stride:n"; the strides are left out while the layout is
// not complete.
static std::string axisTagsStr(const Variable &var) {
  std::vector<Expr> strides(var.axes.size());
  try {
    strides = axisStrides(var);
  } catch (const UserError &) {
  }
  std::vector<std::string> parts;
  for (size_t a = 0; a < var.visibleAxes(); ++a) {
    std::string text = axisTagStr(var.axes[a].tag);
    if (strides[a] && std::holds_alternative<NestedAxis>(var.axes[a].tag))
      text += ":stride:" + strides[a].str();
    parts.push_back(text);
  }
  return join(parts);
}

// "injective, from 1, to n"
static std::string factsStr(const MapFacts &facts) {
  std::vector<std::string> parts;
  if (facts.injective)
    parts.push_back("injective");
  if (facts.strictlyIncreasing)
    parts.push_back("strictly increasing");
  else if (facts.increasing)
    parts.push_back("increasing");
  if (facts.lower)
    parts.push_back("from " + facts.lower.str());
  if (facts.upper)
    parts.push_back("to " + facts.upper.str());
  return join(parts);
}

// The first ones.
static std::string valuesStr(const Variable &table) {
  constexpr size_t most = 6;
  std::vector<std::string> parts;
  for (const Expr &value : table.map->values) {
    if (parts.size() == most) {
      parts.push_back("...");
      break;
    }
    parts.push_back(value.str());
  }
  return join(parts);
}

static std::string variableStr(const Variable &var, bool isImage = false) {
  if (var.isValue())
    return var.name + ": ValueArg, type: " + var.type.str();
  std::vector<std::string> extents, names, reused;
  bool named = false;
  for (size_t a = 0; a < var.axes.size(); ++a) {
    const Axis &axis = var.axes[a];
    if (a >= var.visibleAxes()) {
      reused.push_back(axis.name);
      continue;
    }
    extents.push_back(axis.extent ? axis.extent.str() : "?");
    names.push_back(axis.name.empty() ? "_" : axis.name);
    named = named || !axis.name.empty();
  }
  std::string text = var.name + (isImage ? ": ImageArg, type: " : ": type: ") +
                     var.type.str() + ", shape: (" + join(extents) + ")";
  if (var.visibleAxes() > 0)
    text += ", dim_tags: (" + axisTagsStr(var) + ")";
  if (named)
    text += ", dim_names: (" + join(names) + ")";
  text += intentName(var.intent);
  text += std::string(" aspace: ") + addressSpaceName(var.space);
  if (!reused.empty())
    text += ", for each of: (" + join(reused) + ")";
  if (!var.baseStorage.empty())
    text += ", base_storage: " + var.baseStorage;
  if (var.lifetimeLoops > 0)
    text += ", lifetime: one iteration of " +
            std::to_string(var.lifetimeLoops) +
            (var.lifetimeLoops == 1 ? " loop" : " loops");
  if (var.isTable())
    text += ", values: [" + valuesStr(var) + "]";
  else if (var.map)
    text += ", asserted: " + factsStr(*var.map);
  return text;
}

// --- instructions, in the loops that enclose them

namespace {

class InstructionPrinter {
public:
  void add(const Instruction &insn) {
    bool sameGuard = samePredicates(insn) && sameLoops(insn);
    if (!sameGuard) {
      closeGuard();
      enter(insn.inames);
      openGuard(insn);
    }
    Instruction bare = insn;
    bare.predicates.clear();
    line(instructionStr(bare));
  }

  std::string finish() {
    closeGuard();
    while (!open.empty())
      close();
    return std::move(text);
  }

private:
  bool sameLoops(const Instruction &insn) const {
    return insn.inames.size() == open.size() &&
           std::all_of(open.begin(), open.end(), [&](const std::string &name) {
             return insn.within(name);
           });
  }
  bool samePredicates(const Instruction &insn) const {
    return insn.predicates == guard;
  }

  // Closes what the instruction is not in, then opens what is missing.
  void enter(const std::vector<std::string> &inames) {
    auto wanted = [&](const std::string &name) {
      return std::find(inames.begin(), inames.end(), name) != inames.end();
    };
    size_t kept = 0;
    while (kept < open.size() && wanted(open[kept]))
      ++kept;
    while (open.size() > kept)
      close();
    for (const std::string &iname : inames)
      if (std::find(open.begin(), open.end(), iname) == open.end()) {
        line("for " + iname);
        open.push_back(iname);
      }
  }
  void close() {
    std::string iname = open.back();
    open.pop_back();
    line("end " + iname);
  }
  void openGuard(const Instruction &insn) {
    guard = insn.predicates;
    if (guard.empty())
      return;
    std::vector<std::string> parts;
    for (const Predicate &predicate : guard) {
      std::string part = predicate.str();
      parts.push_back(guard.size() > 1 ? "(" + part + ")" : part);
    }
    line("if " + join(parts, " and "));
  }
  void closeGuard() {
    if (guard.empty())
      return;
    guard.clear();
    line("end if");
  }
  void line(const std::string &content) {
    bool inGuard = !guard.empty() && content.rfind("if ", 0) != 0;
    text += std::string(2 * (open.size() + (inGuard ? 1 : 0)), ' ');
    text += content + "\n";
  }

  std::string text;
  std::vector<std::string> open;
  std::vector<Predicate> guard;
};

} // namespace

// Without the subscripts of reused axes.
static Expr visible(const Kernel &kernel, const Expr &e) {
  return rewrite(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    VariablePtr var = array ? kernel.findVariable(array->name) : nullptr;
    if (!var || var->visibleAxes() == var->axes.size())
      return node;
    if (var->visibleAxes() == 0)
      return Expr::var(array->name, node.type());
    std::vector<Expr> shown = array->subscripts;
    shown.resize(var->visibleAxes());
    return Expr::array(array->name, std::move(shown), node.type());
  });
}

static bool hasReusedAxes(const Kernel &kernel) {
  return std::any_of(kernel.temporaries.begin(), kernel.temporaries.end(),
                     [](const VariablePtr &var) {
                       return var->visibleAxes() < var->axes.size();
                     });
}

static std::string instructionsStr(const Kernel &kernel) {
  InstructionPrinter printer;
  bool reused = hasReusedAxes(kernel);
  for (const InstructionPtr &insn : kernel.instructions)
    printer.add(reused ? *mapExprs(insn, [&](const Expr &e) {
      return visible(kernel, e);
    }) : *insn);
  return printer.finish();
}

// --- the rest

static std::string tagsStr(const Kernel &kernel) {
  std::vector<std::string> inames = kernel.inames();
  std::sort(inames.begin(), inames.end());
  std::string text;
  for (const std::string &iname : inames) {
    text += iname + ": " + kernel.tagOf(iname).str();
    if (auto slab = kernel.slabs.find(iname); slab != kernel.slabs.end())
      text += ", slabs: (" + std::to_string(slab->second.before) + ", " +
              std::to_string(slab->second.after) + ")";
    text += "\n";
  }
  return text;
}

static std::string rulesStr(const Kernel &kernel) {
  std::string text;
  for (const SubstitutionRule &rule : kernel.rules) {
    text += rule.name;
    if (!rule.parameters.empty())
      text += "(" + join(rule.parameters) + ")";
    text += " := " + visible(kernel, rule.value).str() + "\n";
  }
  return text;
}

static std::string prioritiesStr(const Kernel &kernel) {
  std::string text;
  for (const auto &list : kernel.loopPriority)
    text += join(list) + "\n";
  return text;
}

static std::string variablesStr(const std::vector<VariablePtr> &variables,
                                const std::set<std::string> &images = {}) {
  std::string text;
  for (const VariablePtr &var : variables)
    text += variableStr(*var, images.count(var->name) > 0) + "\n";
  return text;
}

static std::string domainsStr(const Kernel &kernel) {
  std::string text;
  for (const poly::Set &domain : kernel.domains)
    text += domain.str() + "\n";
  return text;
}

static std::string fixedStr(const Kernel &kernel) {
  std::string text;
  for (const auto &[name, value] : kernel.fixedParameters)
    text += name + " = " + value.str() + "\n";
  return text;
}

std::string loopyc::kernelStr(const Kernel &kernel,
                              const std::string &dependencies) {
  std::string text = rule + "KERNEL: " + kernel.name + "\n";
  auto section = [&](const char *title, const std::string &content) {
    if (content.empty())
      return;
    text += rule + title + ":\n" + content;
    if (content.back() != '\n')
      text += "\n";
  };
  section("ARGUMENTS", variablesStr(kernel.arguments, images(kernel)));
  section("FIXED PARAMETERS", fixedStr(kernel));
  section("TEMPORARIES", variablesStr(kernel.temporaries));
  section("DOMAINS", domainsStr(kernel));
  if (!kernel.assumptions.isUniverse())
    section("ASSUMPTIONS", kernel.assumptions.str());
  section("INAME IMPLEMENTATION TAGS", tagsStr(kernel));
  section("LOOP PRIORITIES", prioritiesStr(kernel));
  section("SUBSTITUTION RULES", rulesStr(kernel));
  section("INSTRUCTIONS", instructionsStr(kernel));
  section("DEPENDENCIES", dependencies);
  return text + rule;
}
