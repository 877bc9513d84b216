#include "Coverage.h"

#include "Writers.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::check;

// More are too many to choose from.
static constexpr size_t maxArguments = 4;

// A name, and those of components behind it: g%mask(i)
using Path = std::vector<std::string>;

static std::vector<Path> pathsOf(const std::string &code) {
  std::vector<Path> paths;
  std::vector<size_t> open(1, 0); // in each bracket, the path that stands last
  bool isComponent = false;
  for (size_t at = 0; at < code.size();) {
    if (!isNamePart(code[at])) {
      if (code[at] == '(')
        open.push_back(paths.size());
      else if (code[at] == ')' && open.size() > 1)
        open.pop_back();
      isComponent = code[at] == '%' || (isComponent && code[at] == ' ');
      ++at;
      continue;
    }
    size_t begin = at;
    while (at < code.size() && isNamePart(code[at]))
      ++at;
    if (std::isdigit(static_cast<unsigned char>(code[begin])))
      continue;
    std::string name = code.substr(begin, at - begin);
    if (isComponent && open.back() < paths.size()) {
      paths[open.back()].push_back(name);
    } else {
      open.back() = paths.size();
      paths.push_back({name});
    }
    isComponent = false;
  }
  return paths;
}

// The names of plain variables, and what the kernel calls components.
static std::vector<std::string> namesOf(const std::string &code,
                                        const Kernel &kernel) {
  std::vector<std::string> names;
  for (const Path &path : pathsOf(code)) {
    if (path.size() == 1)
      names.push_back(path.front());
    for (const Origin &origin : kernel.origins)
      for (const HiddenArgument &hidden : origin.hidden) {
        const Path &other = hidden.value.path;
        if (path.size() == 1 || hidden.value.isBound() ||
            !std::equal(path.begin(), path.end(), other.begin(), other.end(),
                        equalButForCase))
          continue;
        auto renamed = origin.renamed.find(hidden.variable->name);
        names.push_back(renamed == origin.renamed.end()
                            ? hidden.variable->name
                            : renamed->second);
      }
  }
  return names;
}

// Arguments among the names, or what the kernel's own variables of these names
// are computed from; in the order of the arguments.
static std::vector<const Object *>
argumentsOf(const std::vector<std::string> &names, const Kernel &kernel,
            const KernelObjects &objects) {
  NameSet written; // in any case of letters
  for (const std::string &name : names)
    written.insert(lowerCase(name));
  NameSet used;
  for (const auto *variables : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &variable : *variables)
      if (written.count(lowerCase(variable->name)))
        used.insert(variable->name);
  for (const Object &object : objects.objects)
    if (written.count(lowerCase(object.name)))
      used.insert(object.name);
  // What it holds before matters if anything does.
  auto isGiven = [&](const Object *argument) {
    return argument && (!argument->output || argument->init);
  };
  NameSet found =
      Writers(kernel).sources(used, Flow::Values, [&](const std::string &name) {
        return !isGiven(objects.find(name));
      });
  std::vector<const Object *> result;
  for (const Object &object : objects.objects)
    if (found.count(object.name) && isGiven(&object))
      result.push_back(&object);
  return result;
}

// `present(b)` asks whether b is there, not what it holds.
static void askPresence(const std::string &code, const KernelObjects &objects,
                        std::vector<const Object *> &arguments) {
  for (const Object *&argument : arguments) {
    const llvm::Regex asked("present *[(] *" + argument->name + " *[)]",
                            llvm::Regex::IgnoreCase);
    if (const Object *presence = objects.find(argument->presence);
        presence && asked.match(code))
      argument = presence;
  }
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

static const char *nameOf(SourceCondition::Kind kind) {
  switch (kind) {
  case SourceCondition::Kind::Condition:
    return "condition";
  case SourceCondition::Kind::Mask:
    return "mask";
  case SourceCondition::Kind::Case:
    return "case";
  }
  llvm_unreachable("covered switch");
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
    auto arguments =
        argumentsOf(namesOf(condition.code, kernel), kernel, objects);
    askPresence(condition.code, objects, arguments);
    if (arguments.size() > maxArguments)
      arguments.clear();
    warn("branches",
         "no run of --check takes all branches of '" + kernel.name +
             "': this " + nameOf(condition.kind) + " is never " + missed.what +
             "; choose inputs with " + remedy(arguments),
         range);
  }
}
