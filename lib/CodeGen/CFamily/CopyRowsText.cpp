// The functions that copy rows in generated code.
#include "CFamily/RowCopies.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

std::string codegen::copyRowsName(const Dialect &dialect, Type type, bool ahead,
                                  size_t arrays) {
  std::string name = dialect.typeName(type);
  std::replace(name.begin(), name.end(), ' ', '_');
  return std::string("copy_rows") + (ahead ? "_ahead_" : "_") + name +
         (arrays > 1 ? "_of_" + std::to_string(arrays) : "");
}

namespace {

class CopyRows {
public:
  CopyRows(const Dialect &dialect, Type type, bool ahead, Type index)
      : dialect(dialect), type(type), ahead(ahead), mayEnd(type.bytes < 16),
        bytes(std::to_string(type.bytes)),
        together(std::to_string(16 / type.bytes)),
        rest(std::to_string(16 / type.bytes - 1)),
        element(dialect.typeName(type)), number(dialect.typeName(index)),
        to(dialect.localPointerQualifier() + element + " *"),
        from(dialect.globalQualifier(AddressSpace::Global) + "const " +
             element + " *"),
        name(copyRowsName(dialect, type, ahead, 1)) {}

  std::string atEnd() const;
  std::string one() const;
  std::string several(size_t arrays) const;

private:
  std::string shape() const;
  std::string rounds() const;
  std::string place() const;
  std::string piece(const std::string &element) const;
  std::string mayReachEnd(const std::string &suffix) const;

  const Dialect &dialect;
  const Type type;
  const bool ahead;
  const bool mayEnd; // within 16 bytes
  const std::string bytes, together, rest, element, number, to, from, name;
};

} // namespace

// Parameters, those behind the arrays'.
std::string CopyRows::shape() const {
  return "    int columns, int rows, int to_pitch, " + number +
         " from_pitch, int first, int before,\n"
         "    int pieces, int rounds, int item, int items) {\n";
}

// Where a piece lies: `at` in the source, `column` in its row.
std::string CopyRows::place() const {
  return "    const int row = piece / pieces;\n"
         "    const int head = (start + (int) (row * from_pitch)) & " +
         rest +
         ";\n"
         "    const int column = piece % pieces * " +
         together +
         " - head;\n"
         "    const " +
         number +
         " at = row * from_pitch + column;\n"
         "    const int to_at = row * to_pitch + column + ((head - first) & " +
         rest + ");\n";
}

// Pieces begin at multiples of 16 bytes, in both; how far that is before a
// row's first element, `head`, says where they go only if what the temporary
// has in front of it is no whole piece. Where it does not, a piece more than
// needed may be copied, for which there is room.
std::string CopyRows::rounds() const {
  return "  " + dialect.unrollHint(0) +
         "\n"
         "  for (int round = 0; round < rounds; ++round) {\n"
         "    const int piece = item + round * items;\n"
         "    const int row = piece / pieces;\n"
         "    const int along = piece % pieces * " +
         together +
         ";\n"
         "    const int head = first & " +
         rest + " ? (start + (int) (row * from_pitch)) & " + rest + " : " +
         rest +
         ";\n"
         "    const " +
         number +
         " at = row * from_pitch + along;\n"
         "    const int to_at = row * to_pitch + along - head + "
         "((head - first) & " +
         rest +
         ");\n"
         "    const int inside = (row < rows) & (along < columns + head);\n";
}

// The 16 bytes in which the element lies.
std::string CopyRows::piece(const std::string &element) const {
  return "(" + from + ") ((size_t) (" + element + ") & ~(size_t) 15)";
}

// What is left of the address, of array `i`: "start_0".
static std::string startText(const std::string &suffix,
                             const std::string &bytes,
                             const std::string &rest) {
  return "  const int start" + suffix + " = (int) ((size_t) there" + suffix +
         " / " + bytes + ") & " + rest + ";\n";
}

