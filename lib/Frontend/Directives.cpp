#include "loopyc/Frontend/Directives.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Source/Fortran/ForeignDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/ErrorList.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())))
    s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())))
    s.remove_suffix(1);
  return s;
}

bool isIdentifier(std::string_view s) {
  if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0])))
    return false;
  return std::all_of(s.begin(), s.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
}

// A transform block's lines with their common indentation removed.
void dedent(std::vector<std::string> &lines) {
  size_t common = std::string::npos;
  for (const std::string &line : lines) {
    size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos)
      common = std::min(common, first);
  }
  for (std::string &line : lines)
    line = line.size() >= common ? line.substr(common) : std::string();
}

class Scanner {
public:
  explicit Scanner(const std::string &fileName)
      : file(std::make_shared<const std::string>(fileName)) {}

  // Data directives are read elsewhere, with errors of their own; here they are
  // passed over.
  Directives run(const std::vector<std::string> &lines,
                 const std::vector<source::Comment> &comments) {
    std::vector<source::DataDirective> data =
        fortran::dataDirectives(lines, comments, *file, errors);
    auto next = data.begin();
    for (const source::Comment &comment : comments) {
      const std::string &line = lines[lineNumber++];
      if (next != data.end() && lineNumber > next->lastLine)
        ++next;
      const bool isData = next != data.end() && lineNumber >= next->firstLine;
      errors.attempt([&] {
        if (isData)
          refuseInBlock(next->range, "a data directive cannot stand");
        else
          scanLine(line, comment);
      });
    }
    finish();
    errors.throwIfAny();
    return std::move(result);
  }

private:
  // What begins and ends. An error in one of its lines leaves the others: an
  // end without a begin is none where a begin before was in error, and what an
  // end in error should have closed is closed.
  struct Brackets {
    int failedBegins = 0;

    bool excuseEnd() { return failedBegins > 0 && failedBegins--; }
  };

  SourceRange rangeOf(std::string_view line) const {
    SourceRange range;
    range.file = file;
    range.line = range.endLine = lineNumber;
    size_t first = line.find_first_not_of(" \t");
    range.column = first == std::string_view::npos ? 1 : int(first) + 1;
    range.endColumn = std::max(range.column, int(line.size()));
    return range;
  }

  void scanLine(std::string_view line, source::Comment comment) {
    if (!comment) {
      if (inBlock)
        blockLine(line);
      else
        warnOfDirectiveBehind(line);
      return;
    }
    std::string_view rest = line.substr(*comment);
    if (std::optional<std::string_view> words =
            fortran::loopyWords(line, comment))
      directive(line, trim(*words));
    else if (inBlock)
      block.emplace_back(rest);
    else
      warnOfSentinel(line, rest);
  }

  // "a = 1 !$loopy update host: a" is a comment behind a statement.
  void warnOfDirectiveBehind(std::string_view line) const {
    if (trim(line).substr(0, 1) == "#")
      return;
    size_t at = 0;
    while (at < line.size() && line[at] != '!')
      at += std::max<size_t>(fortran::opaqueLength(line.substr(at)), 1);
    if (at >= line.size() || !fortran::loopyWords(line, at + 1))
      return;
    SourceRange range = rangeOf(line);
    range.column = static_cast<int>(at) + 1;
    warn("sentinel",
         "'!$loopy' behind a statement begins no directive; write it on a line "
         "of its own",
         range);
  }

