#include "Objects.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::check;

poly::Set check::atSizes(poly::Set set, const Values &sizes) {
  for (const auto &[name, value] : sizes)
    set = set.fix(name, value);
  return set;
}

const Object *KernelObjects::find(const std::string &name) const {
  for (const Object &object : objects)
    if (object.name == name)
      return &object;
  return nullptr;
}

std::string check::kernelName(const Origin &origin,
                              const std::string &dummy) {
  auto renamed = origin.renamed.find(dummy);
  return renamed == origin.renamed.end() ? dummy : renamed->second;
}

static Object makeObject(const Origin &origin, const VariablePtr &dummy,
                         const Substitution &names) {
  Object object;
  object.name = kernelName(origin, dummy->name);
  object.dummy = dummy;
  auto renamed = [&](const Expr &e) { return e ? substitute(e, names) : e; };
  const DeclaredLayout &declared = dummy->declared;
  for (size_t a = 0; a < declared.extents.size(); ++a) {
    object.extents.push_back(renamed(declared.extents[a]));
    object.lowerBounds.push_back(renamed(declared.lowerBounds[a]));
  }
  object.output = dummy->intent == Intent::Out;
  return object;
}

static void addOrigin(const Origin &origin, KernelObjects &all) {
  Substitution names;
  for (const VariablePtr &dummy : origin.variables)
    names[dummy->name] =
        Expr::var(kernelName(origin, dummy->name), dummy->type);
  OriginCall call{&origin, {}};
  std::vector<std::string> arguments = origin.arguments;
  for (const HiddenArgument &hidden : origin.hidden)
    arguments.push_back(hidden.variable->name);
  for (const std::string &argument : arguments) {
    VariablePtr dummy;
    for (const VariablePtr &candidate : origin.variables)
      if (candidate->name == argument)
        dummy = candidate;
    if (!dummy)
      throw InternalError("origin '" + origin.subroutine +
                          "' lacks its argument '" + argument + "'");
    const Object *known = all.find(kernelName(origin, argument));
    if (!known) {
      all.objects.push_back(makeObject(origin, dummy, names));
      known = &all.objects.back();
      for (const HiddenArgument &hidden : origin.hidden)
        if (hidden.variable->name == argument && hidden.declared)
          all.objects.back().declared = substitute(hidden.declared, names);
    }
    size_t index = known - all.objects.data();
    call.objects.push_back(static_cast<int>(index));
    if (auto it = origin.undefined.find(argument);
        it != origin.undefined.end())
      all.objects[index].undefined = it->second;
  }
  if (!origin.undefinedRun.empty())
    all.undefinedRun = origin.undefinedRun;
  all.calls.push_back(std::move(call));
}

// The array that the element is one of; null where that is no argument.
static Object *arrayOf(const HiddenArgument &element, const Origin &origin,
                       KernelObjects &all) {
  const std::vector<std::string> &path = element.value.path;
  std::string name = path.size() == 1 ? path.front() : "";
  for (const HiddenArgument &hidden : origin.hidden)
    if (hidden.value.kind == HostValue::Kind::Variable &&
        hidden.value.path == path)
      name = hidden.variable->name;
  for (Object &object : all.objects)
    if (object.name == kernelName(origin, name) && object.isArray())
      return &object;
  return nullptr;
}

// lo(1), which is `lo_1`: select(i0 == 0, lo_1, ...). What is no argument has
// the value of another.
static void giveElements(const Origin &origin, KernelObjects &all) {
  Substitution names;
  for (const VariablePtr &dummy : origin.variables)
    names[dummy->name] =
        Expr::var(kernelName(origin, dummy->name), dummy->type);
  for (const HiddenArgument &hidden : origin.hidden) {
    if (hidden.value.kind != HostValue::Kind::Element)
      continue;
    Object *array = arrayOf(hidden, origin, all);
    const Object *element = all.find(kernelName(origin, hidden.variable->name));
    if (!array || !element)
      continue;
    Expr value = Expr::var(element->name, element->dummy->type), isHere;
    std::vector<Expr> position;
    for (size_t a = 0; a < array->extents.size(); ++a) {
      position.push_back(
          fold(Expr::cast(substitute(hidden.value.subscripts[a], names),
                          Type::integer(8)) -
               array->lowerBounds[a]));
      Expr one = Expr::binary(
          BinaryOp::Eq, Expr::var("i" + std::to_string(a), Type::integer(8)),
          position.back());
      isHere = isHere ? Expr::binary(BinaryOp::And, isHere, one) : one;
    }
    array->elements.push_back({element->name, std::move(position)});
    array->init =
        array->init ? Expr::select(isHere, value, *array->init) : value;
    array->ofElement = element->name;
  }
}

