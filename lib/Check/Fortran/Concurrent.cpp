#include "Fortran/Concurrent.h"

#include "loopyc/Source/Fortran/Scanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <optional>
#include <tuple>

using namespace loopyc;
using namespace loopyc::check;
using fortran::Statement;
using llvm::StringRef;

namespace {

constexpr size_t npos = StringRef::npos;

bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

// The place of the bracket that closes the one there.
size_t closing(StringRef code, size_t open) {
  int depth = 0;
  for (size_t at = open; at < code.size(); ++at) {
    depth += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (depth == 0)
      return at;
  }
  return npos;
}

// Parts between commas outside of brackets.
std::vector<StringRef> partsOf(StringRef list) {
  std::vector<StringRef> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at <= list.size(); ++at) {
    char c = at < list.size() ? list[at] : ',';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.push_back(list.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return parts;
}

// What a loop's first statement says; places are those in its code.
struct Header {
  size_t begin = 0;              // of "do", or of the name before it
  size_t typeBegin = 0, typeEnd = 0; // "integer ::"
  size_t end = 0;                // behind the bracket; locality follows
  std::string declaration;       // "integer :: i, j"
  std::vector<std::string> copied, initialised;

  bool saysMore(StringRef code) const {
    return !declaration.empty() || !code.drop_front(end).trim().empty();
  }
};

// The names in the brackets behind each `word` of the text.
std::vector<std::string> namesBehind(StringRef text, StringRef word) {
  std::vector<std::string> names;
  for (size_t at = 0; (at = text.find(word, at)) != npos; ++at) {
    size_t open = text.find_first_not_of(" \t", at + word.size());
    bool isWord = (at == 0 || !isNameChar(text[at - 1])) && open != npos &&
                  text[open] == '(';
    size_t close = isWord ? closing(text, open) : npos;
    if (close == npos)
      continue;
    for (StringRef name : partsOf(text.slice(open + 1, close)))
      names.push_back(name.str());
  }
  return names;
}

void readTypes(StringRef code, size_t open, size_t close, Header &header) {
  size_t colons = code.slice(open, close).find("::");
  if (colons == npos)
    return;
  header.typeBegin = open + 1;
  header.typeEnd = open + colons + 2;
  std::vector<std::string> names;
  for (StringRef part : partsOf(code.slice(header.typeEnd, close))) {
    StringRef name = part.take_while(isNameChar);
    StringRef rest = part.drop_front(name.size()).ltrim();
    if (!name.empty() && rest.starts_with("=") && !rest.starts_with("=="))
      names.push_back(name.str());
  }
  header.declaration = code.slice(header.typeBegin, header.typeEnd).str() +
                       " " + llvm::join(names, ", ");
}

std::optional<Header> headerOf(StringRef code) {
  Header header;
  header.begin = code.find_first_not_of(" \t");
  if (header.begin == npos)
    return std::nullopt;
  StringRef rest = code.drop_front(header.begin);
  StringRef name = rest.take_while(isNameChar);
  StringRef behind = rest.drop_front(name.size()).ltrim();
  if (behind.consume_front(":"))
    rest = behind.ltrim();
  if (!rest.consume_front("do"))
    return std::nullopt;
  rest = rest.ltrim();
  if (!rest.consume_front("concurrent"))
    return std::nullopt;
  size_t open = code.size() - rest.ltrim().size();
  if (open >= code.size() || code[open] != '(')
    return std::nullopt;
  size_t close = closing(code, open);
  if (close == npos)
    return std::nullopt;
  header.end = close + 1;
  readTypes(code, open, close, header);
  StringRef locality = code.drop_front(header.end);
  header.initialised = namesBehind(locality, "local_init");
  header.copied = namesBehind(locality, "local");
  llvm::append_range(header.copied, header.initialised);
  return header;
}

bool beginsLoop(StringRef code) {
  code = code.ltrim();
  StringRef name = code.take_while(isNameChar);
  StringRef behind = code.drop_front(name.size()).ltrim();
  if (behind.starts_with(":") && !behind.starts_with("::"))
    code = behind.drop_front().ltrim();
  if (!code.consume_front("do") || (!code.empty() && isNameChar(code[0])))
    return false;
  code = code.ltrim();
  // No `do 10 i = ...`, and no assignment to a variable of this name.
  return !code.starts_with("=") && !code.starts_with("(") &&
         !(!code.empty() && llvm::isDigit(code[0]));
}

bool endsLoop(StringRef code) {
  code = code.trim();
  return code.consume_front("end") && code.ltrim().consume_front("do") &&
         !code.contains('=');
}

class Rewriter {
public:
  explicit Rewriter(std::vector<std::string> &lines) : lines(lines) {}

  bool run() {
    for (const Statement &statement :
         fortran::scanStatements(lines, fortran::Form::Free)) {
      if (beginsLoop(statement.code)) {
        open.emplace_back();
        if (std::optional<Header> header = headerOf(statement.code))
          if (statement.label.empty() && header->saysMore(statement.code))
            begin(statement, *header);
      } else if (endsLoop(statement.code) && !open.empty()) {
        if (!open.back().empty())
          insert(statement, lastOf(statement) + 1, open.back());
        open.pop_back();
      }
    }
    // From the last: what is put in moves what is behind it on its line.
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit &a, const Edit &b) {
                       return std::tie(a.place.line, a.place.column) >
                              std::tie(b.place.line, b.place.column);
                     });
    for (const Edit &edit : edits)
      lines[edit.place.line].insert(edit.place.column, edit.text);
    return !edits.empty();
  }

private:
  struct Edit {
    source::Position place;
    std::string text;
  };

  static size_t lastOf(const Statement &statement) {
    return statement.code.find_last_not_of(" \t");
  }

  void begin(const Statement &statement, const Header &header) {
    std::string before, first = "; continue", behind;
    std::vector<std::string> saved;
    for (const std::string &name : header.copied) {
      const std::string copy = "loopyc_" + std::to_string(++copies);
      saved.push_back(copy + " => (" + name + ")");
      behind += "; " + name + " = " + copy;
      if (llvm::is_contained(header.initialised, name))
        first += "; " + name + " = " + copy;
    }
    if (!header.declaration.empty())
      before += "block; " + header.declaration + "; ";
    if (!saved.empty()) {
      before += "associate (" + llvm::join(saved, ", ") + "); ";
      behind += "; end associate";
    }
    if (!header.declaration.empty())
      behind += "; end block";
    open.back() = behind;
    insert(statement, lastOf(statement) + 1, first);
    insert(statement, header.begin, before);
    blank(statement, header.typeBegin, header.typeEnd);
    blank(statement, header.end, statement.code.size());
  }

  // At a place in its code, or behind its last character.
  void insert(const Statement &statement, size_t at, const std::string &text) {
    source::Position place =
        statement.position(at == 0 ? 0 : at - 1); // on the line before
    if (at > 0)
      ++place.column;
    edits.push_back({place, text});
  }

  void blank(const Statement &statement, size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      const source::Position place = statement.position(at);
      if (std::string &line = lines[place.line]; place.column < line.size() &&
                                                 line[place.column] != '&')
        line[place.column] = ' ';
    }
  }

  std::vector<std::string> &lines;
  std::vector<std::string> open; // what follows the ends of loops around
  std::vector<Edit> edits;
  int copies = 0;
};

} // namespace

bool check::spellOutLocality(std::vector<std::string> &lines) {
  return Rewriter(lines).run();
}
