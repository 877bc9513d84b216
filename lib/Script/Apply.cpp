#include "Apply.h"

#include "Function.h"
#include "KernelClass.h"
#include "MatchHints.h"
#include "Recipe.h"
#include "Session.h"

#include "loopyc/KernelLanguage/Errors.h"
#include "loopyc/KernelLanguage/Types.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Transform/History.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

Kernel script::recorded(const Kernel &before, Kernel after,
                        const Arguments &args, Remarks remarks) {
  const Session &session = Session::current();
  HistoryEntry entry;
  entry.transformation = args.function().name;
  entry.arguments = args.text(1);
  entry.scriptRange = session.here();
  entry.remarks = std::move(remarks);
  Kernel result = loopyc::recorded(before, std::move(after), std::move(entry));
  session.host().transformed(args.function().name, before, result);
  return result;
}

// "split_iname: no such iname" -> "split_iname: kernel 'k': no such iname"
static UserError namingKernel(const UserError &error, const char *function,
                              const std::string &kernel) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  std::string &message = diagnostics.front().message;
  std::string quoted = "'" + kernel + "'";
  if (message.find(quoted) != std::string::npos)
    return error;
  std::string prefix = std::string(function) + ": ";
  if (llvm::StringRef(message).starts_with(prefix))
    message.erase(0, prefix.size());
  message = prefix + "kernel " + quoted + ": " + message;
  return UserError(std::move(diagnostics));
}

static Kernel applyToKernel(const Arguments &args, const Kernel &kernel) {
  auto call = std::get<KernelFunction>(args.function().call);
  Remarks remarks;
  auto transformed = [&] {
    Kernel after = call(kernel, args, remarks);
    return recorded(kernel, std::move(after), args, std::move(remarks));
  };
  try {
    return poly::bounded(args.function().name, {}, transformed);
  } catch (const language::KindError &error) {
    throw language::KindError(
        namingKernel(error, args.function().name, kernel.name), error.kind);
  } catch (const UserError &error) {
    throw namingKernel(error, args.function().name, kernel.name);
  }
}

// --- which kernels of a unit are meant

static const char *keyOf(const Parameter &parameter) {
  llvm::StringRef name = parameter.name;
  return parameter.name + name.find_first_not_of('*');
}

static bool hasIname(const Kernel &kernel, const std::string &glob) {
  std::vector<std::string> inames = kernel.inames();
  return std::any_of(inames.begin(), inames.end(), [&](const std::string &own) {
    return globMatches(glob, own);
  });
}

static bool hasVariable(const Kernel &kernel, const std::string &name) {
  auto named = [&](const VariablePtr &var) {
    return globMatches(name, var->name);
  };
  return std::any_of(kernel.arguments.begin(), kernel.arguments.end(), named) ||
         std::any_of(kernel.temporaries.begin(), kernel.temporaries.end(),
                     named);
}

static bool hasInstruction(const Kernel &kernel,
                           const InstructionFilter &filter) {
  return !filter ||
         std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return filter(kernel, *insn);
                     });
}

using HasName = bool (*)(const Kernel &, const std::string &);

static bool hasRule(const Kernel &kernel, const std::string &name) {
  return kernel.findRule(name) != nullptr;
}

static HasName lookupFor(Names names) {
  if (names == Names::Rule)
    return hasRule;
  return names == Names::Iname || names == Names::SomeInames ? hasIname
                                                             : hasVariable;
}

// Does the kernel have what the argument names?
static bool hasNamed(const Kernel &kernel, const Parameter &parameter,
                     const Arguments &args) {
  if (parameter.names == Names::Nothing)
    return true;
  const char *key = keyOf(parameter);
  if (parameter.names == Names::Instruction)
    return hasInstruction(kernel, args.filter(key));
  if (parameter.names == Names::InstructionIds)
    return hasInstruction(kernel, args.filterOrIds(key));
  std::vector<std::string> names = namesIn(args[key]);
  HasName has = lookupFor(parameter.names);
  auto known = [&](const std::string &name) { return has(kernel, name); };
  bool some = parameter.names == Names::SomeInames ||
              parameter.names == Names::SomeVariables;
  return names.empty() ||
         (some ? std::any_of(names.begin(), names.end(), known)
               : std::all_of(names.begin(), names.end(), known));
}

static bool isMeant(const Kernel &kernel, const Arguments &args) {
  for (const Parameter &parameter : args.function().parameters)
    if (!hasNamed(kernel, parameter, args))
      return false;
  return true;
}