static void notePresence(const Origin &origin, KernelObjects &all) {
  for (const HiddenArgument &hidden : origin.hidden) {
    if (hidden.value.kind != HostValue::Kind::IsPresent)
      continue;
    const std::string name = kernelName(origin, hidden.variable->name);
    const std::string optional = kernelName(origin, hidden.value.path.front());
    for (Object &object : all.objects) {
      if (object.name == optional &&
          hidden.value.presence == HostValue::Presence::Optional)
        object.presence = name;
      if (object.name == name)
        object.tellsPresence = true;
    }
  }
}

// Arrays that are subscripts of what an instruction assigns, if its instances
// are said to need no order.
static std::set<std::string> choosersApart(const Kernel &kernel) {
  std::set<std::string> result;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!noSyncOf(*insn, insn->id).global)
      continue;
    for (const Expr &assignee : insn->assignees())
      if (const auto *element = assignee.getIf<ArrayRef>())
        for (const Expr &subscript : element->subscripts)
          walk(subscript, [&](const Expr &node) {
            if (const auto *chooser = node.getIf<ArrayRef>())
              result.insert(chooser->name);
            return true;
          });
  }
  return result;
}

// What the kernel reads and writes decides what is poisoned.
static void noteUses(const Kernel &kernel, KernelObjects &all) {
  std::set<std::string> read, written;
  for (const AccessInfo &access : collectAccesses(kernel))
    (access.write ? written : read).insert(access.variable);
  const std::set<std::string> apart = choosersApart(kernel);
  for (Object &object : all.objects) {
    if (VariablePtr own = kernel.findVariable(object.name))
      object.map = own->map;
    object.choosesApart = apart.count(object.name) > 0;
    object.written =
        written.count(object.name) || object.dummy->intent == Intent::Out;
    object.output = object.output ||
                    (written.count(object.name) && !read.count(object.name) &&
                     object.dummy->intent != Intent::InOut);
  }
}

std::string check::nothingToCompare(const KernelObjects &objects) {
  if (!objects.undefinedRun.empty())
    return "the original cannot be run: it has a subscript, a loop bound or a "
           "divisor that depends on " +
           objects.undefinedRun;
  std::string reason;
  for (const Object &object : objects.objects) {
    if (object.written && object.undefined.empty())
      return "";
    if (object.written)
      reason = object.undefined;
  }
  return reason.empty() ? ""
                        : "nothing to compare: all results depend on " +
                              reason;
}

std::string check::notCompared(const KernelObjects &objects) {
  std::map<std::string, std::string> names; // by reason
  for (const Object &object : objects.objects)
    if (!object.undefined.empty()) {
      std::string &list = names[object.undefined];
      list += (list.empty() ? "" : ", ") + object.name;
    }
  std::string text;
  for (const auto &[reason, list] : names)
    text += (text.empty() ? "" : "; ") + ("not compared: " + list) +
            ", for it depends on " + reason;
  return text;
}

static double literalValue(const Expr &e, const std::string &name) {
  if (const auto *l = e.getIf<IntLit>())
    return l->value;
  if (const auto *l = e.getIf<RealLit>())
    return l->value;
  if (const auto *l = e.getIf<LogicalLit>())
    return l->value;
  if (const auto *cast = e.getIf<Cast>())
    return literalValue(cast->a, name);
  if (const auto *u = e.getIf<Unary>(); u && u->op == UnaryOp::Neg)
    return -literalValue(u->a, name);
  throw UserError("--check: parameter '" + name + "' is fixed to '" + e.str() +
                  "', which is no number");
}

static std::vector<std::string> namesOf(const KernelObjects &all) {
  std::vector<std::string> names;
  for (const Object &object : all.objects)
    names.push_back(object.name);
  return names;
}

// As the user writes it: case does not matter in Fortran.
static Object *findObject(KernelObjects &all, const std::string &name) {
  std::vector<std::string> names = namesOf(all);
  const std::string *found = findName(names, name);
  return found ? &all.objects[found - names.data()] : nullptr;
}

static double readValue(const NamedText &parameter, Type type) {
  llvm::StringRef text = llvm::StringRef(parameter.second).trim();
  double value = 0;
  long long integer = 0;
  if (type.isLogical()) {
    if (text.equals_insensitive("true") || text.equals_insensitive(".true."))
      return 1;
    if (text.equals_insensitive("false") || text.equals_insensitive(".false."))
      return 0;
    throw UserError("--param " + parameter.first + "=" + parameter.second +
                    ": '" + parameter.first +
                    "' is logical; write true or false");
  }
  if (type.isInteger() && !text.getAsInteger(10, integer))
    return integer;
  if (type.isReal() && !text.getAsDouble(value))
    return value;
  throw UserError("--param " + parameter.first + "=" + parameter.second +
                  ": a value of type " + type.fortran() + " was expected");
}

// Of --param n=3 --param N=4, each is for who spells it so.
static bool isForOther(const NamedText &parameter, const std::string &name,
                       const std::vector<NamedText> &given) {
  return parameter.first != name &&
         std::any_of(given.begin(), given.end(), [&](const NamedText &other) {
           return other.first == name;
         });
}