  // "!$lopy begin kernel: k" would be a comment to all compilers; so would be
  // "! $loopy", "!$ loopy begin", "!loopy$ begin".
  void warnOfSentinel(std::string_view line, std::string_view comment) {
    std::string_view rest = trim(comment);
    bool hasDollar = !rest.empty() && rest[0] == '$';
    rest = trim(rest.substr(hasDollar ? 1 : 0));
    size_t end = std::find_if_not(rest.begin(), rest.end(),
                                  [](unsigned char c) {
                                    return std::isalnum(c) || c == '_';
                                  }) -
                 rest.begin();
    const std::string word = lowerCase(rest.substr(0, end));
    rest.remove_prefix(end);
    // Behind "!$ " code may stand, and text behind "!".
    bool isPlain = hasDollar && comment.substr(0, 2) != "$ ";
    bool begins = word.compare(0, 5, "loopy") == 0 &&
                  isDirectiveLike(word.substr(5) + std::string(rest));
    const bool isLike = hasDollar && isDirectiveLike(rest);
    bool isClose = !closeMatches(word, {"loopy", "loopyc"}).empty()
                       ? isPlain || isLike
                       : isLike && llvm::StringRef(word).edit_distance(
                                       "loopy") <= 2; // "lopyy"
    if (!begins && !isClose)
      return;
    size_t behind = std::min(rest.find_first_of(" \t"), rest.size());
    const char *begin = trim(line).data();
    nearlyOurs = {"'" + std::string(begin, rest.data() + behind) +
                      "' begins no directive; did you mean '!$loopy'?",
                  rangeOf(line)};
    warn("sentinel", nearlyOurs->first, nearlyOurs->second);
  }

  // What stands behind a sentinel: "begin", "end kernel: NAME".
  static bool isDirectiveLike(std::string_view text) {
    text = trim(text);
    while (!text.empty() && std::ispunct(static_cast<unsigned char>(text[0])))
      text = trim(text.substr(1));
    std::string words = squeeze(text);
    for (const char *verb : {"end data", "end host_data"})
      if (words == verb)
        return true;
    for (const char *verb :
         {"begin", "end", "enter", "exit", "update", "wait", "public"})
      if (words == verb || (words.compare(0, std::strlen(verb), verb) == 0 &&
                            words.find(':') != std::string::npos))
        return true;
    return false;
  }

  void blockLine(std::string_view line) {
    if (!trim(line).empty() && !std::exchange(holdsCode, true))
      throw UserError("a transform block holds Python code in comment lines, "
                      "but this line is not a comment; close the block with "
                      "'!$loopy end' before it",
                      rangeOf(line))
          .note("the block begins here", blockBegin);
    block.emplace_back();
  }

  void directive(std::string_view line, std::string_view words) {
    SourceRange range = rangeOf(line);
    std::string name = lowerCase(words);
    if (name == "begin")
      return beginBlock(range);
    if (name == "end")
      return endBlock(range);
    size_t colon = words.find(':');
    if (colon != std::string_view::npos) {
      std::string verb = squeeze(words.substr(0, colon));
      std::string_view name = trim(words.substr(colon + 1));
      if (verb == "begin tagged")
        return begin(tags, [&] {
          beginTag(identifier(name, verb, "tag", range), range);
        });
      if (verb == "end tagged")
        return endTag(identifier(name, verb, "tag", range), range);
      if (verb == "begin kernel")
        return begin(kernels, [&] { beginKernel(name, verb, range); });
      if (verb == "end kernel")
        return endKernel(identifier(name, verb, "kernel", range), range);
    }
    std::string verb = squeeze(words.substr(0, colon));
    std::vector<std::string> known = {"begin tagged", "end tagged",
                                      "begin kernel", "end kernel"};
    const std::vector<std::string> &ofData = fortran::dataVerbs();
    known.insert(known.end(), ofData.begin(), ofData.end());
    const fortran::Remedy remedy = remedyFor(words, closeMatches(verb, known));
    kernels.failedBegins += remedy.verb == "begin kernel";
    tags.failedBegins += remedy.verb == "begin tagged";
    throw UserError("unknown directive '!$loopy " + std::string(words) + "'; " +
                        remedy.text,
                    range);
  }

  // For what is no directive; `close` are verbs that look like it.
  static fortran::Remedy remedyFor(std::string_view words,
                                   const std::vector<std::string> &close) {
    if (std::optional<fortran::Remedy> remedy = fortran::remedyFor(words))
      return *remedy;
    if (!close.empty())
      return {close.front(),
              "did you mean '!$loopy " + withNames(close.front()) + "'?"};
    return {
        "",
        "there are 'begin tagged: NAME', 'end tagged: NAME', 'begin "
        "kernel: NAME', 'end kernel: NAME', 'begin', 'end', and for data '" +
            joined(fortran::dataVerbs(), "', '") + "'"};
  }

  template <typename Action> void begin(Brackets &brackets, Action action) {
    if (!errors.attempt(action))
      ++brackets.failedBegins;
  }

