#include "Components.h"

#include "loopyc/Source/Fortran/Gathered.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::check;

namespace {

using Words = std::vector<std::string>;

size_t skipBlanks(const std::string &text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
    ++at;
  return at;
}

// Behind the bracket that closes the one here.
size_t behindBrackets(const std::string &text, size_t at) {
  int depth = 0;
  do {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    ++at;
  } while (at < text.size() && depth > 0);
  return at;
}

std::string withoutBlanks(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return c == ' ' || c == '\t'; }),
             text.end());
  return text;
}

// "cells(i) % u(k)": each part with its subscripts.
struct Designator {
  struct Part {
    std::string name;
    bool hasSubscripts = false;
    std::string subscripts; // without brackets
    size_t endOfName = 0, end = 0;
  };
  std::vector<Part> parts;
  size_t begin = 0;

  // Of the first parts, with the subscripts of all but the last of them.
  Words path(size_t count) const {
    Words result;
    for (size_t k = 0; k < count; ++k)
      result.push_back(parts[k].name +
                       (k + 1 < count && parts[k].hasSubscripts
                            ? "(" + withoutBlanks(parts[k].subscripts) + ")"
                            : ""));
    return result;
  }
};

// At a name. `code`: in lower case.
Designator readDesignator(const std::string &code, size_t at) {
  Designator result;
  result.begin = at;
  while (true) {
    Designator::Part part;
    at = skipBlanks(code, at);
    size_t begin = at;
    while (at < code.size() && isNamePart(code[at]))
      ++at;
    part.name = code.substr(begin, at - begin);
    part.endOfName = part.end = at;
    at = skipBlanks(code, at);
    if (at < code.size() && code[at] == '(') {
      part.end = behindBrackets(code, at);
      part.hasSubscripts = true;
      part.subscripts = code.substr(at + 1, part.end - at - 2);
      at = skipBlanks(code, part.end);
    }
    result.parts.push_back(std::move(part));
    if (at >= code.size() || code[at] != '%')
      return result;
    ++at;
  }
}

