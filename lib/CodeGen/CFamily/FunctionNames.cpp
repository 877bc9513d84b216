// What a function beside the kernel's has names for (KernelData.h).
#include "CFamily/KernelData.h"

using namespace loopyc;
using namespace loopyc::codegen;

// None of the kernel's has such a character.
std::string KernelData::addName(const std::string &base,
                                const std::string &identifier) {
  std::string name = base + "@" + std::to_string(functionNames++);
  names.set(name, identifier);
  return name;
}

std::string KernelData::addLike(Storage storage, const std::string &identifier,
                                bool isArray) {
  Variable var = *storage.var;
  var.name = addName(var.name, identifier);
  var.axes.clear();
  var.baseStorage.clear();
  storage.strides.clear();
  if (isArray) {
    var.axes = {{Expr(), NestedAxis{0}, ""}};
    storage.strides = {Expr::integer(1)};
  }
  storage.identifiers = {identifier};
  storage.copies = storage.interleave = 1;
  std::string name = var.name;
  storage.var = std::make_shared<const Variable>(std::move(var));
  storages.emplace(name, std::move(storage));
  return name;
}

std::string KernelData::addVariable(const Storage &like,
                                    const std::string &identifier) {
  std::string name = addLike(like, identifier, false);
  temporaryOrder.push_back(name);
  return name;
}

std::string KernelData::addNumber(const Storage &like,
                                  const std::string &identifier) {
  std::string name = addLike(like, identifier, false);
  find(name)->kind = StorageKind::Value;
  return name;
}

std::string KernelData::addPointer(const Storage &like,
                                   const std::string &identifier) {
  std::string name = addLike(like, identifier, true);
  find(name)->kind = StorageKind::Buffer;
  return name;
}

std::string KernelData::addFlat(const Storage &like,
                                const std::string &identifier) {
  return addLike(like, identifier, true);
}
