#include "Components.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::check;

namespace {

using Words = std::vector<std::string>;

// "grid % c%q" from its first character to behind its last.
struct Reference {
  Words path; // in lower case
  source::Position begin, end;
};

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

void skipBlanks(const std::string &text, size_t &at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
    ++at;
}

// At a name: it, and what follows it after '%'. Leaves `at` behind all.
Reference readReference(const fortran::Statement &statement, size_t &at) {
  const std::string &text = statement.code;
  Reference reference{{}, statement.position(at), {}};
  do {
    at += !reference.path.empty(); // the '%'
    skipBlanks(text, at);
    size_t begin = at;
    while (at < text.size() && isNamePart(text[at]))
      ++at;
    if (at > begin)
      reference.end = statement.position(at - 1);
    reference.path.push_back(text.substr(begin, at - begin));
    skipBlanks(text, at);
  } while (at < text.size() && text[at] == '%');
  ++reference.end.column;
  return reference;
}

// Those of whole variables: not "a(i)%x", whose "x" follows a parenthesis.
void addReferences(const fortran::Statement &statement,
                   std::vector<Reference> &found) {
  const std::string &text = statement.code;
  bool afterPercent = false;
  for (size_t at = 0; at < text.size();) {
    if (!isNamePart(text[at])) {
      afterPercent = text[at] == '%' || (afterPercent && text[at] == ' ');
      ++at;
      continue;
    }
    Reference reference = readReference(statement, at);
    if (reference.path.size() > 1 && !afterPercent)
      found.push_back(std::move(reference));
    afterPercent = false;
  }
}

Words pathOf(const HiddenArgument &hidden) {
  Words path;
  for (const std::string &part : hidden.value.path)
    path.push_back(lowerCase(part));
  return path;
}

bool isComponent(const HiddenArgument &hidden) {
  return hidden.value.isComponent();
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
  source::UnfoldedLines all(lines);
  std::vector<Reference> references;
  for (const fortran::Statement &statement :
       fortran::scanStatements(all.lines, fortran::Form::Free,
                               all.startOf(first - 1), all.startOf(last)))
    addReferences(statement, references);
  // Positions before a replacement stay.
  for (size_t k = references.size(); k-- > 0;)
    if (std::string name = nameOf(references[k].path, hidden); !name.empty())
      replace(all.lines, references[k], name);
  lines = all.fold();
}
