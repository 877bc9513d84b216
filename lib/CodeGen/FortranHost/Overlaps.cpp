#include "FortranHost/Overlaps.h"

#include "FortranHost/Gathering.h"
#include "FortranHost/PointerCopies.h"
#include "FortranHost/SameArrays.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

static const char function[] = "loopyrt_fortran_section";

namespace {

// An array of the call as the source has it: of one that the stub gathers, what
// it copies. Or a scalar that may be a part of one.
struct Described {
  const OffloadArgument *argument;
  std::string array;
  std::string existence; // a condition; "" where it is always there
  std::string presence;  // of an optional argument, what is asked before
  std::string bytes;     // of each element that is copied; "" for none
  std::string root;      // whose elements are copied; "" for none
};

using Descriptions = std::vector<Described>;

} // namespace

static std::string existence(const OffloadArgument &argument) {
  if (argument.isPointer)
    return "associated(" + argument.actual + ")";
  return argument.existence;
}

// Is it the value of what may be a part of something that the kernel writes,
// one a pointer and the other a target or a pointer?
static bool mayBePartOf(const OffloadArgument &value,
                        const OffloadArgument &written) {
  return &value != &written && value.variable && written.variable &&
         value.variable->isValue() && written.isWritten() &&
         value.type == written.type &&
         mayBeSame(value.variable->pointing, written.variable->pointing);
}

void codegen::requireComparable(
    const std::vector<OffloadArgument> &arguments) {
  for (const OffloadArgument &value : arguments)
    for (const OffloadArgument &written : arguments) {
      if (!mayBePartOf(value, written))
        continue;
      const OffloadArgument *unknown =
          written.assumedSize || written.isOfCommonBlock() ? &written
          : value.isOfCommonBlock()                        ? &value
                                                         : nullptr;
      if (unknown)
        throw UserError("whether '" + value.shown + "' is a part of '" +
                        written.shown +
                        "', which the kernel writes, cannot be asked before "
                        "the kernel, for '" +
                        unknown->shown +
                        (unknown->assumedSize ? "' has no last bound"
                                              : "' is in a common block") +
                        "; copy '" + value.shown +
                        "' to a variable of its own before the kernel");
    }
}

// Values that were read before the kernel, and scalars that it writes.
static void addScalars(const std::vector<OffloadArgument> &arguments,
                       Descriptions &result) {
  std::set<const OffloadArgument *> scalars;
  for (const OffloadArgument &value : arguments)
    for (const OffloadArgument &written : arguments) {
      if (!mayBePartOf(value, written))
        continue;
      scalars.insert(&value);
      if (!written.isArray())
        scalars.insert(&written);
    }
  for (const OffloadArgument &argument : arguments)
    if (scalars.count(&argument))
      result.push_back({&argument, argument.actual, existence(argument),
                        argument.presence,
                        std::to_string(argument.type.bytes) + "_8",
                        argument.actual});
}

// Arrays that have a descriptor, and scalars that may be parts of them.
static Descriptions describable(const Kernel &kernel,
                                const std::vector<OffloadArgument> &arguments) {
  Descriptions result;
  for (const OffloadArgument &argument : arguments) {
    if (!argument.isArray() || !argument.isUsed())
      continue;
    if (const auto *hidden = Gathering::gatheredBy(kernel, argument)) {
      Gathering gathering(argument, *hidden, kernel);
      std::string array = gathering.beginnings();
      if (!array.empty())
        result.push_back({&argument, std::move(array),
                          gathering.existence(), "",
                          gathering.bytesOfEach(), gathering.root()});
    } else if (!argument.assumedSize && !argument.isOfCommonBlock() &&
               !argument.isMergedArray) {
      result.push_back(
          {&argument, argument.actual, existence(argument),
           argument.presence, "", ""});
    }
  }
  addScalars(arguments, result);
  return result;
}

static bool mayBeStrided(const Described &array) {
  return array.bytes.empty() && array.argument->mayBeStrided;
}

// Are there components of two arrays, or of one and another array that may be
// made of such? Scalars that may be parts of arrays?
static bool mayShareCopied(const Descriptions &arrays) {
  std::set<std::string> roots;
  for (const Described &array : arrays) {
    if (!array.argument->isArray())
      return true;
    if (!array.bytes.empty())
      roots.insert(array.root);
  }
  return roots.size() > 1 ||
         (roots.size() == 1 &&
          std::any_of(arrays.begin(), arrays.end(), mayBeStrided));
}

