#include "FortranHost/LineMarkers.h"

#include "CFamily/TextBuilder.h"

#include "loopyc/Source/Language.h"

using namespace loopyc;

std::string codegen::lineMarker(const std::string &file, int line) {
  return "# " + std::to_string(line) + " \"" + escapedForC(file) + "\"\n";
}

// No marker stands inside of a continued statement.
std::string codegen::markedAs(const std::string &file, int line,
                              const std::string &text) {
  std::string marked;
  bool continues = false;
  for (const std::string &each : source::splitLines(text)) {
    if (!continues)
      marked += lineMarker(file, line);
    marked += each + "\n";
    continues = !each.empty() && each.back() == '&';
  }
  return marked;
}
