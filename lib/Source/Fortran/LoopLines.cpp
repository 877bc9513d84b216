#include "loopyc/Source/Fortran/LoopLines.h"

#include "loopyc/Source/Fortran/Scanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

// Blanks mean nothing in fixed form, and tell no two of these statements apart.
static std::string withoutBlanks(const std::string &code) {
  std::string result;
  for (char c : code)
    if (!llvm::isSpace(c))
      result += c;
  return result;
}

// "outer:do" -> "do"
static StringRef withoutName(StringRef code) {
  StringRef name = code.take_while(isNameChar), rest = code.substr(name.size());
  if (!name.empty() && rest.starts_with(":") && !rest.starts_with("::"))
    return rest.drop_front();
  return code;
}

// How much of the code the bracket holds that it begins with; 0: none does.
static size_t bracketLength(StringRef code) {
  if (!code.starts_with("("))
    return 0;
  int depth = 0;
  for (size_t at = 0; at < code.size(); ++at) {
    depth += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return 0;
}

static bool hasCommaOutsideBrackets(StringRef code) {
  for (size_t at = 0; at < code.size(); ++at) {
    if (code[at] == ',')
      return true;
    if (size_t bracket = bracketLength(code.substr(at)))
      at += bracket - 1;
  }
  return false;
}

namespace {

// What begins a construct, and how it ends.
struct Opening {
  std::string header;
  std::string label; // of its last statement; "": `end` and the keyword end it
  std::string keyword;
  std::string variable = "";
};

class Finder {
public:
  void add(const Statement &statement) {
    source::LineSpan span{
        static_cast<int>(statement.position(0).line) + 1,
        static_cast<int>(
            statement.position(statement.text.size() - 1).line) +
            1};
    std::string code = withoutBlanks(statement.code);
    if (std::optional<Opening> opening = openingOf(withoutName(code))) {
      open.push_back({*opening, {span, opening->header, opening->variable, {}}});
      return;
    }
    bool isTerminal = false; // several loops may share their last statement
    while (!open.empty() && !statement.label.empty() &&
           open.back().opening.label == statement.label) {
      close(span.last);
      isTerminal = true;
    }
    if (!isTerminal && !open.empty() && ends(code, open.back().opening))
      close(span.last);
    else if (endsUnit(code))
      open.clear();
  }

  std::vector<LoopLines> result;

private:
  struct Open {
    Opening opening;
    LoopLines loop;
  };

  static std::optional<Opening> openingOf(StringRef code) {
    for (const char *keyword : {"where", "forall"}) {
      StringRef rest = code;
      if (rest.consume_front(keyword))
        if (size_t mask = bracketLength(rest); mask && mask == rest.size())
          return Opening{keyword, "", keyword};
    }
    if (!code.consume_front("do"))
      return std::nullopt;
    StringRef label = code.take_while([](char c) { return llvm::isDigit(c); });
    code = code.substr(label.size());
    code.consume_front(",");
    if (code.empty())
      return Opening{"do", label.str(), "do"};
    if (code.starts_with("while("))
      return Opening{"do while", label.str(), "do"};
    if (code.starts_with("concurrent("))
      return Opening{"do concurrent", label.str(), "do"};
    StringRef variable = code.take_while(isNameChar);
    StringRef rest = code.substr(variable.size());
    if (variable.empty() || !rest.consume_front("=") ||
        !hasCommaOutsideBrackets(rest))
      return std::nullopt;
    return Opening{"do " + variable.str(), label.str(), "do", variable.str()};
  }

  static bool isEnd(StringRef code, StringRef keyword) {
    return code.consume_front("end") && code.consume_front(keyword) &&
           llvm::all_of(code, isNameChar);
  }
  static bool ends(StringRef code, const Opening &opening) {
    return opening.label.empty() && isEnd(code, opening.keyword);
  }
  static bool endsUnit(StringRef code) {
    return code == "end" || isEnd(code, "subroutine") ||
           isEnd(code, "function") || isEnd(code, "program");
  }

  void close(int lastLine) {
    LoopLines loop = std::move(open.back().loop);
    open.pop_back();
    loop.lines.last = lastLine;
    (open.empty() ? result : open.back().loop.loops).push_back(std::move(loop));
  }

  std::vector<Open> open;
};

} // namespace

std::vector<LoopLines>
fortran::loopLines(const std::vector<std::string> &lines, Form form) {
  Finder finder;
  for (const Statement &statement : scanStatements(lines, form))
    finder.add(statement);
  return std::move(finder.result);
}
