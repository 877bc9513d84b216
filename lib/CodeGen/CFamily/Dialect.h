// What differs between the languages of the C family. An open set: each target
// has a class for its own.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_DIALECT_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_DIALECT_H

#include "CFamily/Atomics.h"
#include "loopyc/IR/Array.h"
#include "loopyc/IR/MatrixUnits.h"
#include "loopyc/IR/Routines.h"

#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace codegen {

class KernelData;

// Whose register a lane reads: its own, that of the lane some numbers behind or
// before it, that of the lane of a number.
enum class LaneSource { Own, Down, Up, At };

// How a target realises loops tagged vec.
enum class VectorLoops {
  ShortVectors, // operations on vector types where possible, else copies
  SimdLoops     // loops that the compiler is told to vectorise
};

class Dialect {
public:
  virtual ~Dialect();

  // --- types
  // The device's name of a scalar type; throws UserError for sizes that no
  // target has (real(16), real(2)).
  virtual std::string typeName(Type type) const;
  // Of an integer type of the same size without a sign.
  virtual std::string unsignedName(Type type) const;
  // The name of a short vector; only where hasShortVectors().
  virtual std::string vectorName(Type element, int lanes) const;
  virtual bool hasShortVectors() const { return true; }
  // Has it elementary functions of short vectors?
  virtual bool hasVectorFunctions() const { return false; }
  // j0, jn, y0, ... of its library; declared whatever the compiler's options?
  virtual bool hasBesselFunctions() const { return true; }
  virtual bool declaresBesselFunctions() const { return false; }
  // ".s3", ".w"
  virtual std::string component(int lane, int lanes) const;

  // --- expressions
  virtual const char *longSuffix() const { return "LL"; }
  // The name of the math library's function for operands of a real type.
  virtual std::string mathFunction(const std::string &name, Type type) const;
  // Is 1/sqrt(x) one operation? rsqrt, then.
  virtual bool hasReciprocalRoots() const { return false; }
  // The device's approximate quotient of numbers of a real type; "" where the
  // operator is all that there is.
  virtual std::string quickDivision(Type) const { return ""; }
  // The function for a*b + c in one rounding, or as fast as can be; "" where
  // that is the device's compiler's to know (FP_FAST_FMA).
  virtual std::string fusedFunction(Type) const { return ""; }
  // How many bits of an unsigned value, of the type's size, are ones; how many
  // above the highest one are zeros, where there is one.
  virtual std::string countOnes(const std::string &value, Type type) const;
  std::string countLeadingZeros(const std::string &value, Type type) const;
  // A statement that sets the variables `results`, of the type, to what the
  // routine makes of the arguments; "" where there is none, and each result is
  // computed by itself.
  virtual std::string
  routineCall(Routine routine, Type type,
              const std::vector<std::string> &arguments,
              const std::vector<std::string> &results) const;
  // Are min and max of integers part of the language?
  virtual bool hasIntegerMinMax() const { return false; }
  // How the code calls a hardware axis: "lid(0)".
  virtual std::string axisName(const GridAxis &axis) const;
  // Where a work-item is along an axis of all groups, as the launch has them;
  // "" where launchers do not choose the shape of groups.
  virtual std::string launchedPosition(int) const { return ""; }
  // All components set to one scalar.
  virtual std::string broadcast(const std::string &vectorType,
                                const std::string &scalar, int lanes) const;

  // --- declarations
  // Before the declaration of a helper function.
  virtual std::string helperPrefix() const { return "static inline"; }
  // ... of one that has a meaning on the device alone.
  virtual std::string deviceHelperPrefix() const { return helperPrefix(); }
  // ... and is called so rarely that each call had better be short.
  virtual std::string rareHelperPrefix() const { return deviceHelperPrefix(); }
  // "__local ", with a space, or "".
  virtual std::string localQualifier() const { return ""; }
  virtual std::string globalQualifier(AddressSpace) const { return ""; }
  // Of constants that a kernel declares with their values.
  virtual std::string tableQualifier() const { return "static const "; }
  // ... of those for which constant memory has no room.
  virtual std::string largeTableQualifier() const { return tableQualifier(); }
  // What all kernels of a file may have in constant memory.
  virtual int64_t mostConstantBytes() const { return INT64_MAX; }
  // ... of what a pointer to them points to.
  virtual std::string tablePointerQualifier() const { return "const "; }
  // The most bytes of local memory that a kernel may declare; beyond, it is one
  // block of a size that the launcher says, declared so.
  virtual int64_t mostDeclaredLocalBytes() const { return INT64_MAX; }
  virtual std::string localBlock(const std::string &) const { return ""; }
  // Of what a pointer into local memory points to.
  virtual std::string localPointerQualifier() const { return ""; }
  virtual const char *restrictKeyword() const { return "restrict"; }
  virtual std::string aligned(int bytes) const;

