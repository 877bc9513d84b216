#include "Coverage.h"

#include "Writers.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
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

// A question of the original that --check always answers in the same way.
static bool isAlwaysTold(const HiddenArgument &hidden) {
  return hidden.value.kind == HostValue::Kind::IsPresent &&
         (hidden.value.path.size() > 1 || !hidden.value.nameInModule.empty());
}

static std::string nameInKernel(const Origin &origin,
                                const HiddenArgument &hidden) {
  return kernelName(origin, hidden.variable->name);
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
            isAlwaysTold(hidden) ||
            !std::equal(path.begin(), path.end(), other.begin(), other.end(),
                        equalButForCase))
          continue;
        names.push_back(nameInKernel(origin, hidden));
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

static std::string joined(const Path &path) {
  std::string text;
  for (const std::string &part : path)
    text += (text.empty() ? "" : "%") + part;
  return text;
}

// The kernel's names of a variable, or component, of the source.
static NameSet namesOfPath(const std::string &path, const Origin &origin) {
  NameSet names = {path};
  for (const HiddenArgument &hidden : origin.hidden)
    if (hidden.value.kind == HostValue::Kind::Variable &&
        equalButForCase(joined(hidden.value.path), path))
      names.insert(nameInKernel(origin, hidden));
  return names;
}

static bool isAsked(const HostValue &value, const std::string &code) {
  if (value.kind != HostValue::Kind::IsPresent)
    return false;
  std::string path;
  for (const std::string &part : value.path)
    path += (path.empty() ? "" : " *% *") + llvm::Regex::escape(part);
  return llvm::Regex("(allocated|associated) *[(] *" + path + " *[,)]",
                     llvm::Regex::IgnoreCase)
      .match(code);
}

// `allocated(w)` asks whether w is there, too, as the host says it. Returns
// what --check answers to that of what it always makes.
static std::string askStatus(const std::string &code, const Kernel &kernel,
                             const KernelObjects &objects,
                             std::vector<const Object *> &arguments) {
  std::string told;
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden) {
      const HostValue &value = hidden.value;
      if (!isAsked(value, code))
        continue;
      const Object *asked = objects.find(nameInKernel(origin, hidden));
      const NameSet pointers = namesOfPath(joined(value.path), origin),
                    targets = namesOfPath(value.nameInModule, origin);
      llvm::erase_if(arguments, [&](const Object *argument) {
        return argument == asked || pointers.count(argument->name) ||
               targets.count(argument->name);
      });
      if (isAlwaysTold(hidden))
        told = value.nameInModule.empty()
                   ? "all components allocated, and pointers associated"
                   : "arrays that are apart";
      else if (asked)
        arguments.push_back(asked);
    }
  return told;
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
    const std::string told =
        askStatus(condition.code, kernel, objects, arguments);
    if (arguments.size() > maxArguments)
      arguments.clear();
    warn("branches",
         "no run of --check takes all branches of '" + kernel.name +
             "': this " + nameOf(condition.kind) + " is never " + missed.what +
             (arguments.empty() && !told.empty()
                  ? "; --check calls the original with " + told
                  : "; choose inputs with " + remedy(arguments)),
         range);
  }
}
