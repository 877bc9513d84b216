// Functions that the kernel calls, and calls of them (CalledFunctions.h).
#include "CFamily/KernelWriter.h"

using namespace loopyc;
using namespace loopyc::codegen;

static std::string separated(const std::vector<std::string> &list) {
  std::string result;
  for (const std::string &each : list)
    result += (result.empty() ? "" : ", ") + each;
  return result;
}

static const std::string &nameOf(const Expr &reference) {
  const auto *var = reference.getIf<VarRef>();
  return var ? var->name : reference.getIf<ArrayRef>()->name;
}

// "__global const double *a", "int n"
std::string
KernelWriter::parameterOf(const FunctionCall::Parameter &parameter) {
  const Storage *storage = data.find(parameter.name);
  const std::string &identifier = data.identifier(parameter.name);
  if (!storage) {
    bool isWide = data.isWide(parameter.name);
    return dialect.typeName(Type::integer(isWide ? 8 : 4)) + " " + identifier;
  }
  if (!parameter.isPointer)
    return elementType(*storage) + " " + identifier;
  const Storage &given = *data.find(nameOf(parameter.value));
  std::string memory =
      given.isLocal() ? dialect.localPointerQualifier()
      : given.kind == StorageKind::Buffer
          ? dialect.globalQualifier(given.var->space)
          : "";
  if (given.kind == StorageKind::Table)
    memory = dialect.tablePointerQualifier();
  else if (!parameter.isWritten)
    memory += "const ";
  return memory + elementType(*storage) + " *" + identifier;
}

// Integers that have 64 bits where they are passed have them inside.
static void passWidths(const FunctionCall &call, KernelData &data) {
  for (const FunctionCall::Parameter &parameter : call.parameters) {
    if (parameter.isPointer || data.find(parameter.name))
      continue;
    const auto *axis = parameter.value.getIf<AxisRef>();
    if (axis ? data.isWide(axis->axis)
             : data.isWideName(nameOf(parameter.value)))
      data.setWide(parameter.name);
  }
}

// The name of the function, whose text is among the file's helpers.
std::string KernelWriter::calledFunction(const FunctionCall &call) {
  passWidths(call, data);
  TextBuilder kernel = std::move(out);
  out = TextBuilder();
  out.deepen();
  lastPlace.clear();
  printer.nameStrides(false); // they are the kernel's
  writeBlock(call.body);
  printer.nameStrides(true);
  std::string body = out.str();
  out = std::move(kernel);
  lastPlace.clear();
  std::vector<std::string> list;
  for (const FunctionCall::Parameter &parameter : call.parameters)
    list.push_back(parameterOf(parameter));
  if (list.empty())
    list.push_back("void");
  return helpers.useFunction(
      call.function,
      [&](const std::string &name) {
        return data.identifiers().isTaken(name);
      },
      [&](const std::string &name) {
        TextBuilder text;
        text.line(dialect.deviceHelperPrefix() + " void " + name + "(" +
                  separated(list) + ")");
        text.raw("{\n" + body + "}\n");
        return text.str();
      });
}

// twice(&y[n * i], &x[n * i], n);
void KernelWriter::writeCall(const FunctionCall &call) {
  std::string function = calledFunction(call);
  data.identifiers().reserve(function);
  std::vector<std::string> list;
  for (const FunctionCall::Parameter &parameter : call.parameters) {
    const Expr &value = parameter.value;
    if (!parameter.isPointer) {
      list.push_back(printer.print(value));
      continue;
    }
    const auto *element = value.getIf<ArrayRef>();
    const Storage &storage = *data.find(nameOf(value));
    bool isFirst = element && storage.kind == StorageKind::Buffer &&
                   asInteger(element->subscripts.front()) == 0;
    list.push_back(isFirst ? storage.identifiers.front()
                           : printer.address(value));
  }
  out.line(function + "(" + separated(list) + ");");
}