  static std::string joined(const std::vector<std::string> &words,
                            const char *between) {
    std::string text;
    for (const std::string &word : words)
      text += (text.empty() ? "" : between) + word;
    return text;
  }

  static std::string withNames(const std::string &verb) {
    if (verb == "wait" || verb == "end data" || verb == "end host_data")
      return verb;
    const std::vector<std::string> &ofData = fortran::dataVerbs();
    bool isOfData =
        std::find(ofData.begin(), ofData.end(), verb) != ofData.end();
    return verb + (isOfData ? ": NAMES" : ": NAME");
  }

  static std::string identifier(std::string_view word, const std::string &verb,
                                const char *what, const SourceRange &range) {
    if (!isIdentifier(word))
      throw UserError("'!$loopy " + verb + ":' wants the name of one " + what +
                          ", but found '" + std::string(word) + "'" +
                          (word.find('(') == word.npos
                               ? ""
                               : "; macros are not expanded in it: write the "
                                 "name itself"),
                      range);
    return std::string(word);
  }

  // Lower case, one blank between words.
  static std::string squeeze(std::string_view s) {
    std::string out;
    for (char c : lowerCase(trim(s)))
      if (!std::isspace(static_cast<unsigned char>(c)))
        out += c;
      else if (out.back() != ' ')
        out += ' ';
    return out;
  }

  void beginBlock(const SourceRange &range) {
    if (inBlock)
      return begin(blocks, [&] { refuseNestedBlock(range); });
    inBlock = true;
    holdsCode = false;
    blockBegin = range;
    block.clear();
  }

  void refuseNestedBlock(const SourceRange &range) const {
    throw UserError("'!$loopy begin' inside a transform block; close the "
                    "block with '!$loopy end' first",
                    range)
        .note("the block begins here", blockBegin);
  }

  void endBlock(const SourceRange &range) {
    if (!inBlock && blocks.excuseEnd())
      return;
    if (!inBlock)
      throw UserError("'!$loopy end' closes no transform block; begin one "
                      "with '!$loopy begin'",
                      range);
    inBlock = false;
    dedent(block);
    for (; scriptLines < blockBegin.line; ++scriptLines)
      result.script += '\n';
    for (const std::string &line : block) {
      result.script += line;
      result.script += '\n';
      ++scriptLines;
      std::string_view code = trim(line);
      result.hasScript |= !code.empty() && code.front() != '#';
    }
    result.hasBlock = true;
  }

  // "NAME", "NAME no_alias: a, b"
  void beginKernel(std::string_view words, const std::string &verb,
                   const SourceRange &range) {
    size_t end = words.find(':') == std::string_view::npos
                     ? std::string_view::npos
                     : words.find_first_of(" \t");
    std::string name = identifier(words.substr(0, end), verb, "kernel", range);
    std::vector<std::string> noAlias;
    if (end != std::string_view::npos)
      noAlias = unaliased(trim(words.substr(end)), range);
    beginRegion(std::move(name), range);
    result.kernels.back().noAlias = std::move(noAlias);
  }

