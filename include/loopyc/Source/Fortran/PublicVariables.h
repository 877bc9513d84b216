// Variables that a module keeps to itself, or protects, for kernels elsewhere
// that inline the module's procedures:
//
//   module eos
//     real(8), private :: gam, tab(100)
//     !$loopy public: gam, tab
//
// In the stub, a function of the module points to each, under a name that no
// program has. So the module's users see nothing new: a public `gam` would be
// an error wherever a user of the module declares a variable of that name.
// Of a variable of a derived type each component has a function: its type may
// be the module's own, too, and so may its components.
#ifndef LOOPYC_SOURCE_FORTRAN_PUBLICVARIABLES_H
#define LOOPYC_SOURCE_FORTRAN_PUBLICVARIABLES_H

#include "loopyc/IR/HostValue.h"
#include "loopyc/Source/DataDirective.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Lines.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// The function that points to a module's variable: "loopyc_public_gam"; of a
// component, "s%grid%h", the name has a number that makes it unlike all others.
std::string accessorOf(const std::string &variable);
// The subroutine that allocates it, for tests: "loopyc_allocate_tab(lower,
// extent)".
std::string allocatorOf(const std::string &variable);

// What a kernel has as HostValue::nameInModule of a variable that is reached by
// such a function, whatever its name's length: "loopyc_public_gam"; of
// components of elements "loopyc_public_cells(:)%q".
std::string reachedName(const std::string &variable);
bool isReached(const HostValue &value);
// "gam": what the module calls such a variable.
std::string reachedVariable(const HostValue &value);
// "cells" of "cells(:)%q": the array whose elements have the component; "" of
// what is no part of one.
std::string reachedArray(const HostValue &value);

struct NamedVariable {
  std::string module; // in lower case; "": that around the line
  std::string name;
  SourceRange range;
  int line = 0;
  bool isDirective = true; // else a kernel wants it, if the module is here
};

// What directives name; `module` as the text before says, "" where it does not.
std::vector<NamedVariable>
namedPublic(const std::vector<std::string> &lines, Form form,
            const std::vector<source::DataDirective> &directives);

// As its module declares it.
struct PublicVariable {
  struct Part {
    std::string name;
    bool isAllocatable = false, isPointer = false;

    bool mayBeAbsent() const { return isAllocatable || isPointer; }
  };

  std::string module, name; // in lower case; "s%grid%h" is a component
  std::vector<Part>
      parts; // the variable, and components on the way: s, grid, h
  std::string type;         // "real(8)"
  int rank = 0;
  // The part that has the elements: the variable where it is an array of a
  // type, whose component is pointed at in all of them; else the last one.
  size_t array = 0;
  std::string shape; // of constant bounds, "0:3, 1:8"; "" where it has others
  bool isTarget = false; // the variable
  int contains = 0; // the line of the module's statement; 0: there is none
  int end = 0;      // that of its end

  bool operator==(const PublicVariable &o) const {
    return module == o.module && name == o.name;
  }
};

// A line of the text: what is inserted in front of it.
struct Insertion {
  int line = 0;
  std::string text; // of whole lines
};

// The lines of a stub, of which some may hold several, with insertions: as many
// as before. `mark` makes of an insertion, and the number of the line that
// holds it, the text that is inserted; without it, that is the insertion's.
using MarkInsertion = std::function<std::string(const std::string &, int)>;
std::vector<std::string>
withInsertions(const std::vector<std::string> &stubLines,
               const std::vector<Insertion> &insertions,
               const MarkInsertion &mark = nullptr);

// The functions, and what makes them public; with `allocators`, subroutines
// that allocate the variables, too. In the order of lines.
std::vector<Insertion>
accessorInsertions(const std::vector<PublicVariable> &variables,
                   bool allocators);

} // namespace fortran
} // namespace loopyc

#endif
