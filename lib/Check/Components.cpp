#include "Components.h"

#include "FreeStatements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::check;

namespace {

using Words = std::vector<std::string>;

// "grid % c%q" from its first character to behind its last.
struct Reference {
  Words path; // in lower case
  SourcePosition begin, end;
};

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

void skipBlanks(FreeStatements &text) {
  while (!text.done() && (text.current() == ' ' || text.current() == '\t'))
    text.next();
}

// At a name: it, and what follows it after '%'.
Reference readReference(FreeStatements &text) {
  Reference reference{{}, text.position(), {}};
  do {
    if (!reference.path.empty())
      text.next();
    skipBlanks(text);
    std::string name;
    while (!text.done() && isNamePart(text.current())) {
      name += text.current();
      reference.end = text.position();
      text.next();
    }
    reference.path.push_back(name);
    skipBlanks(text);
  } while (!text.done() && text.current() == '%');
  ++reference.end.column;
  return reference;
}

// Those of whole variables: not "a(i)%x", whose "x" follows a parenthesis.
std::vector<Reference> referencesIn(const Words &lines, int first, int last) {
  std::vector<Reference> found;
  bool afterPercent = false;
  for (FreeStatements text(lines, first - 1, last); !text.done();) {
    char c = text.current();
    if (!isNamePart(c)) {
      afterPercent = c == '%' || (afterPercent && c == ' ');
      text.next();
      continue;
    }
    Reference reference = readReference(text);
    if (reference.path.size() > 1 && !afterPercent)
      found.push_back(std::move(reference));
    afterPercent = false;
  }
  return found;
}

Words pathOf(const HiddenArgument &hidden) {
  Words path;
  for (llvm::StringRef part : llvm::split(hidden.actual, '%'))
    path.push_back(part.trim().lower());
  return path;
}

bool isComponent(const HiddenArgument &hidden) {
  return hidden.actual.find('%') != std::string::npos &&
         hidden.actual.find('(') == std::string::npos;
}

// Components of a parent type may be named without it: "x%q" for "x%base%q".
bool leavesOutParents(const Words &path, const Words &whole) {
  auto at = whole.begin();
  for (const std::string &part : path) {
    at = std::find(at, whole.end(), part);
    if (at++ == whole.end())
      return false;
  }
  return path.front() == whole.front() && path.back() == whole.back();
}

// The variable's name; "" if the path is no argument.
std::string nameOf(const Words &path,
                   const std::vector<HiddenArgument> &hidden) {
  std::string name;
  for (const HiddenArgument &argument : hidden) {
    if (!isComponent(argument))
      continue;
    Words whole = pathOf(argument);
    if (whole == path)
      return argument.variable->name;
    if (leavesOutParents(path, whole))
      name = argument.variable->name;
  }
  return name;
}

// The name stands on the first line; what follows goes on where it stood.
void replace(Words &lines, const Reference &reference,
             const std::string &name) {
  const auto &[begin, end] = std::pair(reference.begin, reference.end);
  std::string rest = lines[end.line].substr(end.column);
  if (begin.line == end.line) {
    lines[begin.line].replace(begin.column, end.column - begin.column, name);
    return;
  }
  lines[begin.line] = lines[begin.line].substr(0, begin.column) + name + " &";
  for (size_t line = begin.line + 1; line < end.line; ++line)
    lines[line] = "!";
  lines[end.line] = "&" + rest;
}

} // namespace

void check::nameComponents(std::vector<std::string> &lines, int first, int last,
                           const std::vector<HiddenArgument> &hidden) {
  if (std::none_of(hidden.begin(), hidden.end(), isComponent))
    return;
  std::vector<Reference> references = referencesIn(lines, first, last);
  // Positions before a replacement stay.
  for (size_t k = references.size(); k-- > 0;)
    if (std::string name = nameOf(references[k].path, hidden); !name.empty())
      replace(lines, references[k], name);
}