// "cells(:)": cells
std::string nameOfPart(const std::string &part) {
  return part.substr(0, part.find('('));
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

// What a designator is in the oracle: a text for all up to a place.
struct Replacement {
  size_t begin, end;
  std::string text;
};

class Renaming {
public:
  Renaming(const std::vector<HiddenArgument> &hidden,
           const std::vector<VariablePtr> &locals)
      : hidden(hidden), locals(locals) {}

  // None where it is no component of these. A part of a complex one stays:
  // "s%z(i)%re" is "s_z(i)%re".
  std::optional<Replacement> of(Designator given) const {
    std::optional<Replacement> result = ofWhole(given);
    const std::string &last = given.parts.back().name;
    if (result || given.parts.size() < 3 || (last != "re" && last != "im"))
      return result;
    given.parts.pop_back();
    return ofWhole(given);
  }

  // Of a part of a statement.
  std::string renamed(const std::string &code) const {
    std::string text;
    for (size_t at = 0; at < code.size();) {
      bool begins =
          isNamePart(code[at]) && (at == 0 || !isNamePart(code[at - 1]));
      if (begins)
        if (auto replacement = of(readDesignator(code, at))) {
          text += replacement->text;
          at = replacement->end;
          continue;
        }
      text += code[at++];
    }
    return text;
  }

private:
  std::optional<Replacement> ofWhole(const Designator &given) const {
    if (std::optional<Replacement> one = object(given))
      return one;
    if (std::optional<Replacement> element = gathered(given))
      return element;
    return ofLocal(given);
  }

  static Words lower(const Words &path) {
    Words result;
    for (const std::string &part : path)
      result.push_back(lowerCase(withoutBlanks(part)));
    return result;
  }

  // An object of the host, whose own subscripts stay.
  std::optional<Replacement> object(const Designator &given) const {
    const size_t count = given.parts.size();
    if (count < 2)
      return std::nullopt;
    std::string name;
    for (const HiddenArgument &argument : hidden) {
      if (!argument.value.isComponent() ||
          !fortran::gatheredParts(argument.value).empty())
        continue;
      Words whole = lower(argument.value.path);
      if (whole == given.path(count)) {
        name = argument.variable->name;
        break;
      }
      if (leavesOutParents(given.path(count), whole))
        name = argument.variable->name;
    }
    if (name.empty())
      return std::nullopt;
    return Replacement{given.begin, given.parts.back().endOfName, name};
  }

  // cells(i)%u(k): cells_u(k, i). Of the array alone, as in size(cells), what
  // has its shape.
  std::optional<Replacement> gathered(const Designator &given) const {
    for (const HiddenArgument &argument : hidden) {
      std::vector<fortran::GatheredPart> parts =
          fortran::gatheredParts(argument.value);
      if (parts.empty())
        continue;
      if (given.parts.size() == parts.size() && areNamed(given, parts))
        return Replacement{given.begin, given.parts.back().end,
                           argument.variable->name + subscripts(given, parts)};
      if (isArrayOf(given, parts))
        return Replacement{given.begin, given.parts.back().end,
                           argument.variable->name +
                               subscripts(given, parts, "1")};
    }
    return std::nullopt;
  }

  // Where one element is meant, "tiles(t)", that has its subscripts.
  static bool areNamed(const Designator &given,
                       const std::vector<fortran::GatheredPart> &parts) {
    for (size_t k = 0; k < given.parts.size(); ++k) {
      const Designator::Part &part = given.parts[k];
      const std::string name = lowerCase(withoutBlanks(parts[k].name));
      if (name != part.name &&
          name != part.name + "(" + withoutBlanks(part.subscripts) + ")")
        return false;
    }
    return true;
  }

  static bool isArrayOf(const Designator &given,
                        const std::vector<fortran::GatheredPart> &parts) {
    size_t count = given.parts.size();
    return count < parts.size() && parts[count - 1].rank > 0 &&
           !given.parts.back().hasSubscripts && areNamed(given, parts);
  }

  // "" where all are whole.
  std::string subscripts(const Designator &given,
                         const std::vector<fortran::GatheredPart> &parts,
                         const std::string &behind = "") const {
    Words all;
    bool some = false;
    for (size_t k = parts.size(); k-- > 0;) {
      if (parts[k].name.find('(') != std::string::npos)
        continue;
      bool isGiven = k < given.parts.size() && given.parts[k].hasSubscripts;
      bool isBehind = k >= given.parts.size();
      some |= isGiven || (isBehind && parts[k].rank > 0);
      if (isGiven)
        all.push_back(renamed(given.parts[k].subscripts));
      else
        all.resize(all.size() + parts[k].rank, isBehind ? behind : ":");
    }
    std::string text;
    for (const std::string &one : all)
      text += (text.empty() ? "(" : ", ") + one;
    return some ? text + ")" : "";
  }

  // Components of a variable of the procedure that became the kernel's own.
  std::optional<Replacement> ofLocal(const Designator &given) const {
    if (given.parts.size() < 2)
      return std::nullopt;
    std::string name;
    Words own;
    for (const Designator::Part &part : given.parts)
      name += (name.empty() ? "" : "_") + part.name;
    for (size_t k = given.parts.size(); k-- > 0;)
      if (given.parts[k].hasSubscripts)
        own.push_back(renamed(given.parts[k].subscripts));
    for (const VariablePtr &local : locals) {
      if (!equalButForCase(local->name, name))
        continue;
      std::string text;
      for (const std::string &one : own)
        text += (text.empty() ? "(" : ", ") + one;
      return Replacement{given.begin, given.parts.back().end,
                         local->name + text + (text.empty() ? "" : ")")};
    }
    return std::nullopt;
  }

  const std::vector<HiddenArgument> &hidden;
  const std::vector<VariablePtr> &locals;
};

// The text stands on the first line; what follows goes on where it stood.
void replace(Words &lines, const fortran::Statement &statement,
             const Replacement &replacement) {
  source::Position begin = statement.position(replacement.begin),
                   end = statement.position(replacement.end - 1);
  ++end.column;
  const std::string &text = replacement.text;
  if (begin.line == end.line) {
    lines[begin.line].replace(begin.column, end.column - begin.column, text);
    return;
  }
  std::string rest = lines[end.line].substr(end.column);
  lines[begin.line] = lines[begin.line].substr(0, begin.column) + text + " &";
  for (size_t line = begin.line + 1; line < end.line; ++line)
    lines[line] = "!";
  lines[end.line] = "&" + rest;
}

// Of each statement, the variables of derived types that blocks around it
// declare: they are not those outside.
std::vector<std::set<std::string>>
declaredInBlocks(const std::vector<fortran::Statement> &statements) {
  static const llvm::Regex begin("^ *([a-z][a-z0-9_]* *: *)?block *$"),
      end("^ *end *block( .*)?$"), declaration("^ *(type|class) *\\(.*::(.*)$");
  std::vector<std::set<std::string>> result, around(1);
  for (const fortran::Statement &statement : statements) {
    llvm::SmallVector<llvm::StringRef> found;
    if (begin.match(statement.code))
      around.push_back(around.back());
    else if (end.match(statement.code) && around.size() > 1)
      around.pop_back();
    else if (around.size() > 1 && declaration.match(statement.code, &found)) {
      int depth = 0;
      bool isName = true; // up to what follows it
      std::string name;
      for (char c : found[2].str() + ",") {
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (c == ',' && depth == 0) {
          around.back().insert(name);
          name.clear();
          isName = true;
        } else if (isName && isNamePart(c)) {
          name += c;
        } else {
          isName = isName && name.empty();
        }
      }
    }
    result.push_back(around.back());
  }
  return result;
}

// Positions before a replacement stay.
void rename(const fortran::Statement &statement, const Renaming &names,
            const std::set<std::string> &ofBlocks, Words &lines) {
  const std::string &code = statement.code;
  std::vector<Replacement> found;
  bool afterPercent = false;
  for (size_t at = 0; at < code.size();) {
    if (!isNamePart(code[at])) {
      afterPercent = code[at] == '%' || (afterPercent && code[at] == ' ');
      ++at;
      continue;
    }
    Designator designator = readDesignator(code, at);
    size_t end = designator.parts.front().endOfName;
    if (!afterPercent && !ofBlocks.count(designator.parts.front().name))
      if (std::optional<Replacement> replacement = names.of(designator)) {
        end = replacement->end;
        found.push_back(std::move(*replacement));
      }
    at = end;
    afterPercent = false;
  }
  for (size_t k = found.size(); k-- > 0;)
    replace(lines, statement, found[k]);
}

} // namespace

