#include "CFamily/SourceText.h"

#include "loopyc/Source/Language.h"

using namespace loopyc;
using namespace loopyc::codegen;

SourceText::SourceText(const Kernel &kernel) {
  for (const Origin &origin : kernel.origins)
    if (origin.source && origin.language && origin.range.file &&
        !files.count(*origin.range.file))
      files[*origin.range.file] =
          File{source::splitLines(*origin.source), origin.language};
}

std::string codegen::baseName(const std::string &path) {
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string SourceText::statement(const SourceRange &range) const {
  auto it = files.find(range.fileName());
  return it == files.end()
             ? ""
             : it->second.language->excerpt(it->second.lines, range);
}

std::string SourceText::comment(const SourceRange &range) const {
  if (!range.known())
    return "";
  std::string text = statement(range);
  std::string place =
      baseName(range.fileName()) + ":" + std::to_string(range.line);
  return text.empty() ? place : place + ": " + text;
}
