#include "loopyc/CodeGen/DataCalls.h"

#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/LinePlaces.h"
#include "loopyc/Support/Diagnostic.h"

#include "loopyrt.h"

#include "llvm/Support/Path.h"

#include <algorithm>

using namespace loopyc;
using source::DataArray;
using source::DataDirective;
using source::DataItem;
using source::DataStep;
using Kind = DataDirective::Kind;
using How = DataItem::How;

namespace {

int codeOf(Kind kind, How how) {
  switch (kind) {
  case Kind::EnterData:
    return how == How::Create ? LOOPYRT_DATA_CREATE : LOOPYRT_DATA_COPYIN;
  case Kind::ExitData:
    return how == How::Delete ? LOOPYRT_DATA_DELETE : LOOPYRT_DATA_COPYOUT;
  case Kind::UpdateHost:
    return LOOPYRT_DATA_UPDATE_HOST;
  case Kind::UpdateDevice:
    return LOOPYRT_DATA_UPDATE_DEVICE;
  case Kind::BeginData:
    return how == How::CopyIn    ? LOOPYRT_DATA_REGION_COPYIN
           : how == How::CopyOut ? LOOPYRT_DATA_REGION_COPYOUT
           : how == How::Create  ? LOOPYRT_DATA_REGION_CREATE
                                 : LOOPYRT_DATA_REGION_COPY;
  default:
    throw InternalError("a directive that asks nothing of an array");
  }
}

class DataCalls {
public:
  DataCalls(const DataDirective &directive, fortran::FortranText &out)
      : directive(directive), out(out) {}

  void write() {
    switch (directive.kind) {
    case Kind::BeginHostData:
      return beginHostData();
    case Kind::EndHostData:
      return endHostData();
    case Kind::EndData:
      return inBlock([&] {
        declareRegion("end");
        callRegion("end");
      });
    case Kind::Wait:
      return inBlock([&] {
        declare("loopyrt_fortran_wait_all(status)",
                {"use, intrinsic :: iso_c_binding, only: c_int",
                 "integer(c_int), intent(out), optional :: status"});
        out.line("call loopyrt_fortran_wait_all()");
      });
    default:
      return inBlock([&] { arrays(); });
    }
  }

private:
  template <typename Body> void inBlock(const Body &body) {
    open("block ! " + std::string(source::nameOf(directive.kind)));
    body();
    close("end block");
  }
  void open(const std::string &line) {
    out.line(line);
    out.deepen();
  }
  void close(const std::string &line) {
    out.rise();
    out.line(line);
  }

  // --- interfaces

  void declare(const std::string &subroutine,
               const std::vector<std::string> &lines) {
    std::string name = subroutine.substr(0, subroutine.find('('));
    open("interface");
    open("subroutine " + subroutine + " bind(C)");
    for (const std::string &line : lines)
      out.line(line);
    close("end subroutine " + name);
    close("end interface");
  }

  void declareRegion(const std::string &what) {
    declare("loopyrt_fortran_" + what + "_region(place)",
            {"use, intrinsic :: iso_c_binding, only: c_char",
             "character(kind=c_char, len=*), intent(in) :: place"});
  }
  void callRegion(const std::string &what) {
    out.line("call loopyrt_fortran_" + what + "_region(" + place() + ")");
  }

  std::string place() const {
    return "\"" + llvm::sys::path::filename(directive.range.fileName()).str() +
           ":" + std::to_string(directive.range.line) + ": " +
           source::nameOf(directive.kind) + "\"";
  }

  // --- calls for arrays

  void arrays() {
    size_t variables = 0;
    for (const DataItem &item : directive.items)
      for (const DataArray &array : item.arrays)
        variables = std::max(variables, loopsOf(array));
    if (!directive.hiddenFunctions.empty())
      out.line("intrinsic :: " +
               fortran::commaJoined(directive.hiddenFunctions));
    for (size_t v = 1; v <= variables; ++v)
      out.line("integer(8) :: loopyc_" + std::to_string(v));
    if (enters())
      declare(
          "loopyrt_fortran_enter(what, array, lower, place, name)",
          {"use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t",
           "integer(c_int), value :: what", "type(*), dimension(..) :: array",
           "integer(c_int64_t), intent(in) :: lower(*)",
           "character(kind=c_char, len=*), intent(in) :: place, name"});
    else
      declare("loopyrt_fortran_data(what, array, place, name)",
              {"use, intrinsic :: iso_c_binding, only: c_char, c_int",
               "integer(c_int), value :: what",
               "type(*), dimension(..) :: array",
               "character(kind=c_char, len=*), intent(in) :: place, name"});
    if (directive.kind == Kind::BeginData) {
      declareRegion("begin");
      callRegion("begin");
    }
    for (const DataItem &item : directive.items)
      for (const DataArray &array : item.arrays)
        call(item, array);
  }

  static size_t loopsOf(const DataArray &array) {
    return static_cast<size_t>(std::count_if(
        array.steps.begin(), array.steps.end(), [](const DataStep &step) {
          return step.kind == DataStep::Kind::Elements;
        }));
  }

