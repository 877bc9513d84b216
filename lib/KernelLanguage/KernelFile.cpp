// Sections by their first lines; what is in them is read by those who read the
// same texts in a script.
#include "loopyc/KernelLanguage/KernelFile.h"

#include "DataReader.h"
#include "FunctionReader.h"
#include "TokenReader.h"

#include "loopyc/Support/CloseMatches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <map>

using namespace loopyc;
using namespace loopyc::language;

namespace {

const std::vector<std::string> sectionNames = {"domains", "instructions",
                                               "data", "functions",
                                               "assumptions"};

bool isName(llvm::StringRef word) {
  auto isNameChar = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  return !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
         llvm::all_of(word, isNameChar);
}

struct Line {
  size_t begin; // in the file
  llvm::StringRef whole;
  llvm::StringRef text; // without a comment, and blanks around
};

class FileReader {
public:
  FileReader(std::shared_ptr<const std::string> file,
             const std::string &fileName)
      : file(std::move(file)),
        name(std::make_shared<const std::string>(fileName)),
        text({*this->file, name, 1, 1}) {
    llvm::StringRef rest = *this->file;
    while (!rest.empty()) {
      auto [line, after] = rest.split('\n');
      size_t begin = line.data() - this->file->data();
      lines.push_back({begin, line, line.split('#').first.trim()});
      rest = after;
    }
  }

  KernelFile run() {
    for (skipBlanks(); at < lines.size(); skipBlanks()) {
      if (isKernelHead(line().text))
        kernel();
      else if (line().text == "transform")
        transform();
      else
        refuseOutside();
    }
    if (result.kernels.empty())
      text.fail("the file holds no kernel; write 'kernel NAME', sections "
                "'domains' and 'instructions', and 'end kernel'",
                {0, 0});
    return std::move(result);
  }

private:
  const Line &line() const { return lines[at]; }

  Span spanOf(const Line &line) const {
    size_t begin =
        line.text.empty() ? line.begin : line.text.data() - file->data();
    return {begin, begin + line.text.size()};
  }

  void skipBlanks() {
    while (at < lines.size() && line().text.empty())
      ++at;
  }

  static llvm::StringRef firstWord(llvm::StringRef text) {
    return text.take_until([](char c) { return c == ' ' || c == '\t'; });
  }

  // kernel NAME, kernel NAME {...}: no instruction has two names in a row.
  static bool isKernelHead(llvm::StringRef text) {
    if (firstWord(text) != "kernel")
      return false;
    llvm::StringRef rest = text.drop_front(6).ltrim();
    auto [name, attributes] = rest.split('{');
    return rest.empty() || isName(name.rtrim());
  }

  // "end kernel" for kernel, however many blanks are between.
  static bool isEndOf(llvm::StringRef text, llvm::StringRef what) {
    return firstWord(text) == "end" && text.drop_front(3).trim() == what;
  }

  bool beginsAnother() const {
    return isKernelHead(line().text) || line().text == "transform";
  }

  [[noreturn]] void refuseOutside() const {
    std::string what = firstWord(line().text).str();
    if (what == "kernel")
      text.fail("'" + line().text.drop_front(what.size()).trim().str() +
                    "' is no name of a kernel, which consists of letters, "
                    "digits and '_'; attributes stand behind it in { }",
                spanOf(line()));
    std::string hint;
    if (!llvm::is_contained(sectionNames, what) && what != "end")
      for (const std::string &close :
           closeMatches(what, {"kernel", "transform"}))
        hint = "; did you mean '" + close + "'?";
    text.fail("'" + what +
                  "' stands outside of kernels and of the transform block, "
                  "which are 'kernel NAME' to 'end kernel' and 'transform' to "
                  "'end transform'" +
                  hint,
              spanOf(line()));
  }

  [[noreturn]] void refuseUnterminated(const std::string &what,
                                       const Line &head) const {
    bool another = at < lines.size();
    Span here = another ? spanOf(line()) : Span{file->size(), file->size()};
    throw UserError("'end " + what + "' was expected " +
                        (another ? "before this" : "before the file's end"),
                    text.range(here))
        .note("the block begins here", text.range(spanOf(head)));
  }

