#include "Coverage.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>
#include <set>

using namespace loopyc;
using namespace loopyc::check;

// More are too many to choose from.
static constexpr size_t maxArguments = 4;

static std::vector<std::string> namesIn(const std::string &code) {
  std::vector<std::string> names;
  std::string name;
  char before = 0;
  for (char c : code + " ") {
    bool isPart = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (isPart &&
        (!name.empty() || !std::isdigit(static_cast<unsigned char>(c)))) {
      name += c;
      continue;
    }
    if (!name.empty() && before != '%')
      names.push_back(name);
    if (c != ' ')
      before = c;
    name.clear();
  }
  return names;
}

// Arguments among the names, or what the kernel's own variables of these names
// are computed from; in the order of the arguments.
static std::vector<const Object *> argumentsOf(std::vector<std::string> names,
                                               const Kernel &kernel,
                                               const KernelObjects &objects) {
  std::set<std::string> seen, found;
  while (!names.empty()) {
    std::string name = lowerCase(names.back());
    names.pop_back();
    if (!seen.insert(name).second)
      continue;
    auto is = [&](const std::string &other) {
      return lowerCase(other) == name;
    };
    const Object *argument = nullptr;
    for (const Object &object : objects.objects)
      if (is(object.name))
        argument = &object;
    // What it holds before matters if anything does.
    if (argument && (!argument->output || argument->init)) {
      found.insert(argument->name);
      continue;
    }
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &assigned : insn->assigneeNames())
        if (is(assigned)) {
          std::set<std::string> used;
          for (const Expr &value : insn->values())
            collectNames(value, used, used);
          names.insert(names.end(), used.begin(), used.end());
        }
  }
  std::vector<const Object *> result;
  for (const Object &object : objects.objects)
    if (found.count(object.name))
      result.push_back(&object);
  return result;
}

// "--param n=VALUE or --init x=EXPR"
static std::string remedy(const std::vector<const Object *> &arguments) {
  std::string text;
  for (const Object *argument : arguments) {
    bool isScalar = !argument->isArray();
    text += (text.empty() ? "" : " or ") +
            std::string(isScalar ? "--param " : "--init ") + argument->name +
            (isScalar ? "=VALUE" : "=EXPR");
  }
  return text.empty() ? "--param or --init" : text;
}

void check::warnOfBranches(const BranchReport &report,
                           const std::vector<SourceCondition> &conditions,
                           const Kernel &kernel, const KernelObjects &objects) {
  for (const BranchReport::Missed &missed : report.missed) {
    if (missed.condition >= conditions.size())
      continue;
    const SourceCondition &condition = conditions[missed.condition];
    SourceRange range;
    if (!kernel.origins.empty())
      range.file = kernel.origins.front().range.file;
    range.line = range.endLine = condition.line;
    range.column = range.endColumn = condition.column;
    auto arguments = argumentsOf(namesIn(condition.code), kernel, objects);
    if (arguments.size() > maxArguments)
      arguments.clear();
    warn("branches",
         "no run of --check takes all branches of '" + kernel.name +
             "': this condition is never " + missed.what +
             "; choose inputs with " + remedy(arguments),
         range);
  }
}
