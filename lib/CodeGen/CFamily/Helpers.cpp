#include "CFamily/Helpers.h"

#include "CFamily/HelperTable.h"
#include "CFamily/Names.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

std::string codegen::typeSuffix(Type type) {
  if (type.isComplex())
    return type.bytes == 8 ? "cfloat" : "cdouble";
  return (type.isReal()       ? "f"
          : type.isUnsigned() ? "u"
                              : "i") +
         std::to_string(8 * type.bytes);
}

static std::string helperName(const std::string &key, Type type) {
  return type.isComplex() ? typeSuffix(type) + "_" + key
                          : key + "_" + typeSuffix(type);
}

static int findHelper(const std::string &key, Type type) {
  const std::vector<HelperText> &table = helperTable();
  for (size_t i = 0; i < table.size(); ++i)
    if (table[i].key == key && table[i].cls == type.cls)
      return static_cast<int>(i);
  throw InternalError("no helper '" + key + "' for " + type.str());
}

void Helpers::useType(Type type) {
  if (type.isComplex())
    complexBytes.insert(type.bytes);
  if (type.isFloating() &&
      (type.isComplex() ? type.bytes / 2 : type.bytes) == 8)
    doublePrecision = true;
}

void Helpers::useVector(Type element, int lanes) {
  useType(element);
  vectorTypes.insert({dialect.typeName(element), lanes});
}

// Calls fn(command, argument) for each $command(argument) in the text and puts
// the result in its place; $command alone has an empty argument.
template <typename Fn>
static std::string expandCommands(const std::string &text, Fn fn) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '$') {
      out += text[i++];
      continue;
    }
    size_t start = ++i;
    while (i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])))
      ++i;
    std::string command = text.substr(start, i - start), argument;
    bool takesArgument = command == "math" || command == "use" ||
                         command == "usePart" || command == "ones" ||
                         command == "leadingZeros";
    if (takesArgument) {
      size_t close = text.find('}', i);
      argument = text.substr(i + 1, close - i - 1);
      i = close + 1;
    }
    out += fn(command, argument);
  }
  return out;
}

std::string Helpers::use(const std::string &key, Type type) {
  if (type.isLogical())
    type = Type::integer(type.bytes);
  useType(type);
  int index = findHelper(key, type);
  if (used.emplace(std::make_pair(index, typeSuffix(type)), type).second)
    expandCommands(helperTable()[index].text,
                   [&](const std::string &command, const std::string &arg) {
                     if (command == "use")
                       use(arg, type);
                     if (command == "usePart")
                       use(arg, type.part());
                     return std::string();
                   });
  return helperName(key, type);
}

std::string Helpers::useAtomic(ReductionOp op, Type type, bool local) {
  useType(type);
  std::string key = atomicName(op, type, local);
  auto [known, isNew] = functions.try_emplace(key);
  AtomicFunction &made = known->second;
  if (!isNew)
    return made.name;
  if (type.isComplex()) {
    made.name = key;
    std::string part = useAtomic(op, type.part(), local);
    std::string memory = local ? dialect.localPointerQualifier()
                               : dialect.globalQualifier(AddressSpace::Global);
    made.definition = dialect.deviceHelperPrefix() + " void " + key + "(" +
                      memory + dialect.typeName(type) + " *element, " +
                      dialect.typeName(type) + " value) {\n  " + part +
                      "(&element->re, value.re);\n  " + part +
                      "(&element->im, value.im);\n}\n";
  } else {
    made = dialect.atomicFunction({op, type, local});
  }
  auto &all = functionDefinitions; // one may serve both memories
  if (!made.definition.empty() &&
      std::find(all.begin(), all.end(), made.definition) == all.end())
    all.push_back(made.definition);
  needed.insert(made.extensions.begin(), made.extensions.end());
  return made.name;
}

static const std::vector<Preamble> &preamblesOf(const ExternalCall &call,
                                                const std::string &target) {
  if (!call.signature)
    throw InternalError("a call of '" + call.function->name +
                        "' whose types are not known");
  if (const auto *found = call.signature->preamblesFor(target))
    return *found;
  throw UserError("function '" + call.function->name +
                  "' has no preamble for target '" + target +
                  "'; give it one, or choose other targets with --target");
}

std::string Helpers::useExternal(const ExternalCall &call,
                                 const std::string &target) {
  for (const Preamble &preamble : preamblesOf(call, target)) {
    auto [it, isNew] = preambles.emplace(preamble.key, preamble.text);
    if (!isNew && it->second != preamble.text)
      throw UserError("two functions have different preambles with the key '" +
                      preamble.key + "'; '" + call.function->name +
                      "' is one of them");
  }
  for (Type argument : call.signature->arguments)
    useType(argument);
  return call.signature->nameInTarget;
}

void Helpers::define(const std::string &name,
                     const std::function<std::string()> &make) {
  if (functions.try_emplace(name).second)
    functionDefinitions.push_back(make());
}

bool Helpers::takeConstants(int64_t bytes) {
  if (bytes > dialect.mostConstantBytes() - constantBytes)
    return false;
  constantBytes += bytes;
  return true;
}

std::string Helpers::useFunction(
    const std::string &base,
    const std::function<bool(const std::string &)> &isTaken,
    const std::function<std::string(const std::string &)> &make) {
  std::string name = base;
  for (int number = 2;; ++number) {
    auto known = functionTexts.find(name);
    if (known != functionTexts.end() && known->second == make(name))
      return name;
    bool isFree = known == functionTexts.end() && !reserved.count(name) &&
                  !isReservedFunctionName(name) &&
                  (name == base || !isTaken(name));
    if (isFree)
      break;
    name = base + "_" + std::to_string(number);
  }
  functionDefinitions.push_back(make(name));
  functionTexts[name] = functionDefinitions.back();
  return name;
}

std::string Helpers::preambleTexts() const {
  std::string out;
  for (const auto &[key, text] : preambles)
    out += llvm::StringRef(text).trim("\n").str() + "\n\n";
  if (out.find(functionMacro) == std::string::npos)
    return out;
  return std::string("#ifndef ") + functionMacro + "\n#define " +
         functionMacro + " " + dialect.helperPrefix() + "\n#endif\n\n" + out;
}

std::string Helpers::definitions() const {
  std::string out = preambleTexts();
  for (const auto &[key, type] : used) {
    const HelperText &helper = helperTable()[key.first];
    Type part = type.isComplex() ? type.part() : type;
    out += dialect.helperPrefix() + " ";
    out += expandCommands(
        helper.text,
        [&, type = type](const std::string &command, const std::string &arg) {
          if (command == "T")
            return dialect.typeName(type);
          if (command == "R")
            return dialect.typeName(part);
          if (command == "U")
            return dialect.unsignedName(type);
          if (command == "I")
            return dialect.typeName(Type::integer(8));
          if (command == "fn")
            return helperName(helper.key, type);
          if (command == "bits")
            return std::to_string(8 * type.bytes);
          if (command == "f")
            return std::string(part.bytes == 4 ? "f" : "");
          if (command == "math")
            return dialect.mathFunction(arg, part);
          if (command == "ones")
            return dialect.countOnes(arg, type);
          if (command == "leadingZeros")
            return dialect.countLeadingZeros(arg, type);
          if (command == "use")
            return helperName(arg, type);
          if (command == "usePart")
            return helperName(arg, type.part());
          throw InternalError("unknown command $" + command + " in helper " +
                              helper.key);
        });
    out += "\n";
  }
  for (const std::string &definition : functionDefinitions)
    out += definition + "\n";
  return out;
}
