// A directive that says which arrays are on the device, `!$loopy enter data: h,
// u`, as a source has it. In the stub, calls of the runtime take its place.
// `!$loopy public: gam` is read in the same way; it stands in a module, and
// lets kernels elsewhere have variables of that (loopyc/Source/Fortran/
// PublicVariables.h).
#ifndef LOOPYC_SOURCE_DATADIRECTIVE_H
#define LOOPYC_SOURCE_DATADIRECTIVE_H

#include "loopyc/Support/SourceLocation.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace source {

// What is asked and done before an array can be named.
struct DataStep {
  enum class Kind {
    IfPresent,   // an optional argument
    IfAllocated, // a component, or a variable with components
    Elements     // of an array of structures: a loop along one axis
  };
  Kind kind = Kind::IfPresent;
  std::string name; // of the array, as the source's language has it
  int axis = 0;     // from 1
  std::string variable;
};

// An array that an item stands for: itself, or a component.
struct DataArray {
  std::string name;            // "h(:, ny)", "state%h", "blocks(loopyc_1)%q"
  std::vector<DataStep> steps; // from the outermost
  // Of a name as a whole.
  std::string elementType; // "real(8)"
  int rank = 0;
};

struct DataItem {
  enum class How { Default, Copy, CopyIn, Create, CopyOut, Delete };
  How how = How::Default;
  std::string text; // "h(:, ny)"
  SourceRange range;
  std::vector<DataArray> arrays; // what it stands for, when that is known
};

// Statements of a procedure of the same file.
struct ReachedStatements {
  std::string called; // the procedure that is called there
  SourceRange call;
  bool isDirect = true; // they are of this one, and not of what it calls
  int firstLine = 0, lastLine = 0;
};

struct DataDirective {
  enum class Kind {
    EnterData,
    ExitData,
    BeginData,
    EndData,
    UpdateHost,
    UpdateDevice,
    BeginHostData,
    EndHostData,
    Wait,
    Public
  };
  Kind kind = Kind::EnterData;
  SourceRange range;
  int firstLine = 0, lastLine = 0;
  std::vector<DataItem> items;
  // Of a begin and its end: the other one, where that is known.
  std::optional<size_t> partner;
  // What calls inside of a region of host_data come to.
  std::vector<ReachedStatements> reached;
  // Functions that the stub needs, and whose names are those of variables here.
  std::vector<std::string> hiddenFunctions;
};

// "enter data", as it is written.
const char *nameOf(DataDirective::Kind kind);

} // namespace source
} // namespace loopyc

#endif
