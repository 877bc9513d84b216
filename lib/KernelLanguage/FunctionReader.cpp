#include "FunctionReader.h"

#include "TokenReader.h"

#include "loopyc/KernelLanguage/CodeBlock.h"
#include "loopyc/KernelLanguage/DeclaredFunction.h"

#include <map>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class FunctionReader {
public:
  FunctionReader(const Text &text, KernelSource &source)
      : text(text), source(source), read(text, noInames) {}

  void run() {
    for (read.skipLines(); !read.atEnd(); read.skipLines()) {
      if (read.next().isName("preamble") &&
          read.next(1).kind == TokenKind::Code)
        preamble();
      else
        function();
      if (!read.atLineEnd())
        read.fail("the end of the line was expected behind a function, but '" +
                  read.next().text + "' was found");
    }
    for (auto &[name, signatures] : overloads) {
      for (ExternalSignature &signature : signatures)
        addPreamble(signature);
      source.externals[name] =
          std::make_shared<DeclaredFunction>(name, std::move(signatures));
    }
  }

private:
  void preamble() {
    read.takeAny();
    common += read.takeAny().text + "\n";
  }

  // Before the texts of all functions.
  void addPreamble(ExternalSignature &signature) const {
    if (common.empty())
      return;
    for (const char *target : {"", "opencl"})
      signature.preambles[target].push_back(
          {"0_" + source.name + "_preamble", common});
  }

  Type type(const char *what) {
    size_t begin = read.beginning();
    Type result = read.typeName();
    if (!result.isAnyInteger() && !result.isReal())
      text.fail(std::string(what) + " is " + result.str() +
                    ", and functions in C are of integers and real numbers",
                read.since(begin));
    return result;
  }

  // TYPE NAME(TYPE x, ...) [= NAME] [{{ ... }}]
  void function() {
    ExternalSignature signature;
    signature.result = type("the value");
    Token name = read.expectName("the name of a function");
    signature.nameInTarget = name.text;
    std::vector<std::string> parameters;
    read.expect("(", "behind the name of a function");
    while (!read.take(")")) {
      if (!signature.arguments.empty())
        read.expect(",", "between the arguments of a function");
      signature.arguments.push_back(type("an argument"));
      bool isNamed = read.next().kind == TokenKind::Name;
      parameters.push_back(isNamed ? read.takeAny().text : "");
    }
    if (read.take("="))
      signature.nameInTarget = read.expectName("a name in C").text;
    for (const char *target : {"", "opencl"})
      signature.preambles[target];
    if (read.next().kind == TokenKind::Code)
      body(signature, parameters, name);
    if (isKnownFunction(name.text))
      text.fail("'" + name.text + "' is a function that all kernels have",
                name.span);
    overloads[name.text].push_back(std::move(signature));
  }

  void body(ExternalSignature &signature,
            const std::vector<std::string> &parameters, const Token &name) {
    const Token code = read.takeAny();
    for (const ExternalSignature &other : overloads[name.text])
      if (other.nameInTarget == signature.nameInTarget)
        text.fail("two functions in C are '" + signature.nameInTarget +
                      "'; give one another name: '" + name.text + "(...) = " +
                      signature.nameInTarget + "_2'",
                  name.span);
    for (const char *target : {"", "opencl"}) {
      std::string list;
      for (size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].empty())
          text.fail("argument " + std::to_string(i) + " of '" + name.text +
                        "' has no name, by which the code could read it",
                    name.span);
        list += (i ? ", " : "") + typeInC(signature.arguments[i], target) +
                " " + parameters[i];
      }
      signature.preambles[target].push_back(
          {"1_" + signature.nameInTarget,
           std::string(functionMacro) + " " +
               typeInC(signature.result, target) + " " +
               signature.nameInTarget + "(" + (list.empty() ? "void" : list) +
               ")\n{" + code.text + "}\n"});
    }
  }

  const Text &text;
  KernelSource &source;
  const IsIname noInames = [](const std::string &) { return false; };
  TokenReader read;
  std::map<std::string, std::vector<ExternalSignature>> overloads;
  std::string common;
};

} // namespace

void language::readFunctionSection(const Text &text, KernelSource &source) {
  FunctionReader(text, source).run();
}
