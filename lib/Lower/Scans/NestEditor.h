// Adding instructions around and between those of a loop nest.
#ifndef LOOPYC_LIB_LOWER_SCANS_NESTEDITOR_H
#define LOOPYC_LIB_LOWER_SCANS_NESTEDITOR_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace loopyc {

// Instructions that share loops. What comes before or behind them stands as
// deep in these as its own inames allow: between them and what was put there
// before, or behind them and that.
struct Nest {
  std::vector<std::string> ids;
  std::string last; // of what was put behind
};

class NestEditor {
public:
  using Inames = std::vector<std::string>;

  explicit NestEditor(Kernel kernel) : knl(std::move(kernel)) {}

  const Kernel &kernel() const { return knl; }
  Kernel take() { return std::move(knl); }
  const Instruction &instruction(const std::string &id) const;

  std::string addIname(const std::string &base, const poly::Set &domain,
                       InameTag tag);
  // Several of one domain.
  Inames addInames(const Inames &bases, const poly::Set &domain,
                   const std::vector<InameTag> &tags);
  // Nested axes are numbered here.
  std::string addTemporary(const std::string &base, Type type,
                           AddressSpace space, std::vector<Axis> axes,
                           const SourceRange &range);
  // The one goes from group to group as set_reduction says of the other.
  void setAcross(const std::string &variable, const std::string &like);
  // Its id is made of `insn.id`; its inames say where it stands.
  void addBefore(const Nest &nest, Instruction insn);
  void addBehind(Nest &nest, Instruction insn);
  // At one place before the nest, in loops of their own, one after the other.
  void addLoopBefore(const Nest &nest, const Inames &around,
                     const Inames &loops, std::vector<Instruction> body);
  void replace(Instruction insn); // by id

  // New inames of equal ranges and tags, by the old ones.
  std::map<std::string, std::string> copyInames(const Inames &inames,
                                                const std::string &suffix);
  // The instructions once more before the nest, as `change` makes them (their
  // ids, bodies, conditions), within the copies of inames; `shared` are those
  // of their inames that they keep, around them. In the order of the given.
  Nest
  addCopies(const Nest &before, const std::vector<std::string> &ids,
            const Inames &shared,
            const std::map<std::string, std::string> &copies,
            const std::function<std::vector<Instruction>(const Instruction &)>
                &change);

private:
  size_t indexOf(const std::string &id) const;
  std::vector<int> placesOf(const std::vector<std::string> &ids) const;
  std::string insert(size_t at, Instruction insn);

  Kernel knl;
};

} // namespace loopyc

#endif