  // --- kernels

  void kernel() {
    const Line &head = line();
    KernelSource source;
    source.file = file;
    source.range = text.range(spanOf(head));
    readHead(source);
    ++at;
    std::map<std::string, const Line *> seen;
    for (skipBlanks(); at < lines.size() && !isEndOf(line().text, "kernel");
         skipBlanks()) {
      if (beginsAnother())
        break;
      section(source, seen);
    }
    if (at == lines.size() || beginsAnother())
      refuseUnterminated("kernel", head);
    for (const char *needed : {"domains", "instructions"})
      if (!seen.count(needed))
        text.fail("kernel '" + source.name + "' has no section '" + needed +
                      "'; write it between this line and 'end kernel'",
                  spanOf(head));
    ++at;
    for (const KernelSource &other : result.kernels)
      if (other.name == source.name)
        throw UserError("two kernels have the name '" + source.name +
                            "'; give each a name of its own",
                        source.range)
            .note("this is the other", other.range);
    result.kernels.push_back(std::move(source));
  }

  // kernel NAME {default_order=F, seq_dependencies, silenced_warnings=A:B}
  void readHead(KernelSource &source) const {
    const IsIname none = [](const std::string &) { return false; };
    Text words(partOf(at, at + 1));
    TokenReader read(words, none);
    read.takeAny();
    source.name = read.expectName("the name of the kernel").text;
    if (!read.take("{"))
      return;
    while (!read.take("}")) {
      Token key = read.expectName("an attribute of the kernel");
      readAttribute(key, words, read, source);
      if (!read.take(",") && !read.isAt("}"))
        read.fail("',' or '}' was expected behind the attribute '" + key.text +
                  "'");
    }
    if (!read.atLineEnd())
      read.fail("the end of the line was expected behind a kernel's "
                "attributes");
  }

  static void readAttribute(const Token &key, const Text &words,
                            TokenReader &read, KernelSource &source) {
    if (key.text == "seq_dependencies") {
      source.isSequential = true;
    } else if (key.text == "default_order") {
      read.expect("=", "behind 'default_order'");
      Token order = read.expectName("C or F");
      if (order.text != "C" && order.text != "F")
        words.fail("the order of axes is C or F, not '" + order.text + "'",
                   order.span);
      source.defaultOrder = order.text[0];
    } else if (key.text == "silenced_warnings") {
      read.expect("=", "behind 'silenced_warnings'");
      do
        source.silenced.push_back(silencedWarning(words, read));
      while (read.take(":"));
    } else {
      words.fail("a kernel has no attribute '" + key.text + "'" +
                     suggestion(key.text, {"default_order", "seq_dependencies",
                                           "silenced_warnings"}),
                 key.span);
    }
  }

  // unordered(out), a glob
  static std::string silencedWarning(const Text &words, TokenReader &read) {
    size_t begin = read.beginning();
    while (!read.isAt(",") && !read.isAt(":") && !read.isAt("}") &&
           !read.atLineEnd())
      read.takeAny();
    return words.str(read.since(begin));
  }

  // --- sections

  // A line that is one name, outside of brackets, is no instruction.
  static bool isLoneName(const Line &line) {
    return isName(line.text) && line.text != "end" && line.text != "else";
  }

  bool endsSection() const {
    return isEndOf(line().text, "kernel") || beginsAnother() ||
           llvm::is_contained(sectionNames, line().text);
  }

  void refuseSection(const Line &line) const {
    std::string what = firstWord(line.text).str();
    text.fail("'" + what + "' is no section of a kernel" +
                  suggestion(what, sectionNames) +
                  (what == "end" ? "; a kernel ends with 'end kernel'" : ""),
              spanOf(line));
  }