std::string CopyRows::atEnd() const {
  return "/* Rows that may end where their array does, in the last piece. "
         "*/\n" +
         dialect.rareHelperPrefix() + " void " + name + "_at_end(" + to +
         "to, " + from + "from, " + number + " begin, " + number + " end,\n" +
         shape() + "  " + from + "there = from + begin;\n" +
         startText("", bytes, rest) +
         "  end -= begin;\n"
         "  for (int piece = item; piece < rows * pieces; piece += items) {\n" +
         place() + "    const int inside = (column < columns) & (at <= end - " +
         together + ");\n" +
         dialect.copyPiece("to + to_at", "there + at", ahead) +
         "    for (int i = 0; at > end - " + together + " && i < " + together +
         "; ++i)\n"
         "      if (column + i >= 0 && column + i < columns)\n"
         "        " +
         (ahead ? "copy_ahead(to + (to_at + i), there + (at + i));"
                : "to[to_at + i] = there[at + i];") +
         "\n  }\n}\n\n";
}

static const char *const passedOn =
    "columns, rows, to_pitch, from_pitch,\n"
    "        first, before, pieces, rounds, item, items);\n";

// Might the last piece of the last row reach beyond the array's end?
std::string CopyRows::mayReachEnd(const std::string &suffix) const {
  return "begin" + suffix + " > end" + suffix +
         " - ((rows - 1) * from_pitch + columns + " +
         std::to_string(2 * (16 / type.bytes - 1)) + ")";
}

std::string CopyRows::one() const {
  std::string text =
      "/* Rows of neighbours, 16 bytes at a time: they begin as far into 16 "
      "bytes in both.\n"
      " * `first` columns, and rows of `before` elements, come before them "
      "in `to`; `from`\n"
      " * has `end` elements: its last ones may be no whole piece. Returns "
      "how far the very\n"
      " * first is from 16 bytes. */\n" +
      dialect.deviceHelperPrefix() + " int " + name + "(" + to + "to, " + from +
      "from, " + number + " begin, " + number + " end,\n" + shape() + "  " +
      from + "there = from + begin;\n" + startText("", bytes, rest) +
      "  const int shift = (start - first - before) & " + rest + ";\n";
  if (mayEnd)
    text += "  if (" + mayReachEnd("") + ") {\n    " + name +
            "_at_end(to, from, begin, end, " + passedOn +
            "    return shift;\n"
            "  }\n";
  return text + rounds() +
         dialect.copyPiece("to + to_at", piece("there + at"), ahead) +
         "  }\n  return shift;\n}\n";
}

std::string CopyRows::several(size_t arrays) const {
  std::string parameters, starts, copies, oneByOne, differ;
  for (size_t i = 0; i < arrays; ++i) {
    const std::string own = "_" + std::to_string(i);
    parameters += "    " + to + "to" + own + ", " + from + "from" + own + ", " +
                  number + " begin" + own + ", " + number + " end" + own +
                  ",\n";
    starts += "  " + from + "there" + own + " = from" + own + " + begin" + own +
              ";\n" + startText(own, bytes, rest) + "  shifts[" +
              std::to_string(i) + "] = (start" + own + " - first - before) & " +
              rest + ";\n";
    copies += dialect.copyPiece("to" + own + " + to_at",
                                piece("there" + own + " + at"), ahead);
    oneByOne += "    " + name + "_at_end(to" + own + ", from" + own +
                ", begin" + own + ", end" + own + ", " + passedOn;
    differ += std::string(i ? " ||\n      " : "") + mayReachEnd(own) +
              (i ? " ||\n      ((first & " + rest + ") && start" + own +
                       " != start_0)"
                 : "");
  }
  const std::string oneByOneText =
      mayEnd ? "  if (" + differ + ") {\n" + oneByOne + "    return;\n  }\n"
             : "";
  return "/* Rows of neighbours of arrays of one shape, 16 bytes at a time.\n"
         " * `shifts`: how far the very first of each is from 16 bytes. */\n" +
         dialect.deviceHelperPrefix() + " void " + name + "_of_" +
         std::to_string(arrays) + "(int *shifts,\n" + parameters + shape() +
         starts + oneByOneText + "  const int start = start_0;\n" + rounds() +
         copies + "  }\n}\n";
}

std::string codegen::copyRowsText(const Dialect &dialect, Type type, bool ahead,
                                  size_t arrays, Type index) {
  const CopyRows text(dialect, type, ahead, index);
  return arrays == 1 ? text.one() : text.several(arrays);
}

std::string codegen::copyLastRowsText(const Dialect &dialect, Type type,
                                      bool ahead, Type index) {
  return CopyRows(dialect, type, ahead, index).atEnd();
}
