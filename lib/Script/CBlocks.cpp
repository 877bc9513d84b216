#include "CBlocks.h"

#include "Arguments.h"
#include "InstructionTexts.h"

#include "loopyc/KernelLanguage/CodeBlock.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

namespace {

// What the code calls it, and what it is in the kernel.
struct Operand {
  std::string name, text;
};

struct CBlock {
  std::vector<Operand> inputs;
  std::vector<std::string> results; // temporaries
  std::string code, id;
  InstructionAttributes attributes;
};

} // namespace

// --- what is given

static void requireName(const std::string &name, const char *parameter) {
  if (!PyUnicode_IsIdentifier(py::str(name).ptr()))
    throw UserError("CInstruction: '" + name + "' in " + parameter +
                    " is no name; C code reads inames, values and temporaries, "
                    "and assigns temporaries; write instructions that copy "
                    "elements of arrays to and from these");
}

// "i, j", or names and pairs (name, expression).
static void addInameExprs(py::handle given, std::vector<Operand> &to) {
  if (PyUnicode_Check(given.ptr())) {
    for (const std::string &name : splitNames(bytesOf(given)))
      if (!name.empty())
        to.push_back({name, name});
  } else {
    for (py::handle item : py::reinterpret_borrow<py::object>(given)) {
      bool isPair = PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) == 2;
      if (!isPair && !PyUnicode_Check(item.ptr()))
        raiseTypeError("CInstruction: iname_exprs holds names, and pairs of a "
                       "name and an expression, found " +
                       shortReprOf(item));
      auto pair = isPair ? py::reinterpret_borrow<py::tuple>(item)
                         : py::make_tuple(item, item);
      to.push_back({textOf(pair[0]), textOf(pair[1])});
    }
  }
  for (const Operand &operand : to)
    requireName(operand.name, "iname_exprs");
}

// In a text with semicolons or commas, or in a list or set.
static std::vector<std::string> namesOf(py::handle given,
                                        const char *parameter) {
  std::vector<std::string> names;
  if (PyUnicode_Check(given.ptr())) {
    std::string text = bytesOf(given);
    std::replace(text.begin(), text.end(), ';', ',');
    names = splitNames(text);
    std::erase(names, "");
  } else {
    for (py::handle item : py::reinterpret_borrow<py::object>(given))
      names.push_back(textOf(item));
    if (PyAnySet_Check(given.ptr()))
      std::sort(names.begin(), names.end());
  }
  for (const std::string &name : names)
    requireName(name, parameter);
  return names;
}

static CBlock block(py::handle inameExprs, const std::string &code,
                    py::handle reads, py::handle assignees,
                    const py::kwargs &keywords) {
  CBlock result;
  addInameExprs(inameExprs, result.inputs);
  for (const std::string &name : namesOf(reads, "read_variables"))
    result.inputs.push_back({name, name});
  result.results = namesOf(assignees, "assignees");
  if (result.results.empty())
    throw UserError("CInstruction: nothing is assigned, so that it would have "
                    "no effect; name temporaries in assignees=");
  for (auto list = result.inputs.begin(); list != result.inputs.end(); ++list)
    if (std::any_of(result.inputs.begin(), list, [&](const Operand &other) {
          return other.name == list->name;
        }))
      throw UserError("CInstruction: '" + list->name + "' is read twice");
  result.code = code;
  result.attributes = instructionAttributes("CInstruction", keywords);
  result.id = result.attributes.id;
  return result;
}

void script::addCBlockClass(py::module_ &module) {
  py::class_<CBlock>(module, "CInstruction",
                     "Statements in C, which compute temporaries.")
      .def(py::init([](py::object inameExprs, const std::string &code,
                       py::object reads, py::object assignees,
                       py::kwargs keywords) {
             return block(inameExprs, code, reads, assignees, keywords);
           }),
           py::arg("iname_exprs"), py::arg("code"),
           py::arg("read_variables") = py::tuple(),
           py::arg("assignees") = py::tuple())
      .def("__str__", [](const CBlock &b) { return b.code; })
      .def("__repr__", [](const CBlock &b) {
        return "<C code " + std::to_string(b.code.size()) + " characters>";
      });
}

// --- in a kernel

static Type typeOf(const std::string &name,
                   const language::KernelSource &source) {
  for (const language::Declaration &declaration : source.data)
    if (declaration.name == name) {
      if (declaration.kind != VariableKind::Temporary)
        throw UserError("CInstruction: '" + name +
                            "' is assigned, and is no temporary",
                        declaration.range);
      if (declaration.type &&
          (declaration.type->isAnyInteger() || declaration.type->isReal()))
        return *declaration.type;
    }
  throw UserError("CInstruction: '" + name +
                  "' is assigned, and nothing says its type, an integer or a "
                  "real one; declare it, as lp.TemporaryVariable(\"" +
                  name + "\", np.float64) in kernel_data");
}

std::optional<std::string>
script::cBlockText(py::handle object, language::KernelSource &source) {
  if (!py::isinstance<CBlock>(object))
    return std::nullopt;
  const CBlock &block = object.cast<const CBlock &>();
  std::string id = block.id;
  for (size_t k = 0; id.empty(); ++k)
    if (std::string made = "c_code" + (k ? "_" + std::to_string(k) : "");
        !source.externals.count(source.name + "_" + made + "_" +
                                block.results.front()))
      id = made;
  std::map<std::string, Type> types;
  for (const std::string &result : block.results)
    types[result] = typeOf(result, source);
  std::string arguments, computed, text;
  for (const Operand &input : block.inputs)
    arguments += (arguments.empty() ? "" : ", ") + input.text;
  const bool isOne = block.results.size() == 1;
  language::CodeBlock code;
  for (const Operand &input : block.inputs)
    code.inputs.push_back(input.name);
  code.results = block.results;
  code.code = block.code;
  for (const std::string &result : block.results) {
    std::string function = source.name + "_" + id + "_" + result;
    source.externals[function] =
        language::codeBlockFunction(function, code, types, result);
    // All are computed before the first is assigned.
    std::string to = isOne ? result : "<> " + id + "_" + result;
    std::string own = isOne ? id : id + "_" + result;
    text += to + " = " + function + "(" + arguments + ")" +
            block.attributes.text(own, "") + "\n";
    computed += (computed.empty() ? "" : ":") + own;
  }
  for (size_t k = 0; !isOne && k < block.results.size(); ++k) {
    const std::string &result = block.results[k];
    bool isLast = k + 1 == block.results.size();
    std::string own = isLast ? id : id + "_to_" + result;
    text += result + " = " + id + "_" + result +
            block.attributes.text(own, computed) + "\n";
    computed += ":" + own;
  }
  return text;
}