// Is every name of every Some... argument one of some kernel?
static bool allKnown(const UnitHandle &unit, const Arguments &args) {
  for (const Parameter &parameter : args.function().parameters) {
    if (parameter.names != Names::SomeInames &&
        parameter.names != Names::SomeVariables)
      continue;
    HasName has = lookupFor(parameter.names);
    for (const std::string &name : namesIn(args[keyOf(parameter)]))
      if (std::none_of(unit.kernels.begin(), unit.kernels.end(),
                       [&](const auto &kernel) { return has(*kernel, name); }))
        return false;
  }
  return true;
}

// A query that selects nothing would silently do nothing.
static void requireInstructions(const Kernel &kernel, const Arguments &args) {
  for (const Parameter &parameter : args.function().parameters) {
    bool isQuery = parameter.names == Names::Instruction;
    if ((!isQuery && parameter.names != Names::InstructionIds) ||
        hasNamed(kernel, parameter, args))
      continue;
    std::string text = shortReprOf(args[parameter.name]), hint;
    if (isQuery) {
      StackMatch query = args.match(parameter.name);
      text = "'" + query.str() + "'";
      hint = hintFor(query, kernel);
    }
    throw UserError(
        std::string(args.function().name) + ": " + parameter.name + " " + text +
        " matches no instruction of kernel '" + kernel.name + "'" +
        (hint.empty() ? "; print the kernel to see ids and tags" : hint));
  }
}

static py::object applyToUnit(Arguments &args, UnitHandle unit) {
  if (unit.kernels.empty())
    throw UserError(std::string(args.function().name) +
                    ": the translation unit has no kernels");
  std::vector<bool> meant;
  for (const auto &kernel : unit.kernels)
    meant.push_back(isMeant(*kernel, args));
  // Nothing fits: the first kernel's error says what is unknown.
  if (std::find(meant.begin(), meant.end(), true) == meant.end())
    meant.front() = true;
  args.setAmongOthers(unit.kernels.size() > 1 && allKnown(unit, args));
  for (size_t i = 0; i < unit.kernels.size(); ++i)
    if (meant[i]) {
      requireInstructions(*unit.kernels[i], args);
      unit.kernels[i] =
          std::make_shared<const Kernel>(applyToKernel(args, *unit.kernels[i]));
    }
  return toPython(std::move(unit));
}

// --- what a kernel was made from

static bool givesTypes(const Function &fn) {
  llvm::StringRef name = fn.name;
  return name == "add_dtypes" || name == "infer_unknown_types";
}

// Types of arguments are kept for what the kernel becomes a part of.
static std::shared_ptr<const KernelRecipe>
recipeAfter(const KernelHandle &before, const Kernel &after,
            const Function &fn) {
  if (!before.made)
    return nullptr;
  auto recipe = std::make_shared<KernelRecipe>(*before.made);
  if (!givesTypes(fn))
    recipe->isTransformed = true;
  else
    for (const VariablePtr &now : after.arguments) {
      VariablePtr then = before.kernel->findVariable(now->name);
      if (then && then->type != now->type)
        recipe->source.types[now->name] = now->type;
    }
  return recipe;
}

static py::object applyToOpen(const Arguments &args, const OpenHandle &open) {
  if (args.function().name != std::string("add_dtypes"))
    refuseOpen(open);
  KernelRecipe recipe = *open.made;
  for (const auto &[name, type] : typesIn(args, "dtype_dict"))
    recipe.source.types[name] = type;
  return made(std::move(recipe));
}

// What is filled with literals, without a declaration, has its type from whoever
// gives one.
static Kernel withTypesToGive(const KernelHandle &handle,
                              const Arguments &args) {
  if (!handle.made || args.function().name != std::string("add_dtypes"))
    return *handle.kernel;
  const language::KernelSource &source = handle.made->source;
  std::set<std::string> names;
  for (const auto &[name, type] : typesIn(args, "dtype_dict"))
    if (VariablePtr var = handle.kernel->findVariable(name);
        var && var->type != type && !source.types.count(name))
      names.insert(name);
  for (const language::Declaration &declaration : source.data)
    if (declaration.type)
      names.erase(declaration.name);
  return language::withoutLiteralTypes(*handle.kernel, names);
}

py::object script::applyTransformation(Arguments &args) {
  const char *first = args.function().parameters.front().name;
  py::handle target = args[first];
  if (const OpenHandle *open = asOpen(target))
    return applyToOpen(args, *open);
  if (const KernelHandle *handle = asKernel(target)) {
    requireInstructions(*handle->kernel, args);
    KernelHandle result;
    result.kernel = std::make_shared<const Kernel>(
        applyToKernel(args, withTypesToGive(*handle, args)));
    result.made = recipeAfter(*handle, *result.kernel, args.function());
    return py::cast(std::move(result));
  }
  if (const UnitHandle *unit = asUnit(target))
    return applyToUnit(args, *unit);
  args.wrongType(first, "a kernel or a translation unit");
}
