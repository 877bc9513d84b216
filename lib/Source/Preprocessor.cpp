#include "loopyc/Source/Preprocessor.h"

#include "ConditionParser.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/LinePlaces.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::source;
using llvm::StringRef;

namespace {

struct Macro {
  bool takesArguments = false;
  std::vector<std::string> parameters;
  std::string body;
};

// One #if: is its present branch taken, has one been taken, is the #if itself
// in text that is taken?
struct Conditional {
  bool taken = false, done = false, outer = true;
  int line = 0;
};

bool isNameStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool isNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

StringRef takeName(StringRef &text) {
  text = text.ltrim();
  size_t end = 0;
  if (!text.empty() && isNameStart(text[0]))
    while (end < text.size() && isNameChar(text[end]))
      ++end;
  StringRef name = text.take_front(end);
  text = text.drop_front(end);
  return name;
}

class Preprocessor {
public:
  Preprocessor(const std::vector<MacroDefinition> &definitions,
               const std::vector<std::string> &includeDirs)
      : includeDirs(includeDirs) {
    for (const MacroDefinition &d : definitions)
      macros[d.name] = Macro{false, {}, d.value};
  }

  // `withText`: files that hold more than directives may be included.
  std::vector<std::string> run(StringRef text, const std::string &name,
                               bool withText);

private:
  // --- lines
  bool active() const {
    return conditionals.empty() || conditionals.back().taken;
  }
  std::string directive(StringRef text, bool withText);
  void define(StringRef rest);
  std::string include(StringRef rest, bool withText);
  bool skipsComment(StringRef current);
  void conditional(StringRef word, StringRef rest);
  Conditional &innermost(StringRef word);
  bool condition(StringRef text);

  // --- text
  std::string expand(StringRef text, bool inDirective);
  void expandName(StringRef name, StringRef &rest, std::string &out);
  std::optional<std::vector<std::string>> takeArguments(StringRef &rest);
  std::string substituted(const Macro &macro,
                          const std::vector<std::string> &arguments);

  [[noreturn]] void fail(const std::string &message) const {
    SourceRange range;
    range.file = file;
    range.line = line;
    range.column = 1;
    throw UserError("c_preprocess: " + message, range);
  }

  const std::vector<std::string> &includeDirs;
  std::map<std::string, Macro> macros;
  std::set<std::string> expanding;
  std::vector<Conditional> conditionals;
  std::shared_ptr<const std::string> file;
  int line = 0;
  LinePlace place; // of the line, as markers in the text have it
  int depth = 0;
  bool inComment = false; // one that begins a line: /* ...
};

} // namespace

// --- lines

// Is the line a part of a C comment of whole lines?
bool Preprocessor::skipsComment(StringRef current) {
  if (!inComment && !current.ltrim().starts_with("/*"))
    return false;
  inComment = !current.contains("*/");
  return true;
}

std::vector<std::string> Preprocessor::run(StringRef text,
                                           const std::string &name,
                                           bool withText) {
  auto outerFile = file;
  int outerLine = line;
  LinePlace outerPlace = place;
  size_t outerConditionals = conditionals.size();
  file = std::make_shared<const std::string>(name);
  line = 0;
  place = {name, 0};
  std::vector<std::string> out;
  while (!text.empty()) {
    auto [current, rest] = text.split('\n');
    text = rest;
    ++line;
    ++place.line;
    out.emplace_back();
    if (current.starts_with("#")) {
      std::string whole = current.rtrim().str();
      size_t more = 0;
      for (; !whole.empty() && whole.back() == '\\' && !text.empty(); ++more) {
        auto [next, after] = text.split('\n');
        whole.back() = ' ';
        whole += next.rtrim().str();
        text = after;
      }
      out.back() = directive(whole, withText);
      line += static_cast<int>(more);
      place.line += static_cast<int>(more);
      out.resize(out.size() + more);
    } else if (active() && !skipsComment(current)) {
      out.back() = expand(current, false);
    }
  }
  if (conditionals.size() > outerConditionals) {
    line = conditionals.back().line;
    fail("this #if has no #endif");
  }
  file = outerFile;
  line = outerLine;
  place = outerPlace;
  return out;
}

// "#define N 10 /* of them */" has a comment at its end.
static std::string withoutComments(StringRef text) {
  std::string out;
  while (true) {
    auto [before, rest] = text.split("/*");
    out += before.str();
    if (before.size() == text.size())
      return out;
    text = rest.split("*/").second;
    out += ' ';
  }
}

