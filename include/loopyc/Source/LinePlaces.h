// Lines `# 12 "step.f90"`, by which compilers name the line of that file for
// the next of the text, and the following ones for those that follow it. A
// text that was made of several files says so by them.
#ifndef LOOPYC_SOURCE_LINEPLACES_H
#define LOOPYC_SOURCE_LINEPLACES_H

#include "loopyc/Source/Lines.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loopyc {
namespace source {

// A line, from 1, in a file.
struct LinePlace {
  std::string file;
  int line = 1;

  LinePlace next() const { return {file, line + 1}; }
};

// What follows is this line; without the end of the marker's own.
std::string lineMarker(const LinePlace &place);
// The place that the line names, as `#line 12 "step.f90"`, too; nothing where
// it is none of these. Without a file, it is that of `here`.
std::optional<LinePlace> readLineMarker(std::string_view line,
                                        const LinePlace &here);

// Of lines of a file, the place of each, and of the end. One that holds
// several has markers of its own inside, which say nothing of what follows it.
std::vector<LinePlace> linePlaces(const std::vector<std::string> &folded,
                                  const std::string &file);
// A line that holds several ends with a marker of the next one's place.
std::vector<std::string>
withMarkersBehind(std::vector<std::string> folded, const std::string &file);
// Lines that hold several have no markers; others stay.
std::vector<std::string>
withoutMarkersInside(std::vector<std::string> folded);

} // namespace source
} // namespace loopyc

#endif
