#include "loopyc/Source/Fortran/DataDirectives.h"

#include "loopyc/Source/Fortran/ForeignDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;
using source::DataDirective;
using source::DataItem;
using Kind = DataDirective::Kind;
using How = DataItem::How;
using namespace std::string_literals;

namespace {

struct DataClause {
  const char *name;
  How how;
};

struct Verb {
  const char *name;
  Kind kind;
  bool hasItems;
  std::vector<DataClause> clauses;
};

const std::vector<Verb> &verbs() {
  static const std::vector<Verb> all = {
      {"enter data",
       Kind::EnterData,
       true,
       {{"copyin", How::CopyIn}, {"create", How::Create}}},
      {"exit data",
       Kind::ExitData,
       true,
       {{"copyout", How::CopyOut}, {"delete", How::Delete}}},
      {"begin data",
       Kind::BeginData,
       true,
       {{"copy", How::Copy},
        {"copyin", How::CopyIn},
        {"copyout", How::CopyOut},
        {"create", How::Create}}},
      {"end data", Kind::EndData, false, {}},
      {"update host", Kind::UpdateHost, true, {}},
      {"update device", Kind::UpdateDevice, true, {}},
      {"begin host_data", Kind::BeginHostData, true, {}},
      {"end host_data", Kind::EndHostData, false, {}},
      {"wait", Kind::Wait, false, {}},
      {"public", Kind::Public, true, {}}};
  return all;
}

const Verb &verbOf(Kind kind) {
  return *llvm::find_if(verbs(),
                        [&](const Verb &verb) { return verb.kind == kind; });
}

// Of what is in lower case, as many characters as the verb has there; 0 where
// it is another.
size_t lengthOf(StringRef verb, StringRef words) {
  StringRef rest = words;
  llvm::SmallVector<StringRef, 2> parts;
  verb.split(parts, ' ');
  for (StringRef part : parts) {
    rest = rest.ltrim();
    if (!rest.consume_front(part) || (!rest.empty() && isNamePart(rest[0])))
      return 0;
  }
  return words.size() - rest.size();
}

const Verb *verbAt(StringRef words) {
  for (const Verb &verb : verbs())
    if (lengthOf(verb.name, words))
      return &verb;
  return nullptr;
}

// NAME [(...)] [% NAME [(...)]]...
bool isDesignator(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.empty() || !llvm::isAlpha(text[0]))
      return false;
    text = text.drop_while(isNamePart).ltrim();
    if (text.consume_front("(")) {
      size_t end = 0;
      for (int depth = 1; depth > 0; ++end) {
        if (end == text.size() || StringRef("'\";").contains(text[end]))
          return false;
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      }
      text = text.drop_front(end).ltrim();
    }
    if (text.empty())
      return true;
    if (!text.consume_front("%"))
      return false;
  }
}

// The clauses and items of one directive.
class ItemReader {
public:
  ItemReader(const Statement &text, size_t begin, const Verb &verb,
             DataDirective &directive)
      : text(text), verb(verb), directive(directive), begin(begin) {}

  void run() {
    int depth = 0;
    for (at = begin; at < text.text.size(); ++at) {
      char c = text.text[at];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 && c == ':')
        readClause();
      else if (depth == 0 && c == ',')
        readItem();
    }
    readItem();
    requireItemsOfClause();
  }

