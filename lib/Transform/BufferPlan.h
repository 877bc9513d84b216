// What buffer_array is going to keep in a temporary: which elements, for which
// loops, in which buffer. Nothing is changed by it.
//
//   for i: for k: a[i] = a[i] + x[k]
//     references a[i] and a[i], outer loop i, no axes, buffer buf[; i]
#ifndef LOOPYC_LIB_TRANSFORM_BUFFERPLAN_H
#define LOOPYC_LIB_TRANSFORM_BUFFERPLAN_H

#include "BufferExpressions.h"
#include "Footprint.h"
#include "loopyc/Transform/Precompute.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// A reference to the array, rules around it expanded.
struct BufferedReference {
  int insn = -1;
  bool write = false;
  bool chosen = false; // it is to use the buffer
  std::vector<Expr> subscripts;
};

struct BufferPlan {
  const Kernel &kernel;
  VariablePtr var;
  const BufferOptions &options;
  BufferExpressions expressions;
  std::string phrase; // begins messages

  std::vector<BufferedReference> references = {};
  bool anyWrite = false;               // by a chosen one
  std::vector<std::string> outer = {}; // loops that the transfers stand in
  std::vector<Expr> indices = {};      // by axis; null: an axis of the buffer
  std::vector<size_t> axes = {};       // of the array, that the buffer has
  std::optional<Footprint> footprint = {};
  VariablePtr buffer = {};

  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &range = {}) const;

  template <typename Fn> void forChosen(Fn fn) const {
    for (const BufferedReference &reference : references)
      if (reference.chosen)
        fn(reference, *kernel.instructions[reference.insn]);
  }

  const Instruction &firstUser() const;
  // Each instruction that uses the buffer once, in order.
  std::vector<int> users() const;

  std::string axisName(size_t a) const;
  // The buffer's indices for the subscripts of a reference.
  std::vector<Expr> placesOf(const std::vector<Expr> &subscripts) const;
  Expr bufferAt(std::vector<Expr> places) const;
  // The array's element that buffer element `inames` stands for.
  Expr elementAt(const std::vector<std::string> &inames) const;
};

// Throws UserError where the options do not fit the kernel.
BufferPlan planBuffer(const Kernel &kernel, const std::string &array,
                      const BufferOptions &options);

} // namespace loopyc

#endif