// Nothing may be asked of what is not there.
template <typename Write>
static void whereThere(const Described &array, FortranText &out, Write write) {
  int depth = 0;
  for (const std::string &condition : {array.presence, array.existence})
    if (!condition.empty()) {
      out.line("if (" + condition + ") then");
      out.deepen();
      ++depth;
    }
  write();
  for (; depth > 0; --depth) {
    out.rise();
    out.line("end if");
  }
}

// "b;c": what the argument, which is read, may be.
static std::string sameAs(const Kernel &kernel,
                          const std::vector<OffloadArgument> &all,
                          const OffloadArgument &read) {
  std::string names;
  for (const OffloadArgument *written : writtenAs(kernel, all, read))
    names += (names.empty() ? "" : ";") + written->shown;
  return names;
}

static void writeInterfaces(FortranText &out) {
  out.line("interface");
  out.line(std::string("  subroutine ") + function +
           "(array, written, gathered, same, procedure, name) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_char, c_int, "
           "c_int64_t");
  out.line("    type(*), dimension(..) :: array");
  out.line("    integer(c_int), value :: written");
  out.line("    integer(c_int64_t), value :: gathered");
  out.line("    character(kind=c_char, len=*), intent(in) :: same, procedure, "
           "name");
  out.line(std::string("  end subroutine ") + function);
  out.line("  subroutine loopyrt_fortran_sections() bind(C)");
  out.line("  end subroutine loopyrt_fortran_sections");
  out.line("end interface");
}

static void writeCalls(const Kernel &kernel,
                       const std::vector<OffloadArgument> &all,
                       const Descriptions &arrays, FortranText &out) {
  out.line("call loopyrt_fortran_sections()");
  for (const Described &array : arrays)
    whereThere(array, out, [&] {
      const OffloadArgument &argument = *array.argument;
      out.line(std::string("call ") + function + "(" + array.array + ", " +
               (argument.isWritten() ? "1_loopyc_int" : "0_loopyc_int") +
               ", " +
               (array.bytes.empty() ? "0_8" : array.bytes) + ", \"" +
               sameAs(kernel, all, argument) + "\", \"" + kernel.name +
               "\", \"" + argument.shown + "\")");
    });
}

static void writeIntrinsics(const Descriptions &arrays, bool asksContiguity,
                            FortranText &out) {
  std::set<std::string> names;
  if (asksContiguity)
    names.insert("is_contiguous");
  for (const Described &array : arrays)
    for (const char *name : {"allocated", "associated"})
      if (array.existence.rfind(name, 0) == 0)
        names.insert(name);
  if (!names.empty())
    out.line("intrinsic :: " + commaJoined({names.begin(), names.end()}));
}

void codegen::writeOverlapChecks(const Kernel &kernel,
                                 const std::vector<OffloadArgument> &arguments,
                                 FortranText &out) {
  const Descriptions arrays = describable(kernel, arguments);
  const bool copied = mayShareCopied(arrays);
  auto isWritten = [](const Described &array) {
    return array.argument->isWritten();
  };
  if (arrays.size() < 2 ||
      !(copied || std::any_of(arrays.begin(), arrays.end(), mayBeStrided)) ||
      std::none_of(arrays.begin(), arrays.end(), isWritten))
    return;
  out.line("block");
  out.deepen();
  // The procedure may call something c_int.
  out.line("use, intrinsic :: iso_c_binding, only: loopyc_int => c_int");
  writeIntrinsics(arrays, !copied, out);
  writeInterfaces(out);
  if (!copied) {
    if (std::any_of(arrays.begin(), arrays.end(), [](const Described &array) {
          return mayBeStrided(array) && array.argument->isPointer;
        }))
      writeLiesApartInterface(out);
    out.line("logical :: loopyc_packs");
    out.line("loopyc_packs = .false.");
    for (const Described &array : arrays)
      if (mayBeStrided(array))
        whereThere(array, out, [&] {
          out.line("if (" + liesApart(*array.argument, array.array) +
                   ") loopyc_packs = .true.");
        });
    out.line("if (loopyc_packs) then");
    out.deepen();
  }
  writeCalls(kernel, arguments, arrays, out);
  if (!copied) {
    out.rise();
    out.line("end if");
  }
  out.rise();
  out.line("end block");
}
