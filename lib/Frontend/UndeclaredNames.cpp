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

bool startsWithWord(StringRef line, StringRef word) {
  StringRef rest = line.ltrim();
  return rest.consume_front_insensitive(word) &&
         (rest.empty() ||
          !(llvm::isAlnum(rest.front()) || rest.front() == '_'));
}

} // namespace

// The subroutine that the statement begins, and its places.
bool UndeclaredNames::locate(size_t statement, Procedure &procedure) const {
  static const llvm::Regex head(
      "^[ \t]*((pure|impure|recursive|elemental|module)[ \t]+)*"
      "subroutine[ \t]+([a-z_0-9]+)[ \t]*(\\()?");
  const fortran::Statement &first = statements[statement];
  llvm::SmallVector<StringRef, 5> parts;
  if (!head.match(first.code, &parts))
    return false;
  size_t end = parts[0].size();
  procedure.name = parts[3].str();
  procedure.hasList = !parts[4].empty();
  procedure.arguments = offset(first.position(end - 1)) + 1;
  if (procedure.hasList) {
    size_t close = first.code.find(')', end);
    if (close == std::string::npos)
      return false;
    procedure.isEmpty = StringRef(first.code).slice(end, close).trim().empty();
    procedure.arguments = offset(first.position(close));
  }
  for (size_t s = statement + 1; s < statements.size(); ++s) {
    StringRef code = statements[s].code;
    size_t blanks = code.size() - code.ltrim().size();
    source::Position begin = statements[s].position(blanks),
                     last = statements[s].position(code.rtrim().size() - 1);
    if (startsWithWord(code, "implicit") && begin.line == last.line) {
      procedure.declarations = offset(last) + 1;
      procedure.onLine = true;
      return true;
    }
    if (!startsWithWord(code, "use") && !startsWithWord(code, "import")) {
      procedure.declarations = offset(begin);
      return true;
    }
  }
  return false;
}

// The subroutine that the line stands in, made when it is first asked for.
UndeclaredNames::Procedure *UndeclaredNames::procedureAt(int line) {
  std::optional<Procedure> found;
  for (size_t s = 0; s < statements.size(); ++s) {
    if (statements[s].position(0).line >= size_t(line))
      break;
    if (Procedure here; locate(s, here))
      found = here;
  }
  if (!found)
    return nullptr;
  for (Procedure &known : procedures)
    if (known.arguments == found->arguments)
      return &known;
  procedures.push_back(*found);
  return &procedures.back();
}

std::optional<UndeclaredNames> UndeclaredNames::in(const UserError &error,
                                                   const std::string &text,
                                                   fortran::Form form) {
  if (form == fortran::Form::Fixed)
    return std::nullopt;
  UndeclaredNames result;
  result.text = text;
  result.lineStarts = {0};
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
    result.lineStarts.push_back(++at);
  result.statements = fortran::scanStatements(source::splitLines(text), form);
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