  static std::vector<std::string> unaliased(std::string_view clause,
                                            const SourceRange &range) {
    size_t colon = clause.find(':');
    std::vector<std::string> names;
    if (colon == std::string_view::npos ||
        squeeze(clause.substr(0, colon)) != "no_alias")
      throw UserError("behind the name of a kernel, there is only 'no_alias: "
                      "a, b', but found '" +
                          std::string(clause) + "'",
                      range);
    for (std::string_view rest = clause.substr(colon + 1); !rest.empty();) {
      size_t comma = rest.find(',');
      names.push_back(std::string(trim(rest.substr(0, comma))));
      rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    if (names.size() < 2 ||
        std::any_of(names.begin(), names.end(),
                    [](const std::string &name) { return name.empty(); }))
      throw UserError("'no_alias:' wants the names of two arrays or more, as "
                      "in 'no_alias: a, b'",
                      range);
    return names;
  }

  void beginRegion(std::string name, const SourceRange &range) {
    refuseInBlock(range);
    if (const KernelRegion *open = openKernel())
      throw UserError("kernel region '" + name +
                          "' begins inside another; close that with "
                          "'!$loopy end kernel: " +
                          open->name + "' first",
                      range)
          .note("'" + open->name + "' begins here", open->begin);
    for (const KernelRegion &region : result.kernels)
      if (equalButForCase(region.name, name))
        throw UserError("a second kernel region '" + name +
                            "' in this file; give it a name of its own",
                        range)
            .note("the first begins here", region.begin);
    result.kernels.push_back({std::move(name), range, {}});
  }

  void endKernel(const std::string &name, const SourceRange &range) {
    refuseInBlock(range);
    const KernelRegion *open = openKernel();
    const bool ends = open && equalButForCase(open->name, name);
    if (!ends && kernels.excuseEnd())
      return;
    if (open)
      result.kernels.back().end = range;
    if (ends)
      return;
    UserError error("'!$loopy end kernel: " + name +
                        "' ends a region that is not open" +
                        (open ? "; the open one is '" + open->name + "'"
                              : std::string()),
                    range);
    if (nearlyOurs)
      error.note(nearlyOurs->first, nearlyOurs->second);
    throw error;
  }

  const KernelRegion *openKernel() const {
    bool open = !result.kernels.empty() && !result.kernels.back().end.known();
    return open ? &result.kernels.back() : nullptr;
  }

  void beginTag(std::string tag, const SourceRange &range) {
    refuseInBlock(range);
    for (const TaggedRegion &region : result.regions)
      if (region.tag == tag && !region.end.known())
        throw UserError("region '" + tag +
                            "' begins inside a region of the "
                            "same name",
                        range)
            .note("which begins here", region.begin);
    result.regions.push_back({std::move(tag), range, {}});
  }

  void endTag(const std::string &tag, const SourceRange &range) {
    refuseInBlock(range);
    TaggedRegion *open = nullptr;
    for (TaggedRegion &region : result.regions) {
      if (region.end.known())
        continue;
      if (region.tag == tag) {
        region.end = range;
        return;
      }
      open = &region;
    }
    if (tags.excuseEnd())
      return;
    UserError error(
        "'!$loopy end tagged: " + tag +
            "' ends a region that is "
            "not open" +
            (open ? "; the innermost open region is '" + open->tag + "'"
                  : std::string()),
        range);
    if (open) {
      error.note("'" + open->tag + "' begins here", open->begin);
      open->end = range;
    }
    throw error;
  }

  void refuseInBlock(
      const SourceRange &range,
      const std::string &what = "a region cannot begin or end") const {
    if (inBlock)
      throw UserError(what + " inside a transform block; close the block with "
                             "'!$loopy end' first",
                      range)
          .note("the block begins here", blockBegin);
  }

  void finish() {
    if (inBlock && !holdsCode)
      errors.attempt([&] {
        throw UserError("this transform block is never closed; write "
                        "'!$loopy end' after its last line",
                        blockBegin);
      });
    if (const KernelRegion *open = openKernel())
      errors.attempt([&] {
        throw UserError("kernel region '" + open->name +
                            "' is never closed; write '!$loopy end kernel: " +
                            open->name + "'",
                        open->begin);
      });
    for (const TaggedRegion &region : result.regions)
      if (!region.end.known())
        errors.attempt([&] {
          throw UserError("region '" + region.tag +
                              "' is never closed; write "
                              "'!$loopy end tagged: " +
                              region.tag + "'",
                          region.begin);
        });
  }

  std::shared_ptr<const std::string> file;
  int lineNumber = 0;
  // The last line that was warned of: what an end has for its begin, perhaps.
  std::optional<std::pair<std::string, SourceRange>> nearlyOurs;
  ErrorList errors;
  Brackets blocks, kernels, tags;
  bool inBlock = false;
  bool holdsCode = false; // the open block does, which is an error
  SourceRange blockBegin;
  std::vector<std::string> block;
  int scriptLines = 0; // lines in result.script so far
  Directives result;
};

} // namespace

Directives frontend::scanDirectives(const std::string &text,
                                    const std::string &fileName,
                                    const source::Language &language) {
  std::vector<std::string> lines = source::splitLines(text);
  std::vector<source::Comment> comments = language.comments(lines);
  return Scanner(fileName).run(lines, comments);
}