  void section(KernelSource &source,
               std::map<std::string, const Line *> &seen) {
    const Line &head = line();
    if (!llvm::is_contained(sectionNames, head.text))
      refuseSection(head);
    auto [other, isNew] = seen.emplace(head.text.str(), &head);
    if (!isNew)
      throw UserError("a kernel has one section '" + head.text.str() + "'",
                      text.range(spanOf(head)))
          .note("this is the other", text.range(spanOf(*other->second)));
    size_t first = ++at;
    int depth = 0;
    for (; at < lines.size() && !endsSection(); ++at) {
      if (depth == 0 && isLoneName(line()))
        refuseSection(line());
      for (char c : line().text)
        depth += (c == '(' || c == '[' || c == '{') -
                 (c == ')' || c == ']' || c == '}');
    }
    readSection(head, first, at, source);
  }

  void readSection(const Line &head, size_t first, size_t last,
                   KernelSource &source) const {
    bool isEmpty = std::all_of(lines.begin() + first, lines.begin() + last,
                               [](const Line &l) { return l.text.empty(); });
    if (isEmpty)
      text.fail("section '" + head.text.str() + "' is empty", spanOf(head));
    SourcePart part = partOf(first, last);
    if (head.text == "instructions")
      source.instructions.push_back(part);
    else if (head.text == "data")
      readDataSection(Text(part), source);
    else if (head.text == "functions")
      readFunctionSection(Text(part), source);
    else if (head.text == "assumptions")
      source.assumptions = withoutComments(part);
    else
      addDomains(first, last, source);
  }

  SourcePart partOf(size_t first, size_t last) const {
    size_t begin = lines[first].begin;
    size_t end = last < lines.size() ? lines[last].begin : file->size();
    return {file->substr(begin, end - begin), name, static_cast<int>(first) + 1,
            1};
  }

  // isl has others.
  static SourcePart withoutComments(SourcePart part) {
    bool inComment = false;
    for (char &c : part.text) {
      inComment = c != '\n' && (inComment || c == '#');
      if (inComment)
        c = ' ';
    }
    return part;
  }

  // Each set ends with its last brace.
  void addDomains(size_t first, size_t last, KernelSource &source) const {
    const SourcePart whole = withoutComments(partOf(first, last));
    const Text places(whole);
    llvm::StringRef rest = whole.text;
    for (rest = rest.ltrim(); !rest.empty(); rest = rest.ltrim()) {
      size_t end = rest.find('}');
      llvm::StringRef set = end == llvm::StringRef::npos
                                ? rest.rtrim()
                                : rest.take_front(end + 1);
      size_t begin = set.data() - whole.text.data();
      SourceRange range = places.range({begin, begin + set.size()});
      source.domains.push_back({set.str(), name, range.line, range.column});
      rest = rest.drop_front(set.size());
    }
  }

  // --- the script

  void transform() {
    const Line head = line();
    if (result.transform)
      text.fail("the file has a transform block already; all of the script "
                "stands in one",
                spanOf(head));
    size_t first = ++at;
    while (at < lines.size() && !isEndOf(line().text, "transform"))
      ++at;
    if (at == lines.size())
      refuseUnterminated("transform", head);
    result.transform = script(first, at);
    if (llvm::StringRef(*result.transform).trim().empty())
      text.fail("the transform block is empty; leave it out, or end it with "
                "RESULT = KERNEL",
                spanOf(head));
    ++at;
  }

  static size_t indentation(llvm::StringRef whole) {
    return std::min(whole.find_first_not_of(" \t\r"), whole.size());
  }

  // Of lines with code.
  size_t commonIndentation(size_t first, size_t last) const {
    size_t common = std::string::npos;
    for (size_t i = first; i < last; ++i)
      if (!lines[i].text.empty())
        common = std::min(common, indentation(lines[i].whole));
    return common;
  }

  std::string script(size_t first, size_t last) const {
    std::string python(first, '\n');
    size_t common = commonIndentation(first, last);
    for (size_t i = first; i < last; ++i) {
      llvm::StringRef whole = lines[i].whole;
      python += whole.drop_front(std::min(common, indentation(whole))).str();
      python += '\n';
    }
    return python;
  }

  std::shared_ptr<const std::string> file, name;
  Text text;
  std::vector<Line> lines;
  size_t at = 0;
  KernelFile result;
};

} // namespace

KernelFile language::readKernelFile(std::shared_ptr<const std::string> text,
                                    const std::string &fileName) {
  return FileReader(std::move(text), fileName).run();
}