// What stands in its place: the text of a file.
std::string Preprocessor::directive(StringRef text, bool withText) {
  std::string plain = withoutComments(text);
  StringRef rest = StringRef(plain).drop_front();
  StringRef word = takeName(rest);
  if (word == "if" || word == "ifdef" || word == "ifndef" || word == "elif" ||
      word == "else" || word == "endif") {
    conditional(word, rest);
    return "";
  }
  if (!active() || word == "pragma" || word == "warning")
    return "";
  if (std::optional<LinePlace> next = readLineMarker(plain, place)) {
    place = {next->file, next->line - 1};
    return lineMarker(*next);
  }
  if (word == "line" || (word.empty() && rest.trim().empty()))
    return ""; // `#` alone does nothing
  if (word == "define")
    define(rest);
  else if (word == "undef")
    macros.erase(takeName(rest).str());
  else if (word == "include")
    return include(rest, withText);
  else if (word == "error")
    fail("#error" + rest.str());
  else
    fail("unknown directive #" + word.str());
  return "";
}

void Preprocessor::define(StringRef rest) {
  std::string name = takeName(rest).str();
  if (name.empty())
    fail("#define needs a name");
  Macro macro;
  if (rest.consume_front("(")) {
    macro.takesArguments = true;
    do {
      StringRef parameter = takeName(rest);
      if (!parameter.empty())
        macro.parameters.push_back(parameter.str());
      rest = rest.ltrim();
    } while (rest.consume_front(","));
    if (!rest.consume_front(")"))
      fail("the parameters of macro '" + name + "' have no ')'");
  }
  macro.body = rest.trim().str();
  macros[name] = macro;
}

std::string Preprocessor::include(StringRef rest, bool withText) {
  rest = rest.trim();
  bool quoted = rest.starts_with("\"") && rest.ends_with("\"");
  bool angled = rest.starts_with("<") && rest.ends_with(">");
  if (rest.size() < 3 || (!quoted && !angled))
    fail("#include needs \"FILE\" or <FILE>, found " + rest.str());
  StringRef name = rest.drop_front().drop_back();
  std::vector<std::string> folders;
  if (quoted)
    folders.push_back(llvm::sys::path::parent_path(*file).str());
  folders.insert(folders.end(), includeDirs.begin(), includeDirs.end());
  for (const std::string &folder : folders) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      continue;
    if (++depth > 100)
      fail("#include is nested more than 100 deep");
    std::string text = llvm::join(
        run((*buffer)->getBuffer(), std::string(path), withText), "\n");
    --depth;
    bool hasText = !StringRef(text).trim().empty();
    if (hasText && !withText)
      fail("'" + name.str() + "' holds more than directives; Fortran's include "
           "statement keeps line numbers right");
    if (!hasText)
      return "";
    const bool isInside = depth > 0; // the text goes on in this file
    return lineMarker({std::string(path), 1}) + "\n" + text +
           (isInside ? "\n" + lineMarker(place.next()) : "");
  }
  // Fortran's statement finds it where the stub is compiled, by directories
  // that are not known here; what it holds decides nothing of this text, as
  // the front end has made sure.
  if (withText)
    return "      include '" + name.str() + "'";
  fail("#include file '" + name.str() + "' is not found");
}

Conditional &Preprocessor::innermost(StringRef word) {
  if (conditionals.empty())
    fail("#" + word.str() + " without #if");
  return conditionals.back();
}

void Preprocessor::conditional(StringRef word, StringRef rest) {
  if (word == "endif") {
    innermost(word);
    conditionals.pop_back();
    return;
  }
  if (word == "else" || word == "elif") {
    Conditional &current = innermost(word);
    bool holds = current.outer && !current.done &&
                 (word == "else" || condition(rest));
    current.taken = holds;
    current.done |= holds;
    return;
  }
  Conditional opened;
  opened.outer = active();
  opened.line = line;
  if (opened.outer) {
    bool defined = word != "if" && macros.count(takeName(rest).str());
    opened.taken = word == "if"      ? condition(rest)
                   : word == "ifdef" ? defined
                                     : !defined;
  }
  opened.done = opened.taken;
  conditionals.push_back(opened);
}

bool Preprocessor::condition(StringRef text) {
  // defined(NAME) and defined NAME come before expansion.
  std::string plain;
  while (!text.empty()) {
    if (!isNameStart(text[0])) {
      plain += text[0];
      text = text.drop_front();
      continue;
    }
    StringRef name = takeName(text);
    if (name != "defined") {
      plain += name.str();
      continue;
    }
    bool parenthesised = (text = text.ltrim()).consume_front("(");
    StringRef asked = takeName(text);
    if (asked.empty() ||
        (parenthesised && !(text = text.ltrim()).consume_front(")")))
      fail("'defined' needs a name in #if");
    plain += macros.count(asked.str()) ? "1" : "0";
  }
  try {
    return evaluateCondition(expand(plain, true)) != 0;
  } catch (const UserError &error) {
    fail(error.what());
  }
}

