#include "Text.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

Text::Text(const SourcePart &part)
    : text(part.text), file(part.file), firstLine(part.firstLine),
      firstColumn(part.firstColumn), lineStarts{0} {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n')
      lineStarts.push_back(i + 1);
}

SourceRange Text::range(Span span) const {
  auto place = [&](size_t at, int &line, int &column) {
    size_t index = std::upper_bound(lineStarts.begin(), lineStarts.end(), at) -
                   lineStarts.begin() - 1;
    line = firstLine + static_cast<int>(index);
    column = static_cast<int>(at - lineStarts[index]) +
             (index == 0 ? firstColumn : 1);
  };
  SourceRange range;
  range.file = file;
  place(span.begin, range.line, range.column);
  place(std::max(span.begin, span.end - (span.end > 0 ? 1 : 0)), range.endLine,
        range.endColumn);
  return range;
}