private:
  // Up to here, without the blanks around it.
  StringRef token() {
    StringRef result = StringRef(text.text).slice(begin, at);
    begin += result.size() - result.ltrim().size();
    return result.trim();
  }

  // "h, create: " - the last word before the colon.
  void readClause() {
    StringRef all = token();
    const size_t end = at;
    StringRef item = all;
    while (!item.empty() && isNamePart(item.back()))
      item = item.drop_back();
    std::string name = lowerCase(all.drop_front(item.size()).str());
    if (!item.trim().empty()) {
      at = begin + item.size();
      readItem();
      at = end;
    }
    requireItemsOfClause();
    const bool isFirst = name.empty() && !hasColon;
    how = isFirst ? How::Default : clause(name);
    if (!isFirst)
      openClause = name;
    itemsBefore = directive.items.size();
    hasColon = true;
    begin = at + 1;
  }

  // "create:" with no name behind it, up to here.
  void requireItemsOfClause() const {
    if (!openClause.empty() && itemsBefore == directive.items.size())
      throw UserError("'" + openClause + ":' of '!$loopy " +
                          std::string(verb.name) +
                          "' has no names behind it; write them, or take it "
                          "out",
                      directive.range);
  }

  How clause(const std::string &name) const {
    for (const DataClause &one : verb.clauses)
      if (name == one.name)
        return one.how;
    std::optional<std::string> remedy = remedyForClause(name);
    throw UserError(
        "'!$loopy " + std::string(verb.name) + "' has no clause '" + name +
            "'" +
            (remedy ? "; " + *remedy : suggestion(name, clausesOf(verb.name))),
        rangeOf(begin, at));
  }

  void readItem() {
    StringRef item = token();
    const size_t next = at + 1;
    if (item.empty() && directive.items.empty() && at == text.text.size())
      throw UserError("'!$loopy " + std::string(verb.name) + "' names no " +
                          (verb.kind == Kind::Public ? "variable" : "array") +
                          "; write '!$loopy " + verb.name + ": NAMES'",
                      directive.range);
    if (!hasColon) {
      const std::optional<Remedy> remedy = remedyFor(text.text);
      throw UserError("'!$loopy " + std::string(verb.name) +
                          "' wants a colon before the names; " +
                          (remedy ? remedy->text
                                  : "did you mean '!$loopy " +
                                        std::string(verb.name) + ": NAMES'?"),
                      directive.range);
    }
    // A comma may stand before a clause, and one at the end does no harm.
    if (item.empty() && at < text.text.size())
      throw UserError("there is no name before this comma; take the comma out, "
                      "or write the name",
                      rangeOf(at, at + 1));
    if (!item.empty()) {
      SourceRange range = rangeOf(begin, begin + item.size());
      if (!isDesignator(item))
        throw UserError("'" + item.str() +
                            "' is no array, section of one or variable of "
                            "derived type; directives name these alone",
                        range);
      directive.items.push_back({how, item.str(), range, {}});
    }
    begin = next;
  }

  SourceRange rangeOf(size_t first, size_t end) const {
    SourceRange range = directive.range;
    end = std::max(end, first + 1);
    auto place = [&](size_t offset) {
      return text.position(std::min(offset, text.text.size() - 1));
    };
    range.line = static_cast<int>(place(first).line) + 1;
    range.column = static_cast<int>(place(first).column) + 1;
    range.endLine = static_cast<int>(place(end - 1).line) + 1;
    range.endColumn = static_cast<int>(place(end - 1).column) + 1;
    return range;
  }

  const Statement &text;
  const Verb &verb;
  DataDirective &directive;
  How how = How::Default;
  bool hasColon = false;
  std::string openClause; // that was named last
  size_t itemsBefore = 0;
  size_t begin, at = 0;
};

// Lines of directives, each with those that go on with it.
class DirectiveReader {
public:
  DirectiveReader(const source::Lines &lines,
                  const std::vector<source::Comment> &comments,
                  const std::string &fileName, ErrorList &errors)
      : lines(lines), comments(comments),
        file(std::make_shared<const std::string>(fileName)), errors(errors) {}

  std::vector<DataDirective> run() {
    std::vector<DataDirective> result;
    for (size_t n = 0; n < lines.size(); ++n)
      if (std::optional<std::string_view> words = wordsOf(n))
        if (const Verb *verb = verbAt(lowerCase(*words))) {
          result.push_back(read(n, *verb));
          n = static_cast<size_t>(result.back().lastLine) - 1;
        }
    return result;
  }

private:
  std::optional<std::string_view> wordsOf(size_t n) const {
    return loopyWords(lines[n], comments[n]);
  }

  DataDirective read(size_t first, const Verb &verb) {
    Statement text;
    size_t last = first;
    while ((append(last, text) || isMarkedInColumns(last + 1)) &&
           goesOn(last, text))
      ++last;
    const bool isMarked = errors.attempt([&] { requireMark(last, text); });
    DataDirective directive;
    directive.kind = verb.kind;
    directive.range = text.range(file);
    directive.range.column = // of the mark
        static_cast<int>(StringRef(lines[first]).find_first_not_of(" \t")) + 1;
    directive.firstLine = static_cast<int>(first) + 1;
    directive.lastLine = static_cast<int>(last) + (isMarked ? 1 : 2);
    errors.attempt([&] { readItems(text, verb, directive); });
    return directive;
  }

  // Behind a line that ends in '&'.
  bool goesOn(size_t last, const Statement &text) {
    return errors.attempt([&] {
      if (last + 1 == lines.size() || !wordsOf(last + 1))
        throw UserError("this directive goes on ('&'), but the next line is no "
                        "'!$loopy' line",
                        text.range(file));
    });
  }

