#include "loopyc/Source/Fortran/Clauses.h"

#include "loopyc/Source/Fortran/Threads.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <utility>

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;

namespace {

// "private(i, w(4))": its name, and what stands between its brackets. Words
// without brackets are clauses, too.
struct Clause {
  StringRef name, text;
};

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

// Takes the text up to the bracket that closes the first one.
StringRef takeBrackets(StringRef &rest) {
  int depth = 0;
  for (size_t at = 0; at < rest.size(); ++at) {
    depth += rest[at] == '(' ? 1 : rest[at] == ')' ? -1 : 0;
    if (depth == 0) {
      StringRef inside = rest.slice(1, at);
      rest = rest.drop_front(at + 1);
      return inside;
    }
  }
  return std::exchange(rest, "").drop_front();
}

std::vector<Clause> split(StringRef words) {
  std::vector<Clause> result;
  while (!(words = words.drop_until(isWordPart)).empty()) {
    Clause clause;
    clause.name = words.take_while(isWordPart);
    words = words.drop_front(clause.name.size()).ltrim();
    if (words.starts_with("("))
      clause.text = takeBrackets(words);
    result.push_back(clause);
  }
  return result;
}

// Of variables and sections, "a, w(1:4)".
std::vector<std::string> namesIn(StringRef list) {
  std::vector<std::string> result;
  while (!list.empty()) {
    list = list.ltrim();
    StringRef name = list.take_while(isWordPart);
    list = list.drop_front(name.size()).ltrim();
    if (list.starts_with("("))
      takeBrackets(list);
    if (!name.empty())
      result.push_back(name.str());
    list = list.split(',').second;
  }
  return result;
}

bool has(const std::vector<Clause> &clauses, StringRef word) {
  return std::any_of(clauses.begin(), clauses.end(),
                     [&](const Clause &c) { return c.name == word; });
}

bool isIndependent(const DirectiveLine &directive,
                   const std::vector<Clause> &clauses) {
  if (has(clauses, "ordered") || has(clauses, "seq") || has(clauses, "auto"))
    return false;
  if (directive.sentinel == "$acc") // the loop of `kernels` need not be
    return has(clauses, "independent") ||
           (has(clauses, "parallel") && has(clauses, "loop"));
  return !has(clauses, "safelen");
}

} // namespace

bool fortran::isOfLoop(const DirectiveLine &directive) {
  return sharesLoop(directive) ||
         (directive.sentinel == "$omp" &&
          StringRef(directive.words).starts_with("simd"));
}

LoopClauses fortran::clausesOf(const DirectiveLine &directive) {
  LoopClauses result;
  std::vector<Clause> clauses = split(directive.words);
  for (const Clause &clause : clauses) {
    auto addTo = [&](StringRef name, std::set<std::string> &names) {
      if (clause.name == name)
        for (std::string &each : namesIn(clause.text))
          names.insert(std::move(each));
    };
    addTo("private", result.isPrivate);
    addTo("firstprivate", result.firstPrivate);
    addTo("lastprivate", result.lastPrivate);
    if (clause.name == "reduction") {
      auto [operation, list] = clause.text.split(':');
      if (operation.contains(','))
        operation = operation.rsplit(',').second; // behind a modifier
      for (const std::string &name : namesIn(list))
        result.reductions.emplace_back(operation.trim().str(), name);
    } else if (clause.name == "collapse") {
      int loops = 1;
      if (!clause.text.trim().getAsInteger(10, loops))
        result.loops = std::max(loops, 1);
    }
  }
  result.independent = isIndependent(directive, clauses);
  return result;
}
