#include "Recipe.h"

#include "Function.h"
#include "NumpyModule.h"

#include "loopyc/Script/MadeKernel.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace loopyc;
using namespace loopyc::script;

// Where the name is a word of the text; npos if it is none from there on.
static size_t findWord(const std::string &text, const std::string &name,
                       size_t from = 0) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name, from); at != std::string::npos;
       at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !isWord(text[at - 1])) &&
        (end == text.size() || !isWord(text[end])))
      return at;
  }
  return std::string::npos;
}

static bool isInDomains(const language::KernelSource &source,
                        const std::string &name) {
  return llvm::any_of(source.domains, [&](const language::SourcePart &part) {
    return findWord(part.text, name) != std::string::npos;
  });
}

// In extents and strides, the number itself: some must be constants.
// False if there is nothing to change.
static bool insertNumber(std::optional<std::vector<std::string>> &texts,
                         const std::string &name, const std::string &number) {
  bool any = false;
  if (texts)
    for (std::string &text : *texts)
      for (size_t at = findWord(text, name); at != std::string::npos;
           at = findWord(text, name, at + number.size())) {
        text.replace(at, name.size(), number);
        any = true;
      }
  return any;
}

// What is an extent is an argument, an integer one, if nothing else is said.
static void declareSize(language::KernelSource &source,
                        const std::string &name) {
  for (const language::Declaration &declaration : source.data)
    if (declaration.name == name)
      return;
  language::Declaration size;
  size.name = name;
  size.kind = VariableKind::ValueArg;
  size.type = Type::integer(4);
  size.range = source.range;
  source.data.push_back(std::move(size));
}

// Sizes that are known are so where shapes are found.
static language::KernelSource withKnownSizes(const KernelRecipe &recipe) {
  language::KernelSource source = recipe.source;
  for (const auto &[name, value] : recipe.fixedParameters) {
    const auto *number = value.getIf<IntLit>();
    if (!number)
      continue;
    std::string text = std::to_string(number->value);
    bool isExtent = false;
    for (language::Declaration &declaration : source.data) {
      isExtent |= insertNumber(declaration.shape, name, text);
      isExtent |= insertNumber(declaration.axisTags, name, text);
    }
    if (isExtent)
      declareSize(source, name);
    if (!isInDomains(source, name))
      continue;
    language::SourcePart part =
        source.assumptions.value_or(language::SourcePart{});
    if (part.text.find('{') != std::string::npos)
      continue;
    bool isFirst = llvm::StringRef(part.text).trim().empty();
    part.text += (isFirst ? "" : " and ") + name + " = " + text;
    source.assumptions = std::move(part);
  }
  return source;
}

Kernel script::makeKernel(const KernelRecipe &recipe) {
  if (recipe.fixedParameters.empty())
    return madeKernel(recipe.source);
  Kernel kernel = madeKernel(withKnownSizes(recipe));
  if (recipe.source.assumptions && kernel.assumptions.isEmpty())
    throw UserError("fix_parameters: the values contradict what kernel '" +
                        kernel.name + "' assumes, " +
                        recipe.source.assumptions->text,
                    recipe.source.range);
  kernel = fixParameters(kernel, recipe.fixedParameters);
  verifyKernel(kernel);
  return kernel;
}

py::object script::made(KernelRecipe recipe) {
  auto shared = std::make_shared<const KernelRecipe>(std::move(recipe));
  if (!language::unknownFunctions(shared->source).empty())
    return py::cast(OpenHandle{shared});
  KernelHandle handle;
  handle.kernel = std::make_shared<const Kernel>(makeKernel(*shared));
  handle.made = shared;
  return py::cast(std::move(handle));
}

std::map<std::string, Type> script::typesIn(const Arguments &args,
                                            const char *parameter) {
  py::handle given = args[parameter];
  if (!PyDict_Check(given.ptr()))
    args.wrongType(parameter, "a dictionary from names to types");
  std::map<std::string, Type> types;
  for (auto item : py::reinterpret_borrow<py::dict>(given)) {
    std::optional<Type> type = toType(item.second);
    if (!type)
      args.wrongType(parameter, "a dictionary to types such as np.float32",
                     item.second);
    for (const std::string &name : splitNames(textOf(item.first)))
      types[name] = *type;
  }
  return types;
}

const OpenHandle *script::asOpen(py::handle object) {
  return py::isinstance<OpenHandle>(object) ? &object.cast<const OpenHandle &>()
                                            : nullptr;
}

void script::refuseOpen(const OpenHandle &open) {
  makeKernel(*open.made);
  throw InternalError("a kernel whose calls are known is open");
}

const KernelRecipe &script::languageRecipe(const Arguments &args,
                                           const char *parameter) {
  py::handle object = args[parameter];
  if (const OpenHandle *open = asOpen(object))
    return *open->made;
  const KernelHandle *handle = asKernel(object);
  if (handle && handle->made)
    return *handle->made;
  throw UserError(std::string(args.function().name) +
                  ": it is for a kernel of the kernel language, as "
                  "lp.make_kernel and lp.make_function return it, before "
                  "lp.merge");
}

py::object script::withRecipe(py::handle kernel, KernelRecipe recipe) {
  const KernelHandle *handle = asKernel(kernel);
  if (!handle)
    return made(std::move(recipe));
  KernelHandle result = *handle;
  result.made = std::make_shared<const KernelRecipe>(std::move(recipe));
  return py::cast(std::move(result));
}

// As it was written, for there is no more yet.
static std::string openText(const OpenHandle &open) {
  const language::KernelSource &source = open.made->source;
  std::string text = "KERNEL: " + source.name + "\n";
  for (const language::SourcePart &part : source.domains)
    text += part.text + "\n";
  for (const language::SourcePart &part : source.instructions)
    text += part.text + "\n";
  text += "CALLS:";
  for (const std::string &name : language::unknownFunctions(source))
    text += " " + name;
  return text + "\n";
}

void script::addOpenKernelClass(py::module_ &module) {
  auto itself = [](py::object open) { return open; };
  py::class_<OpenHandle>(module, "OpenKernel",
                         "A kernel that calls what is not known yet: other "
                         "kernels, which lp.merge joins it with, or functions "
                         "and reductions that are registered; until then it "
                         "can be printed, and be given types.")
      .def_property_readonly(
          "name", [](const OpenHandle &h) { return h.made->source.name; })
      .def_property_readonly("default_entrypoint", itself)
      .def("__getitem__",
           [](py::object open, const std::string &name) {
             if (asOpen(open)->made->source.name != name)
               throw UserError("kernel '" + asOpen(open)->made->source.name +
                               "' is not '" + name + "'");
             return open;
           })
      .def("__str__", [](const OpenHandle &h) { return openText(h); })
      .def("__repr__", [](const OpenHandle &h) {
        return "<kernel " + h.made->source.name + ", which calls others>";
      });
}