// --- text

// Of a comment that is opaque: up to where a directive's words begin, in which
// macros are expanded, as in statements.
static size_t withoutDirective(StringRef text, size_t length) {
  const StringRef mark = "!$loopy";
  return text.starts_with_insensitive(mark) ? mark.size() : length;
}

std::string Preprocessor::expand(StringRef text, bool inDirective) {
  std::string out;
  while (!text.empty()) {
    char c = text[0];
    if (size_t length = inDirective ? 0 : fortran::opaqueLength(text)) {
      length = withoutDirective(text, length);
      out += text.take_front(length).str();
      text = text.drop_front(length);
    } else if (isNameStart(c)) {
      StringRef name = takeName(text);
      expandName(name, text, out);
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      // 1.0e0: the exponent's letter is no name.
      while (!text.empty() && (isNameChar(text[0]) || text[0] == '.')) {
        out += text[0];
        text = text.drop_front();
      }
    } else {
      out += c;
      text = text.drop_front();
    }
  }
  return out;
}

void Preprocessor::expandName(StringRef name, StringRef &rest,
                              std::string &out) {
  if (name == "__LINE__" || name == "__FILE__") {
    out += name == "__LINE__" ? std::to_string(place.line)
                              : "\"" + place.file + "\"";
    return;
  }
  auto found = macros.find(name.str());
  if (found == macros.end() || expanding.count(name.str())) {
    out += name.str();
    return;
  }
  const Macro macro = found->second;
  std::string text = macro.body;
  if (macro.takesArguments) {
    StringRef after = rest;
    std::optional<std::vector<std::string>> arguments = takeArguments(after);
    if (!arguments) {
      out += name.str();
      return;
    }
    if (arguments->size() != macro.parameters.size())
      fail("macro '" + name.str() + "' takes " +
           std::to_string(macro.parameters.size()) + " arguments, found " +
           std::to_string(arguments->size()));
    text = substituted(macro, *arguments);
    rest = after;
  }
  expanding.insert(name.str());
  out += expand(text, false);
  expanding.erase(name.str());
}

// "(a, b)"; nullopt if the next thing is no parenthesis.
std::optional<std::vector<std::string>>
Preprocessor::takeArguments(StringRef &rest) {
  StringRef text = rest.ltrim();
  if (!text.consume_front("("))
    return std::nullopt;
  std::vector<std::string> arguments(1);
  int level = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ')' && level == 0) {
      rest = text.drop_front(i + 1);
      if (arguments.size() == 1 && StringRef(arguments[0]).trim().empty())
        arguments.clear();
      return arguments;
    }
    level += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && level == 0)
      arguments.emplace_back();
    else
      arguments.back() += c;
  }
  fail("a macro's arguments have no ')' on their line");
}

std::string
Preprocessor::substituted(const Macro &macro,
                          const std::vector<std::string> &arguments) {
  std::string out;
  StringRef text = macro.body;
  while (!text.empty()) {
    if (!isNameStart(text[0])) {
      out += text[0];
      text = text.drop_front();
      continue;
    }
    StringRef name = takeName(text);
    size_t p = 0;
    while (p < macro.parameters.size() && name != macro.parameters[p])
      ++p;
    out += p < macro.parameters.size()
               ? expand(StringRef(arguments[p]).trim(), false)
               : name.str();
  }
  return out;
}

std::string
source::preprocessText(const std::string &text, const std::string &fileName,
                         const std::vector<MacroDefinition> &macros,
                         const std::vector<std::string> &includeDirs) {
  bool ends = !text.empty() && text.back() == '\n';
  return llvm::join(
             Preprocessor(macros, includeDirs).run(text, fileName, false),
             "\n") +
         (ends ? "\n" : "");
}

std::vector<std::string>
source::preprocessLines(const std::string &text, const std::string &fileName,
                          const Options &options) {
  std::vector<MacroDefinition> macros;
  for (const MacroOption &macro : options.macros) {
    llvm::erase_if(macros, [&](const MacroDefinition &other) {
      return other.name == macro.name;
    });
    if (!macro.undefine)
      macros.push_back({macro.name, macro.value});
  }
  std::vector<std::string> lines =
      Preprocessor(macros, options.includeDirs).run(text, fileName, true);
  for (std::string &line : lines)
    line = StringRef(line).rtrim('\r').str();
  return lines;
}
