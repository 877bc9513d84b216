#include "CFamily/TextBuilder.h"

using namespace loopyc;
using namespace loopyc::codegen;

static constexpr size_t lineWidth = 96;

// The last blank before `limit` at which a line may break, after a comma if
// that does not leave the line half empty; 0 if there is none. Text in quotes
// stays together.
static size_t breakPosition(const std::string &text, size_t limit) {
  size_t best = 0, comma = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size() && i <= limit; ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\'))
      quoted = !quoted;
    if (text[i] != ' ' || quoted || i == 0)
      continue;
    best = i;
    if (text[i - 1] == ',')
      comma = i;
  }
  return comma > limit / 2 ? comma : best;
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
