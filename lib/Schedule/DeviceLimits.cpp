#include "loopyc/Schedule/DeviceLimits.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace loopyc;

DeviceLimits DeviceLimits::with(const DeviceLimits &other) const {
  DeviceLimits both = *this;
  if (device != other.device)
    both.device = DeviceLimits().device;
  both.localMemoryBytes = std::min(localMemoryBytes, other.localMemoryBytes);
  both.workGroupSize = std::min(workGroupSize, other.workGroupSize);
  for (int axis = 0; axis < 3; ++axis) {
    both.workItems[axis] = std::min(workItems[axis], other.workItems[axis]);
    both.workGroups[axis] = std::min(workGroups[axis], other.workGroups[axis]);
  }
  return both;
}

static std::map<std::string, int64_t *> keysOf(DeviceLimits &limits) {
  std::map<std::string, int64_t *> keys = {
      {"local_memory_bytes", &limits.localMemoryBytes},
      {"work_group_size", &limits.workGroupSize}};
  for (int axis = 0; axis < 3; ++axis) {
    std::string suffix = "_" + std::to_string(axis);
    keys["work_items" + suffix] = &limits.workItems[axis];
    keys["work_groups" + suffix] = &limits.workGroups[axis];
  }
  return keys;
}

// Of `part`, which lies in `line`.
static SourceRange placeOf(const std::shared_ptr<const std::string> &file,
                           int number, llvm::StringRef line,
                           llvm::StringRef part) {
  int column = static_cast<int>(part.data() - line.data()) + 1;
  int last = column + std::max<int>(static_cast<int>(part.size()), 1) - 1;
  return {file, number, column, number, last};
}

DeviceLimits loopyc::readDeviceLimits(const std::string &text,
                                      const std::string &fileName,
                                      DeviceLimits limits) {
  auto file = std::make_shared<const std::string>(fileName);
  limits.device = "the device of '" + fileName + "'";
  std::map<std::string, int64_t *> keys = keysOf(limits);
  std::set<std::string> seen;
  llvm::StringRef rest(text);
  for (int number = 1; !rest.empty(); ++number) {
    auto [line, after] = rest.split('\n');
    rest = after;
    auto fail = [&, line = line](const std::string &what,
                                 llvm::StringRef part) {
      throw UserError(what, placeOf(file, number, line, part));
    };
    llvm::StringRef said = line.take_until([](char c) { return c == '#'; });
    if (said.trim().empty())
      continue;
    llvm::StringRef key = said.take_until([](char c) { return c == '='; });
    if (key.size() == said.size())
      fail("expected NAME = NUMBER, the limits of a device", said.trim());
    llvm::StringRef value = said.drop_front(key.size() + 1).trim();
    key = key.trim();
    auto known = keys.find(key.str());
    if (known == keys.end()) {
      std::vector<std::string> names;
      for (const auto &[name, where] : keys)
        names.push_back(name);
      fail("no limit of a device is named '" + key.str() + "'" +
               suggestion(key.str(), names),
           key);
    }
    if (!seen.insert(key.str()).second)
      fail("'" + key.str() + "' is given twice", key);
    if (value.getAsInteger(10, *known->second) || *known->second < 1)
      fail("'" + key.str() + "' must be a positive number, but it is '" +
               value.str() + "'",
           value);
  }
  if (seen.empty())
    throw UserError("'" + fileName +
                    "' says no limit of a device; a program prints those of "
                    "its device where LOOPYRT_PRINT_LIMITS is set");
  return limits;
}
