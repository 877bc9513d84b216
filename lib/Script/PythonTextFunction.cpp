#include "PythonTextFunction.h"

#include "Remake.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;
using language::Declaration;

namespace {

std::string quoted(const std::string &text) {
  return bytesOf(py::repr(py::str(text)));
}

// ("n", "m"), ("n",)
std::string tuple(const std::vector<std::string> &texts) {
  std::string list;
  for (const std::string &text : texts)
    list += (list.empty() ? "" : ", ") + quoted(text);
  return "(" + list + (texts.size() == 1 ? ",)" : ")");
}

// "[\n        'a',\n        'b']"
std::string column(const std::vector<std::string> &items) {
  std::string list;
  for (const std::string &item : items)
    list += (list.empty() ? "\n        " : ",\n        ") + item;
  return "[" + list + "]";
}

class PythonText {
public:
  PythonText(const KernelHandle &handle, std::string name, const char *function)
      : kernel(*handle.kernel), name(std::move(name)), function(function),
        remake(remakeOf(handle, function)) {
    requireTexts(handle);
  }

  std::string preamble() const {
    return "import loopy as lp\nimport numpy as np\n";
  }

  std::string body() const {
    std::vector<std::string> domains, instructions, data;
    for (const std::string &domain : remake.domains)
      domains.push_back(quoted(domain));
    for (const auto *list : {&remake.rules, &remake.instructions})
      for (const std::string &text : *list)
        instructions.push_back(quoted(text));
    for (const Declaration &declaration : remake.data)
      data.push_back(dataText(declaration));
    std::string text = name + " = lp.make_kernel(\n    " + column(domains) +
                       ",\n    " + column(instructions) + ",\n    " +
                       column(data) + ",\n    ";
    if (!remake.assumptions.empty())
      text += "assumptions=" + quoted(remake.assumptions) + ", ";
    text += "name=" + quoted(remake.name) + ")\n";
    return text + loops();
  }

private:
  [[noreturn]] void refuse(const std::string &what) const {
    throw UserError(std::string(function) + ": kernel '" + kernel.name +
                    "' has " + what + ", which no text of a script says; "
                    "print(knl) and --emit=ir show it");
  }

  void requireTexts(const KernelHandle &handle) const {
    if (!externalCalls(kernel).empty())
      refuse("functions in C");
    if (!remake.parts.marks.empty())
      refuse("instructions that were one, argmin say");
    if (!kernel.slabs.empty())
      refuse("slabs of loops");
    if (handle.made->source.isSequential)
      refuse("the order of a sequential text (seq_dependencies)");
    for (const Declaration &declaration : remake.data)
      if (!declaration.initial.empty())
        refuse("a table");
  }

  static const char *className(const Declaration &declaration) {
    if (declaration.isImage)
      return "lp.ImageArg";
    switch (declaration.kind.value_or(VariableKind::ArrayArg)) {
    case VariableKind::ValueArg:
      return "lp.ValueArg";
    case VariableKind::Temporary:
      return "lp.TemporaryVariable";
    default:
      return declaration.space == AddressSpace::Constant ? "lp.ConstantArg"
                                                         : "lp.GlobalArg";
    }
  }

  static std::string spaceText(AddressSpace space) {
    switch (space) {
    case AddressSpace::Private:
      return "lp.AddressSpace.PRIVATE";
    case AddressSpace::Local:
      return "lp.AddressSpace.LOCAL";
    case AddressSpace::Global:
      return "lp.AddressSpace.GLOBAL";
    default:
      return "lp.auto";
    }
  }

  static std::string dataText(const Declaration &declaration) {
    std::string text = std::string(className(declaration)) + "(" +
                       quoted(declaration.name);
    if (declaration.type)
      text += ", np." + declaration.type->str();
    if (declaration.shape)
      text += ", shape=" + tuple(*declaration.shape);
    if (declaration.axisTags && !declaration.isImage)
      text += ", dim_tags=" + tuple(*declaration.axisTags);
    if (declaration.kind == VariableKind::Temporary)
      text += ", address_space=" + spaceText(declaration.space);
    if (!declaration.baseStorage.empty())
      text += ", base_storage=" + quoted(declaration.baseStorage);
    return text + ")";
  }

  std::string loops() const {
    std::string text, tags;
    for (const auto &[iname, tag] : kernel.inameTags)
      tags += (tags.empty() ? "" : ", ") + quoted(iname) + ": " +
              quoted(tag.str());
    if (!tags.empty())
      text += name + " = lp.tag_inames(" + name + ", {" + tags + "})\n";
    for (const std::vector<std::string> &list : kernel.loopPriority) {
      std::string inames;
      for (const std::string &iname : list)
        inames += (inames.empty() ? "" : ",") + iname;
      text += name + " = lp.prioritize_loops(" + name + ", " + quoted(inames) +
              ")\n";
    }
    return text;
  }

  const Kernel &kernel;
  std::string name;
  const char *function;
  Remake remake;
};

py::object scriptText(const Arguments &args) {
  if (const OpenHandle *open = asOpen(args["t_unit"]))
    refuseOpen(*open);
  const KernelHandle *handle = asKernel(args["t_unit"]);
  if (!handle)
    args.wrongType("t_unit", "a kernel of the kernel language");
  PythonText text(*handle, args.str("var_name"), args.function().name);
  if (args.flag("return_preamble_and_body_separately"))
    return py::make_tuple(text.preamble(), text.body());
  return py::str(text.preamble() + "\n" + text.body());
}

} // namespace

Function script::pythonTextFunction() {
  return {"t_unit_to_python",
          {},
          "The script that makes the kernel, as it is now: a call of "
          "make_kernel, tags and priorities of its loops. Options that a "
          "script set are left out.",
          {{"t_unit", nullptr, "a kernel that make_kernel made"},
           {"var_name", "\"t_unit\"", "what the script calls it"},
           {"return_preamble_and_body_separately", "False",
            "True: a pair, the lines that import and the others"}},
          "the kernel is not one that make_kernel made; it has functions in C, "
          "tables, slabs, what argmin became, or the order of "
          "seq_dependencies, which texts do not say.",
          "Loo.py's function of this name",
          ObjectFunction(scriptText)};
}
