#include "loopyc/Frontend/UndeclaredNames.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

using namespace loopyc;
using namespace loopyc::frontend;
using llvm::StringRef;

namespace {

// What the front end says of a name that nothing declares.
std::optional<std::string> undeclaredName(const std::string &message) {
  static const llvm::Regex forms(
      "^(No explicit type declared for|Invalid specification expression: "
      "reference to local entity) '([a-z_0-9]+)'");
  llvm::SmallVector<StringRef, 3> parts;
  if (!forms.match(message, &parts))
    return std::nullopt;
  return parts[2].str();
}

bool isInteger(const std::string &name) {
  return name[0] >= 'i' && name[0] <= 'n';
}

std::string declaration(const std::string &name, const std::string &value) {
  std::string type = isInteger(name) ? "integer(4)" : "real(8)";
  return value.empty() ? type + " :: " + name
                       : type + ", parameter :: " + name + " = " + value;
}

// A line without its comment; of a source without '!' in character constants
// that matter here.
StringRef withoutComment(StringRef line) {
  return line.split('!').first.rtrim();
}

bool startsWithWord(StringRef line, StringRef word) {
  StringRef rest = line.ltrim();
  return rest.consume_front_insensitive(word) &&
         (rest.empty() ||
          !(llvm::isAlnum(rest.front()) || rest.front() == '_'));
}

size_t endOfLine(StringRef text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// Behind the last line of the statement that begins on the line at `at`.
size_t endOfStatement(StringRef text, size_t at) {
  bool continued = false;
  for (;;) {
    size_t end = endOfLine(text, at);
    StringRef line = withoutComment(text.slice(at, end));
    bool comment = line.trim().empty();
    continued = comment ? continued : line.ends_with("&");
    if (end == text.size() || !continued)
      return end;
    at = end + 1;
  }
}

} // namespace

// The statement and the places of a subroutine whose line begins at `start`.
bool UndeclaredNames::locate(size_t start, Procedure &procedure) const {
  StringRef all = text;
  static const llvm::Regex statement(
      "^[ \t]*((pure|impure|recursive|elemental|module)[ \t]+)*"
      "subroutine[ \t]+([a-z_0-9]+)[ \t]*(\\()?",
      llvm::Regex::IgnoreCase);
  llvm::SmallVector<StringRef, 5> parts;
  StringRef line = all.slice(start, endOfLine(all, start));
  if (!statement.match(line, &parts))
    return false;
  procedure.name = lowerCase(parts[3]);
  procedure.hasList = !parts[4].empty();
  procedure.arguments = parts[0].end() - all.begin();
  size_t end = endOfStatement(all, start);
  if (procedure.hasList) {
    size_t close = all.find(')', procedure.arguments);
    if (close == StringRef::npos || close > end)
      return false;
    procedure.isEmpty = all.slice(procedure.arguments, close).trim().empty();
    procedure.arguments = close;
  }
  for (size_t at = end + 1; at < all.size(); at = end + 1) {
    end = endOfStatement(all, at);
    StringRef now = all.slice(at, end);
    StringRef code = withoutComment(now);
    if (startsWithWord(code, "implicit") && !now.contains('\n')) {
      procedure.declarations = at + code.size();
      procedure.onLine = true;
      return true;
    }
    bool before = code.trim().empty() || now.starts_with("#") ||
                  startsWithWord(code, "use") || startsWithWord(code, "import");
    if (!before) {
      procedure.declarations = at + (now.size() - now.ltrim().size());
      return true;
    }
  }
  return false;
}

// The subroutine that the line stands in, made when it is first asked for.
UndeclaredNames::Procedure *UndeclaredNames::procedureAt(int line) {
  Procedure found;
  bool any = false;
  size_t start = 0;
  for (int number = 1; number <= line && start < text.size(); ++number) {
    Procedure here;
    if (locate(start, here)) {
      found = here;
      any = true;
    }
    start = endOfLine(text, start) + 1;
  }
  if (!any)
    return nullptr;
  for (Procedure &known : procedures)
    if (known.arguments == found.arguments)
      return &known;
  procedures.push_back(found);
  return &procedures.back();
}

std::optional<UndeclaredNames> UndeclaredNames::in(const UserError &error,
                                                   const std::string &text,
                                                   bool freeForm) {
  if (!freeForm)
    return std::nullopt;
  UndeclaredNames result;
  result.text = text;
  for (const Diagnostic &diagnostic : error.diagnostics()) {
    std::optional<std::string> name = undeclaredName(diagnostic.message);
    Procedure *procedure =
        name ? result.procedureAt(diagnostic.range.line) : nullptr;
    if (!procedure)
      return std::nullopt;
    procedure->names.emplace(*name, diagnostic.range);
  }
  llvm::sort(result.procedures, [](const Procedure &a, const Procedure &b) {
    return a.arguments < b.arguments;
  });
  return result;
}

const std::map<std::string, SourceRange> *
UndeclaredNames::of(const std::string &procedure) const {
  for (const Procedure &known : procedures)
    if (known.name == lowerCase(procedure))
      return &known.names;
  return nullptr;
}

static std::string joined(const std::vector<std::string> &parts,
                          const std::string &between) {
  std::string all;
  for (const std::string &part : parts)
    all += (all.empty() ? "" : between) + part;
  return all;
}

std::string UndeclaredNames::asArguments() const {
  std::string result = text;
  for (const Procedure &procedure : llvm::reverse(procedures)) {
    std::vector<std::string> names, declarations;
    for (const auto &[name, place] : procedure.names) {
      names.push_back(name);
      declarations.push_back(declaration(name, ""));
    }
    std::string declared = joined(declarations, "; ");
    result.insert(procedure.declarations,
                  procedure.onLine ? "; " + declared : declared + "; ");
    std::string list = joined(names, ", ");
    result.insert(procedure.arguments, !procedure.hasList  ? "(" + list + ")"
                                       : procedure.isEmpty ? list
                                                           : ", " + list);
  }
  return result;
}

std::string UndeclaredNames::asConstants(
    const std::map<std::string, std::map<std::string, std::string>> &values)
    const {
  std::string result = text;
  for (const Procedure &procedure : llvm::reverse(procedures)) {
    auto known = values.find(procedure.name);
    if (known == values.end())
      continue;
    std::vector<std::string> declarations;
    for (const auto &[name, value] : known->second)
      declarations.push_back(declaration(name, value));
    std::string declared = joined(declarations, "; ");
    result.insert(procedure.declarations,
                  procedure.onLine ? "; " + declared : declared + "; ");
  }
  return result;
}