  // --- images (loopyc/IR/Images.h)
  // The type of a parameter that is an image of so many axes; "" where it is a
  // pointer, as for all arrays.
  virtual std::string imageType(size_t) const { return ""; }
  // ... an element of it, x first among the coordinates; the name and the
  // definition of the function that this calls, "" where there is none.
  virtual std::string imageElement(const std::string &,
                                   const std::vector<std::string> &,
                                   Type) const {
    return "";
  }
  virtual std::pair<std::string, std::string> imageFunction(size_t,
                                                            Type) const {
    return {};
  }
  // "__ldg(&u[i])" for "u[i]", where it is a pointer.
  virtual std::string elementOfImage(const std::string &element) const {
    return element;
  }

  // --- statements
  virtual std::string barrier(bool localMemory, bool globalMemory) const;
  // May barriers stand in a branch that all work-items of a group take alike?
  virtual bool hasBarriersInBranches() const { return true; }
  // The position of the work-group in the whole launch.
  std::string groupIndex(const KernelData &data) const;
  // Number of work-groups along an axis, as an unsigned number of 64 bits.
  virtual std::string groupCount(int) const { return "1"; }
  // The function that makes an update indivisible, of numbers that are not
  // complex.
  virtual AtomicFunction atomicFunction(const AtomicUpdate &what) const = 0;
  // In front of a loop; 0 copies: of all iterations.
  virtual std::string unrollHint(int copies) const;
  // Definitions of `copy_ahead(to, from)`, which begins to copy an element of
  // the type from global to local memory, and of what makes a batch of all that
  // is on its way and waits for all but the last `pending` batches; "" where
  // there is none.
  virtual std::string copyAheadText(Type) const { return ""; }
  // Lines that copy 16 bytes from an address in global memory to one in local
  // memory if `inside` is not 0, `ahead` like copy_ahead.
  virtual std::string copyPiece(const std::string &to, const std::string &from,
                                bool ahead) const;
  virtual std::string awaitCopiesText(int) const { return ""; }

  // Work-items of successive numbers in a group that run in step and read each
  // other's registers (LaneRegisters.h): 32 of a warp.
  virtual int64_t lanesInStep() const { return 1; }
  // ... registers of this type? The function `name(value, whose)` that all of
  // `together` lanes call, and its definition.
  virtual bool hasLaneReads(Type) const { return false; }
  std::string laneReadName(LaneSource source, Type type,
                           int64_t together) const;
  virtual std::string laneReadText(LaneSource, Type, int64_t) const {
    return "";
  }

  // Definitions of the function matrixStepName(...) by which the work-items of
  // a warp multiply and add (loopyc/IR/MatrixUnits.h), and what it calls, by
  // their names; none where there are no units. Arguments are, by reference,
  // the work-item's sums, rows outside; its elements of a, terms outside; its
  // elements of b.
  virtual std::vector<std::pair<std::string, std::string>>
  matrixStepTexts(const MatrixShape &, MatrixPrecision) const {
    return {};
  }
  // A statement in front of it: all that lanes wrote is there.
  virtual std::string awaitLanes() const { return ""; }
  static std::string matrixStepName(const MatrixShape &shape,
                                    MatrixPrecision precision);

  // Definitions, in C++, by which a group takes a value over from those that
  // began before it (Routine::LookBack); "" where it cannot wait for them.
  virtual std::string lookBackText() const { return ""; }

  VectorLoops vectorLoops() const {
    return hasShortVectors() ? VectorLoops::ShortVectors
                             : VectorLoops::SimdLoops;
  }
  // int32_t, float, loopyc_cfloat: the name in host code.
  static std::string hostTypeName(Type type);

protected:
  // The same of 32 bits or 64.
  virtual std::string leadingZeros(const std::string &value, bool isLong) const;
};

} // namespace codegen
} // namespace loopyc

#endif