// A statement's names, but for those of components.
static Words variablesIn(const std::string &code) {
  Words names;
  bool afterPercent = false;
  for (size_t at = 0; at < code.size();) {
    if (!isNamePart(code[at])) {
      afterPercent = code[at] == '%' || (afterPercent && code[at] == ' ');
      ++at;
      continue;
    }
    size_t begin = at;
    while (at < code.size() && isNamePart(code[at]))
      ++at;
    if (!afterPercent)
      names.push_back(code.substr(begin, at - begin));
    afterPercent = false;
  }
  return names;
}

std::string check::mentionedWhole(const std::vector<std::string> &lines,
                                  int first, int last,
                                  const std::vector<HiddenArgument> &hidden) {
  source::UnfoldedLines all(lines);
  for (const fortran::Statement &statement :
       fortran::scanStatements(all.lines, fortran::Form::Free,
                               all.startOf(first - 1), all.startOf(last)))
    for (const std::string &name : variablesIn(statement.code))
      for (const HiddenArgument &argument : hidden)
        if (argument.value.isComponent() &&
            equalButForCase(nameOfPart(argument.value.path.front()), name))
          return name;
  return "";
}

void check::nameComponents(std::vector<std::string> &lines, int first, int last,
                           const std::vector<HiddenArgument> &hidden,
                           const std::vector<VariablePtr> &locals) {
  source::UnfoldedLines all(lines);
  std::vector<fortran::Statement> statements =
      fortran::scanStatements(all.lines, fortran::Form::Free,
                              all.startOf(first - 1), all.startOf(last));
  const std::vector<std::set<std::string>> ofBlocks =
      declaredInBlocks(statements);
  for (size_t k = statements.size(); k-- > 0;)
    rename(statements[k], Renaming(hidden, locals), ofBlocks[k], all.lines);
  lines = all.fold();
}
