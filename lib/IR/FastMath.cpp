#include "loopyc/IR/FastMath.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;

namespace {

struct Kind {
  const char *name;
  bool FastMath::*member;
};

constexpr Kind kinds[] = {{"reciprocal", &FastMath::reciprocal},
                          {"rsqrt", &FastMath::rsqrt},
                          {"division", &FastMath::division},
                          {"denormals", &FastMath::denormals},
                          {"contraction", &FastMath::contraction}};

} // namespace

static std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const Kind &kind : kinds)
    names.push_back(kind.name);
  return names;
}

std::string loopyc::str(const FastMath &fast) {
  std::vector<std::string> names;
  for (const Kind &kind : kinds)
    if (fast.*kind.member)
      names.push_back(kind.name);
  return llvm::join(names, ", ");
}

static void add(FastMath &fast, llvm::StringRef name,
                const std::string &where) {
  for (const Kind &kind : kinds)
    if (name == kind.name) {
      fast.*kind.member = true;
      return;
    }
  throw UserError(where + ": fast_math knows no kind '" + name.str() + "'" +
                  suggestion(name.str(), kindNames()));
}

FastMath loopyc::readFastMath(const std::string &text,
                              const std::string &where) {
  FastMath fast;
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::StringRef(text).split(words, ',');
  llvm::StringRef whole = llvm::StringRef(text).trim();
  if (whole.empty() || whole == "False" || whole == "None")
    return fast;
  for (llvm::StringRef word : words) {
    word = word.trim();
    if (word == "True" && words.size() == 1)
      for (const Kind &kind : kinds)
        fast.*kind.member = true;
    else if (!word.empty())
      add(fast, word, where);
  }
  return fast;
}

FastMath loopyc::fastMathOf(const Kernel &kernel) {
  auto it = kernel.options.values.find("fast_math");
  return it == kernel.options.values.end()
             ? FastMath()
             : readFastMath(it->second, "kernel '" + kernel.name + "'");
}

FastMath loopyc::common(const FastMath &a, const FastMath &b) {
  FastMath both;
  for (const Kind &kind : kinds)
    both.*kind.member = a.*kind.member && b.*kind.member;
  return both;
}

bool loopyc::forbidsContraction(const Kernel &kernel) {
  auto it = kernel.options.values.find("fp_contract");
  return it != kernel.options.values.end() &&
         it->second.find("off") != std::string::npos;
}
