#include "Function.h"

using namespace loopyc;
using namespace loopyc::language;

const RuleText *Function::findRule(const std::string &rule) const {
  for (const RuleText &own : building.written.rules)
    if (own.name.text == rule)
      return &own;
  return nullptr;
}

// One that was given to the function itself, or to a caller of it.
std::shared_ptr<const KernelSource>
language::findFunction(const Building &caller, const std::string &name) {
  for (const Building *at = &caller; at; at = at->caller) {
    auto it = at->source.functions.find(name);
    if (it != at->source.functions.end())
      return it->second;
  }
  return nullptr;
}

ExternalFunctionPtr language::findExternal(const Building &building,
                                           const std::string &name) {
  for (const Building *at = &building; at; at = at->caller) {
    auto it = at->source.externals.find(name);
    if (it != at->source.externals.end())
      return it->second;
    auto own = at->codeFunctions.find(name);
    if (own != at->codeFunctions.end())
      return own->second;
  }
  return nullptr;
}

const CallNode *language::kernelCall(const Building &building,
                                     const StatementText &statement) {
  const auto *assignment = std::get_if<AssignmentText>(&statement.value);
  const auto *call =
      assignment ? assignment->value->getIf<CallNode>() : nullptr;
  return call && findFunction(building, call->function) ? call : nullptr;
}

// In values, subscripts, conditions and bounds.
static std::set<std::string> namesRead(const Building &building) {
  std::set<std::string> names;
  for (const Statement &statement : building.statements)
    names.merge(readNames(building, *statement.text));
  for (const Domain &domain : building.domains)
    for (const std::string &name : domain.set.params())
      names.insert(name);
  return names;
}

static std::vector<Formal> formalsOf(const Building &building,
                                     const Kernel &kernel) {
  std::set<std::string> read = namesRead(building);
  std::vector<Formal> formals;
  for (const VariablePtr &argument : kernel.arguments) {
    Formal formal;
    formal.variable = argument;
    formal.isWritten = building.symbols.at(argument->name).isWritten;
    formal.isRead = !formal.isWritten || read.count(argument->name);
    formals.push_back(std::move(formal));
  }
  return formals;
}

static void refuseRecursion(const Building &caller, const KernelSource &source,
                            Span span, const Text &text) {
  for (const Building *at = &caller; at; at = at->caller)
    if (&at->source == &source || at->source.name == source.name)
      text.fail(
          "kernel '" + source.name + "' would call itself" +
              (at == &caller ? "" : ", through '" + caller.source.name + "'") +
              ", and calls are replaced by what they call; write a loop",
          span);
}

std::unique_ptr<Function> language::analyseFunction(const Building &caller,
                                                    const CallNode &call,
                                                    Span span,
                                                    const Text &text) {
  std::shared_ptr<const KernelSource> source =
      findFunction(caller, call.function);
  refuseRecursion(caller, *source, span, text);
  if (source->isSequential != caller.source.isSequential)
    text.fail("kernel '" + caller.source.name + "' is made " +
                  (caller.source.isSequential ? "with" : "without") +
                  " seq_dependencies=True, and '" + source->name +
                  "', which it calls, " +
                  (source->isSequential ? "with" : "without") +
                  "; make both in the same way",
              span);
  try {
    auto function = std::unique_ptr<Function>(
        new Function{call.function, analyse(*source, &caller), {}});
    // Of its own names, for extents alone.
    Building alone = function->building;
    Kernel kernel = withoutOrder(alone);
    findShapes(kernel);
    function->formals = formalsOf(function->building, kernel);
    return function;
  } catch (UserError &error) {
    throw error.note("'" + call.function + "' is called here",
                     text.range(span));
  }
}