static void applyParameter(const NamedText &parameter,
                           const std::vector<NamedText> &given,
                           KernelObjects &all) {
  Object *found = findObject(all, parameter.first);
  if (!found || isForOther(parameter, found->name, given))
    return;
  Object &object = *found;
  if (object.isArray())
    throw UserError("--param " + parameter.first +
                    ": the argument is an array; use --init");
  double value = readValue(parameter, object.dummy->type);
  if (object.value && *object.value != value)
    throw UserError("--param " + parameter.first +
                    ": the script fixed this parameter to another value");
  object.value = value;
}

static void applyInit(const NamedText &init, KernelObjects &all) {
  Object *found = findObject(all, init.first);
  if (!found)
    return;
  Object &object = *found;
  if (object.isSize())
    throw UserError("--init " + init.first +
                    ": an integer scalar takes its value from --param");
  if (!object.ofElement.empty())
    throw UserError("--init " + init.first + ": elements of '" + object.name +
                    "' are arguments of their own; give these with --param, "
                    "as " +
                    object.ofElement);
  size_t rank = object.extents.size();
  ResolvedName integerScalar;
  integerScalar.type = Type::integer(8);
  NameResolver resolve =
      [&](const std::string &name) -> std::optional<ResolvedName> {
    unsigned axis;
    if (name.size() > 1 && name[0] == 'i' &&
        !llvm::StringRef(name).drop_front().getAsInteger(10, axis) &&
        axis < rank)
      return integerScalar;
    const Object *size = findObject(all, name);
    if (!size || !size->isSize())
      return std::nullopt;
    ResolvedName resolved = integerScalar;
    resolved.spelling = size->name;
    return resolved;
  };
  try {
    Type type = object.dummy->type;
    object.init = parseExpr(init.second, resolve,
                            type.isComplex() ? Type::real(8) : type);
  } catch (const UserError &error) {
    throw UserError("--init " + init.first + ": " + error.what());
  }
}

void check::requireNamesKnown(const std::vector<KernelObjects> &kernels,
                              const CheckOptions &options) {
  auto require = [&](const std::string &name, const char *option) {
    std::vector<std::string> names;
    for (const KernelObjects &kernel : kernels) {
      std::vector<std::string> own = namesOf(kernel);
      if (findName(own, name))
        return;
      names.insert(names.end(), own.begin(), own.end());
    }
    throw UserError(std::string(option) + " " + name +
                    ": no subroutine has an argument of this name" +
                    suggestion(name, names));
  };
  for (const NamedText &parameter : options.parameters)
    require(parameter.first, "--param");
  for (const NamedText &init : options.inits)
    require(init.first, "--init");
}

// What cannot be absent in the original is there; what is allocated may be said
// not to be, but for parts of objects.
static void completePresence(const Origin &origin, KernelObjects &all) {
  for (const HiddenArgument &hidden : origin.hidden) {
    if (hidden.value.kind != HostValue::Kind::IsPresent)
      continue;
    Object *tells = findObject(all, kernelName(origin, hidden.variable->name));
    if (!tells || std::any_of(all.objects.begin(), all.objects.end(),
                              [&](const Object &object) {
                                return object.presence == tells->name;
                              }))
      continue;
    // Arrays of their own have their own elements.
    const bool isCompared = !hidden.value.nameInModule.empty();
    if (isCompared && tells->value.value_or(0) != 0)
      throw UserError("--param " + tells->name +
                      ": --check calls the original with arrays that are "
                      "apart");
    if (!tells->value)
      tells->value = isCompared ? 0 : 1;
    else if (!isCompared && *tells->value != 1 && hidden.value.path.size() > 1)
      throw UserError("--param " + tells->name +
                      ": --check calls the original with all components "
                      "allocated, and pointers associated");
  }
}

KernelObjects check::collectObjects(const ScheduledKernel &scheduled,
                                    const CheckOptions &options) {
  const Kernel &kernel = scheduled.kernel;
  KernelObjects all;
  for (const Origin &origin : kernel.origins)
    addOrigin(origin, all);
  for (const Origin &origin : kernel.origins)
    giveElements(origin, all);
  for (const Origin &origin : kernel.origins)
    notePresence(origin, all);
  // A kernel that a script made has no origin; its own arguments stand in.
  if (kernel.origins.empty())
    for (const VariablePtr &argument : kernel.arguments)
      all.objects.push_back(makeObject(Origin(), argument, {}));
  noteUses(kernel, all);
  for (const auto &[name, value] : kernel.fixedParameters)
    for (Object &object : all.objects)
      if (object.name == name)
        object.value = literalValue(value, name);
  for (const NamedText &parameter : options.parameters)
    applyParameter(parameter, options.parameters, all);
  for (const Origin &origin : kernel.origins)
    completePresence(origin, all);
  for (const NamedText &init : options.inits)
    applyInit(init, all);
  return all;
}