  // "!$loopy& h": goes on from the line before.
  bool isMarked(size_t n) const {
    return n < lines.size() && wordsOf(n) &&
           StringRef(lines[n])
               .drop_front(*comments[n] + StringRef("$loopy").size())
               .ltrim()
               .starts_with("&");
  }
  // "c$loopy& h": of what goes on, fixed form wants no mark.
  bool isMarkedInColumns(size_t n) const {
    return isMarked(n) && *comments[n] == 1;
  }

  // "h, u," with more names on the next line, but no '&'.
  void requireMark(size_t last, const Statement &text) const {
    std::optional<std::string_view> next =
        last + 1 < lines.size() ? wordsOf(last + 1) : std::nullopt;
    const bool endsInComma = StringRef(text.text).rtrim().ends_with(",");
    if (next && (isMarked(last + 1) || (endsInComma && !isDirective(*next))))
      throw UserError("what the next line has is no directive; write '&' at "
                      "the end of this line, if it goes on there",
                      text.range(file));
  }

  static bool isDirective(StringRef words) {
    std::string text = lowerCase(words.trim().str());
    StringRef rest = text;
    return verbAt(text) || text.empty() || rest.consume_front("begin") ||
           rest.consume_front("end");
  }

  static void readItems(const Statement &text, const Verb &verb,
                        DataDirective &directive) {
    size_t begin = lengthOf(verb.name, lowerCase(text.text));
    StringRef behind = StringRef(text.text).drop_front(begin).trim();
    if (verb.hasItems)
      ItemReader(text, begin, verb, directive).run();
    else if (!behind.empty())
      throw UserError("'!$loopy " + std::string(verb.name) +
                          "' stands alone, but found '" + behind.str() +
                          "' behind it",
                      directive.range);
  }

  // The words of one more line; whether they go on.
  bool append(size_t n, Statement &text) const {
    StringRef line = lines[n];
    StringRef words = StringRef(*wordsOf(n)).split('!').first;
    size_t column = static_cast<size_t>(words.data() - line.data());
    StringRef trimmed = words.rtrim();
    bool goesOn = trimmed.consume_back("&");
    if (text.text.empty()) { // from the mark of the comment on
      column += trimmed.size() - trimmed.ltrim().size();
      trimmed = trimmed.ltrim();
    } else {
      text.parts.push_back({text.text.size(), {n, column}});
      text.text += ' ';
    }
    text.parts.push_back({text.text.size(), {n, column}});
    text.text += trimmed.rtrim().str();
    return goesOn;
  }

  const source::Lines &lines;
  const std::vector<source::Comment> &comments;
  std::shared_ptr<const std::string> file;
  ErrorList &errors;
};

} // namespace

const char *source::nameOf(DataDirective::Kind kind) {
  return verbOf(kind).name;
}

const std::vector<std::string> &fortran::dataVerbs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Verb &verb : verbs())
      result.push_back(verb.name);
    return result;
  }();
  return names;
}

std::vector<std::string> fortran::clausesOf(const std::string &name) {
  std::vector<std::string> result;
  for (const Verb &verb : verbs())
    if (name == verb.name)
      for (const DataClause &clause : verb.clauses)
        result.push_back(clause.name);
  return result;
}

std::optional<std::string_view> fortran::loopyWords(std::string_view line,
                                                    source::Comment comment) {
  if (!comment)
    return std::nullopt;
  StringRef rest = StringRef(line).substr(*comment);
  if (!rest.consume_front_insensitive("$loopy") ||
      !(rest.empty() || llvm::isSpace(rest[0]) || rest[0] == '&'))
    return std::nullopt;
  if (rest.ltrim().starts_with("&")) // it goes on from the line before
    rest = rest.ltrim().drop_front();
  return std::string_view(rest.data(), rest.size());
}

std::vector<DataDirective>
fortran::dataDirectives(const source::Lines &lines,
                        const std::vector<source::Comment> &comments,
                        const std::string &fileName, ErrorList &errors) {
  return DirectiveReader(lines, comments, fileName, errors).run();
}

std::vector<DataDirective>
fortran::dataDirectives(const source::Lines &lines,
                        const std::vector<source::Comment> &comments,
                        const std::string &fileName) {
  ErrorList errors;
  std::vector<DataDirective> result =
      dataDirectives(lines, comments, fileName, errors);
  errors.throwIfAny();
  return result;
}

std::vector<std::string> fortran::namesIn(const std::string &item) {
  std::vector<std::string> names;
  for (size_t at = 0; at < item.size();) {
    size_t end = at;
    while (end < item.size() && isNamePart(item[end]))
      ++end;
    StringRef before = StringRef(item).take_front(at).rtrim();
    if (end > at && llvm::isAlpha(item[at]) && !before.ends_with("%"))
      names.push_back(item.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}
