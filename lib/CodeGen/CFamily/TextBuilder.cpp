#include "CFamily/TextBuilder.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

static constexpr size_t lineWidth = 96;

static bool isOperator(char c) {
  return std::string("+-*/%=<>&|?:,;").find(c) != std::string::npos;
}

// The blank before `limit` at which a line breaks best: after an operator or
// comma, in as few brackets as possible, as far right as possible, but not in
// the line's first third. Text in quotes stays together. 0 if there is none.
static size_t breakPosition(const std::string &text, size_t limit) {
  size_t best = 0;
  int depth = 0, bestDepth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size() && i <= limit; ++i) {
    char c = text[i];
    if (c == '"' && (i == 0 || text[i - 1] != '\\'))
      quoted = !quoted;
    if (quoted)
      continue;
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c != ' ' || i == 0 || !isOperator(text[i - 1]))
      continue;
    if (best == 0 || depth <= bestDepth || best < limit / 3) {
      best = i;
      bestDepth = depth;
    }
  }
  return best;
}

void TextBuilder::line(const std::string &text) {
  if (text[0] == '#') { // directives end with their line
    out += std::string(2 * depth, ' ') + text + "\n";
    return;
  }
  std::string indent(2 * depth, ' ');
  std::string rest = text;
  while (indent.size() + rest.size() > lineWidth) {
    size_t at = breakPosition(rest, lineWidth - indent.size());
    if (at == 0)
      break;
    out += indent + rest.substr(0, at) + "\n";
    rest = rest.substr(at + 1);
    indent = std::string(2 * depth + 4, ' ');
  }
  out += indent + rest + "\n";
}

void TextBuilder::blank() {
  if (!out.empty() && (out.size() < 2 || out.substr(out.size() - 2) != "\n\n"))
    out += "\n";
}

void TextBuilder::open(const std::string &text) {
  line(text.empty() ? "{" : text + " {");
  ++depth;
}

void TextBuilder::close(const std::string &after) {
  --depth;
  line("}" + after);
}

void TextBuilder::comment(const std::string &text) {
  out += std::string(2 * depth, ' ') + "/* " + commentSafe(text) + " */\n";
}

std::string TextBuilder::trimmed() const {
  size_t first = out.find_first_not_of('\n');
  if (first == std::string::npos)
    return "";
  return out.substr(first, out.find_last_not_of('\n') - first + 1) + "\n";
}

std::string codegen::commentSafe(const std::string &text) {
  std::string result;
  for (char c : text) {
    char last = result.empty() ? ' ' : result.back();
    if ((last == '*' && c == '/') || (last == '/' && c == '*'))
      result += ' ';
    // A backslash at a line's end, and trigraphs, have a meaning in comments.
    if (c == '\\')
      c = '/';
    if (c == '?' && last == '?')
      result += ' ';
    result += c;
  }
  return result;
}

std::string codegen::escapedForC(const std::string &text) {
  std::string result;
  for (char c : text) {
    if (c == '\\' || c == '"')
      result += '\\';
    if (c == '?' && !result.empty() && result.back() == '?')
      result += '\\';
    result += c;
  }
  return result;
}

static bool isIdentifierPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string codegen::embeddedInC(const std::string &name,
                                 const std::string &text) {
  std::string out = "static const char *const " + name + "[] = {\n";
  size_t start = 0;
  while (start < text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    out += "    \"" + escapedForC(text.substr(start, end - start)) + "\\n\",\n";
    start = end + 1;
  }
  return out + "};\n\n";
}

void TextBuilder::declareForUse(const std::string &declaration,
                                const std::string &name,
                                llvm::function_ref<void()> body) {
  const size_t before = out.size();
  body();
  const std::string written = out.substr(before);
  if (!mentionsIdentifier(written, name))
    return;
  out.resize(before);
  line(declaration);
  out += written;
}

static bool isInComment(const std::string &text, size_t at) {
  const size_t begin = text.rfind("/*", at);
  return begin != std::string::npos && text.find("*/", begin) > at;
}

bool codegen::mentionsIdentifier(const std::string &text,
                                 const std::string &name) {
  for (size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !isIdentifierPart(text[at - 1])) &&
        (end == text.size() || !isIdentifierPart(text[end])) &&
        !isInComment(text, at))
      return true;
  }
  return false;
}
