#include "loopyc/KernelLanguage/CodeBlock.h"

#include "Expansion.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

std::string language::typeInC(Type type, const std::string &target) {
  if (type.isReal())
    return type.bytes == 4 ? "float" : "double";
  const std::string sign = type.isUnsigned() ? "unsigned " : "";
  switch (type.bytes) {
  case 1:
    return (sign.empty() ? "signed " : sign) + "char";
  case 2:
    return sign + "short";
  case 4:
    return sign + "int";
  default:
    return sign + (target == "opencl" ? "long" : "long long");
  }
}

namespace {

class CodeBlockFunction : public ExternalFunction {
public:
  CodeBlockFunction(std::string name, const CodeBlock &block,
                    std::map<std::string, Type> types, std::string result)
      : ExternalFunction(std::move(name)), block(block),
        types(std::move(types)), result(std::move(result)) {}

  ExternalSignature
  signatureFor(const std::vector<Argument> &arguments) const override {
    ExternalSignature signature;
    for (const Argument &argument : arguments)
      signature.arguments.push_back(argument.type);
    signature.result = types.at(result);
    signature.nameInTarget = name;
    for (const char *target : {"", "opencl"})
      signature.preambles[target] = {{name, text(signature, target)}};
    return signature;
  }

private:
  bool isInput(const std::string &variable) const {
    return std::find(block.inputs.begin(), block.inputs.end(), variable) !=
           block.inputs.end();
  }

  std::string text(const ExternalSignature &signature,
                   const std::string &target) const {
    std::string parameters, locals;
    for (size_t i = 0; i < block.inputs.size(); ++i)
      parameters += (i ? ", " : "") + typeInC(signature.arguments[i], target) +
                    " " + block.inputs[i];
    for (const std::string &variable : block.results)
      if (!isInput(variable))
        locals += "  " + typeInC(types.at(variable), target) + " " + variable +
                  " = 0;\n";
    return std::string(functionMacro) + " " +
           typeInC(signature.result, target) + " " + name + "(" +
           (parameters.empty() ? "void" : parameters) + ")\n{\n" + locals +
           "  {\n" + block.code +
           (block.code.empty() || block.code.back() != '\n' ? "\n" : "") +
           "  }\n  return " + result + ";\n}\n";
  }

  CodeBlock block;
  std::map<std::string, Type> types; // of results
  std::string result;
};

// x, y = c_code(a) {{ ... }}   ->   x_0 = f(a);  y_0 = g(a);  x = x_0;  y = y_0
class CodeExpander : private Expansion {
public:
  explicit CodeExpander(Building &building) : Expansion(building) {}
  using Expansion::run;

private:
  void expand() override {
    const StatementText &statement = all[at];
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    if (!a || !a->code)
      return keep();
    if (statement.attributes.atomic)
      statement.text->fail("what is atomic is an update of one operation, x = "
                           "x + ..., and this is none",
                           statement.span);
    begin(statement);
    std::map<std::string, Type> types;
    for (size_t k = 0; k < a->assignees.size(); ++k)
      types[a->code->results[k]] = typeOf(*a, k);
    NodeList values;
    for (const std::string &result : a->code->results)
      values.push_back(node(CallNode{functionFor(*a->code, types, result),
                                     a->value->getIf<CallNode>()->arguments}));
    if (values.size() == 1) {
      add(id, {a->temporaries, a->assignees, values.front()});
      return;
    }
    // All are computed before the first is assigned.
    for (size_t k = 0; k < values.size(); ++k) {
      const std::string own = temporary(a->code->results[k]);
      addTemporary(own, values[k]);
      values[k] = name(own);
    }
    for (size_t k = 0; k < values.size(); ++k)
      add(k + 1 < values.size() ? ids.fresh(id + "_to_" + a->code->results[k])
                                : id,
          {{a->temporaries[k]}, {a->assignees[k]}, values[k]});
  }

  std::string functionFor(const CodeBlock &block,
                          const std::map<std::string, Type> &types,
                          const std::string &result) {
    FreshNames taken([&](const std::string &each) {
      return building.codeFunctions.count(each) ||
             building.source.externals.count(each) ||
             building.source.functions.count(each);
    });
    std::string function =
        taken.fresh(building.source.name + "_" + id + "_" + result);
    building.codeFunctions[function] =
        codeBlockFunction(function, block, types, result);
    return function;
  }

  Type typeOf(const AssignmentText &a, size_t k) const {
    const std::string &result = a.code->results[k];
    std::optional<Type> type;
    if (a.temporaries[k])
      type = a.temporaries[k]->type;
    for (const Declaration &declaration : building.source.data)
      if (declaration.name == result) {
        if (declaration.kind != VariableKind::Temporary)
          all[at].text->fail("'" + result +
                                 "' is no temporary, and what C code assigns "
                                 "is one",
                             a.assignees[k]->span);
        type = declaration.type;
      }
    if (!type || !(type->isAnyInteger() || type->isReal()))
      all[at].text->fail("nothing says the type of '" + result +
                             "', an integer or a real one, that C code "
                             "assigns; write '<float64> " +
                             result + " = c_code(...) {{ ... }}'",
                         a.assignees[k]->span);
    return *type;
  }
};

} // namespace

ExternalFunctionPtr
language::codeBlockFunction(const std::string &name, const CodeBlock &block,
                            const std::map<std::string, Type> &types,
                            const std::string &result) {
  return std::make_shared<CodeBlockFunction>(name, block, types, result);
}

void language::expandCodeBlocks(Building &building) {
  CodeExpander(building).run();
}
