#include "Scans/NestEditor.h"

#include "KernelEdits.h"
#include "loopyc/Transform/ReferenceOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::Set;

size_t NestEditor::indexOf(const std::string &id) const {
  return loopyc::indexOf(knl, id);
}

const Instruction &NestEditor::instruction(const std::string &id) const {
  return *knl.instructions[indexOf(id)];
}

std::vector<int>
NestEditor::placesOf(const std::vector<std::string> &ids) const {
  return loopyc::placesOf(knl, ids);
}

NestEditor::Inames NestEditor::addInames(const Inames &bases, const Set &domain,
                                         const std::vector<InameTag> &tags) {
  return loopyc::addInames(knl, bases, domain, tags);
}

std::string NestEditor::addIname(const std::string &base, const Set &domain,
                                 InameTag tag) {
  return addInames({base}, domain, {tag}).front();
}

std::string NestEditor::addTemporary(const std::string &base, Type type,
                                     AddressSpace space, std::vector<Axis> axes,
                                     const SourceRange &range) {
  return loopyc::addTemporary(knl, base, type, space, std::move(axes), range);
}

void NestEditor::setAcross(const std::string &variable,
                           const std::string &like) {
  if (auto set = knl.reductionsAcross.find(like);
      set != knl.reductionsAcross.end())
    knl.reductionsAcross[variable] = set->second;
}

std::string NestEditor::insert(size_t at, Instruction insn) {
  insn.id = knl.freshInstructionId(insn.id);
  std::string id = insn.id;
  insertAt(knl, at, std::move(insn));
  return id;
}

void NestEditor::addBefore(const Nest &nest, Instruction insn) {
  std::vector<int> after = placesOf(nest.ids);
  insn.time = placeBefore(knl, after, insn.inames);
  insert(*std::min_element(after.begin(), after.end()), std::move(insn));
}

void NestEditor::addBehind(Nest &nest, Instruction insn) {
  std::vector<int> before = placesOf(
      nest.last.empty() ? nest.ids : std::vector<std::string>{nest.last});
  insn.time = placeAfter(knl, before, insn.inames);
  nest.last = insert(*std::max_element(before.begin(), before.end()) + 1,
                     std::move(insn));
}

void NestEditor::addLoopBefore(const Nest &nest, const Inames &around,
                               const Inames &loops,
                               std::vector<Instruction> body) {
  std::vector<int> after = placesOf(nest.ids);
  ReferenceTime time = placeBefore(knl, after, around);
  for (const std::string &iname : loops) {
    time.push_back(Expr::var(iname));
    time.push_back(Expr::integer(0));
  }
  size_t at = *std::min_element(after.begin(), after.end());
  for (size_t i = 0; i < body.size(); ++i) {
    time.back() = Expr::integer(static_cast<int64_t>(i));
    body[i].time = time;
    body[i].inames = around;
    llvm::append_range(body[i].inames, loops);
    insert(at + i, std::move(body[i]));
  }
}

void NestEditor::replace(Instruction insn) {
  size_t at = indexOf(insn.id);
  knl.instructions[at] = std::make_shared<const Instruction>(std::move(insn));
}

std::map<std::string, std::string>
NestEditor::copyInames(const Inames &inames, const std::string &suffix) {
  std::map<std::string, std::string> copies;
  for (const std::string &iname : inames) {
    // Taken from here on.
    std::string copy = iname + suffix;
    for (int i = 0;
         knl.isNameTaken(copy) ||
         llvm::any_of(copies, [&](auto &c) { return c.second == copy; });
         ++i)
      copy = iname + suffix + "_" + std::to_string(i);
    copies[iname] = copy;
    InameTag tag = knl.tagOf(iname);
    if (!tag.isPlain())
      knl.inameTags[copy] = tag;
  }
  std::vector<Set> made;
  for (const Set &domain : knl.domains) {
    Names dims;
    for (const std::string &dim : domain.dims())
      if (auto copy = copies.find(dim); copy != copies.end())
        dims.push_back(copy->second);
    if (!dims.empty())
      made.push_back(domain.flat().rename(copies).withDims(dims));
  }
  llvm::append_range(knl.domains, made);
  return copies;
}

Nest NestEditor::addCopies(
    const Nest &before, const std::vector<std::string> &ids,
    const Inames &shared, const std::map<std::string, std::string> &copies,
    const std::function<std::vector<Instruction>(const Instruction &)>
        &change) {
  ReferenceTime ahead = placeBefore(knl, placesOf(before.ids), shared);
  Substitution renaming;
  for (const auto &[iname, copy] : copies)
    renaming[iname] = Expr::var(copy);
  auto renamed = [&](const Expr &e) { return substitute(e, renaming); };
  Nest result;
  for (const std::string &id : ids) {
    Instruction original = instruction(id);
    original.dependsOn.clear();
    original.noSyncWith.clear();
    std::vector<Instruction> made = change(original);
    for (size_t i = 0; i < made.size(); ++i) {
      Instruction insn = made[i];
      std::copy(ahead.begin(), ahead.end(), insn.time.begin());
      if (i > 0) {
        insn.time.push_back(Expr::integer(0));
        insn.time.push_back(Expr::integer(static_cast<int64_t>(i)));
      }
      for (std::string &iname : insn.inames)
        if (auto copy = copies.find(iname); copy != copies.end())
          iname = copy->second;
      insn = *mapExprs(std::make_shared<const Instruction>(std::move(insn)),
                       renamed, /*timeToo=*/true);
      result.ids.push_back(
          insert(*llvm::min_element(placesOf(before.ids)), std::move(insn)));
    }
  }
  return result;
}