  void call(const DataItem &item, const DataArray &array) {
    for (const DataStep &step : array.steps)
      open(opening(step));
    std::string bounds = ", lbound(" + array.name + ", kind=8)";
    out.line("call loopyrt_fortran_" +
             std::string(enters() ? "enter" : "data") + "(" +
             std::to_string(codeOf(directive.kind, item.how)) + "_4, " +
             array.name + (enters() ? bounds : "") + ", " + place() + ", \"" +
             shown(array) + "\")");
    for (auto step = array.steps.rbegin(); step != array.steps.rend(); ++step)
      close(step->kind == DataStep::Kind::Elements ? "end do" : "end if");
  }

  // Messages about the array have its bounds from there.
  bool enters() const {
    return directive.kind == Kind::EnterData ||
           directive.kind == Kind::BeginData;
  }

  // In messages: "blocks%q" for that of all elements.
  static std::string shown(const DataArray &array) {
    std::string name = array.name;
    for (size_t at; (at = name.find("(loopyc_")) != std::string::npos;)
      name.erase(at, name.find(')', at) + 1 - at);
    return name;
  }

  static std::string opening(const DataStep &step) {
    switch (step.kind) {
    case DataStep::Kind::IfPresent:
      return "if (present(" + step.name + ")) then";
    case DataStep::Kind::IfAllocated:
      return "if (allocated(" + step.name + ")) then";
    case DataStep::Kind::Elements:
      break;
    }
    std::string bound =
        "bound(" + step.name + ", " + std::to_string(step.axis) + ", kind=8)";
    return "do " + step.variable + " = l" + bound + ", u" + bound;
  }

  // --- host_data

  // What stands between its ends is inside a block and an associate construct.
  void beginHostData() {
    open("block ! begin host_data");
    out.line("use, intrinsic :: iso_c_binding, only: loopyc_c_f_pointer => "
             "c_f_pointer");
    open("interface");
    open("function loopyrt_fortran_use_device(array, place, name) bind(C)");
    out.line("use, intrinsic :: iso_c_binding, only: c_char, c_ptr");
    out.line("type(*), dimension(..) :: array");
    out.line("character(kind=c_char, len=*), intent(in) :: place, name");
    out.line("type(c_ptr) :: loopyrt_fortran_use_device");
    close("end function loopyrt_fortran_use_device");
    close("end interface");
    declareRegion("begin");
    std::vector<std::string> names;
    for (const DataItem &item : directive.items) {
      const DataArray &array = item.arrays.front();
      std::string pointer = "loopyc_" + std::to_string(names.size() + 1);
      out.line(array.elementType + ", pointer, contiguous :: " + pointer + "(" +
               axes(array, [](const std::string &) { return ":"; }) + ")");
      names.push_back(array.name + " => " + pointer);
    }
    callRegion("begin");
    for (size_t n = 0; n < names.size(); ++n)
      point("loopyc_" + std::to_string(n + 1),
            directive.items[n].arrays.front());
    out.rise();
    out.line("associate (" + fortran::commaJoined(names) + ")");
  }

  void point(const std::string &pointer, const DataArray &array) {
    out.line("call loopyc_c_f_pointer(loopyrt_fortran_use_device(" +
             array.name + ", " + place() + ", \"" + array.name + "\"), " +
             pointer + ", shape(" + array.name + ", kind=8))");
    out.line(pointer + "(" +
             axes(array,
                  [&](const std::string &axis) {
                    return "lbound(" + array.name + ", " + axis + ", kind=8):";
                  }) +
             ") => " + pointer);
  }

  template <typename Each>
  static std::string axes(const DataArray &array, const Each &each) {
    std::vector<std::string> parts;
    for (int axis = 1; axis <= array.rank; ++axis)
      parts.push_back(each(std::to_string(axis)));
    return fortran::commaJoined(parts);
  }

  void endHostData() {
    out.line("end associate ! host_data");
    inBlock([&] {
      declareRegion("end");
      callRegion("end");
    });
    out.line("end block ! host_data");
  }

  const DataDirective &directive;
  fortran::FortranText &out;
};

} // namespace

// Where the directive stands, in steps of two blanks.
static std::string textOf(const DataDirective &directive,
                          const std::string &line,
                          const source::LinePlace &place) {
  fortran::FortranText out;
  out.standFor(lineMarker(place));
  for (size_t blanks = std::min<size_t>(line.find_first_not_of(' '), 40);
       blanks > 1; blanks -= 2)
    out.deepen();
  DataCalls(directive, out).write();
  std::string text = out.str();
  text.pop_back(); // the end of the last line
  return text;
}

source::Lines
loopyc::withDataCalls(source::Lines lines,
                      const std::vector<DataDirective> &directives,
                      const std::string &file) {
  const std::vector<source::LinePlace> places =
      source::linePlaces(lines, file);
  for (const DataDirective &directive : directives) {
    const size_t line = static_cast<size_t>(directive.firstLine) - 1;
    lines[line] = textOf(directive, lines[line], places[line]);
    for (int n = directive.firstLine + 1; n <= directive.lastLine; ++n)
      lines[static_cast<size_t>(n) - 1].clear();
  }
  return lines;
}
