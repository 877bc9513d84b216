// Words that stand for one of a few values.
#include "loopyc/Script/Text.h"

#include "loopyc/Support/Diagnostic.h"

#include <optional>

using namespace loopyc;
using namespace loopyc::script;

static std::optional<AddressSpace> spaceNamed(const std::string &text) {
  for (AddressSpace space : {AddressSpace::Auto, AddressSpace::Private,
                             AddressSpace::Local, AddressSpace::Global})
    if (text == addressSpaceName(space))
      return space;
  return std::nullopt;
}

AddressSpace script::readAddressSpace(const std::string &text,
                                      const char *function) {
  if (auto space = spaceNamed(text))
    return *space;
  throw UserError(std::string(function) + ": '" + text +
                  "' is no address space for temporaries; these are private, "
                  "local, global and auto");
}

AddressSpace script::readKnownAddressSpace(const std::string &text,
                                           const char *function) {
  auto space = spaceNamed(text);
  if (space && *space != AddressSpace::Auto)
    return *space;
  throw UserError(std::string(function) + ": '" + text +
                  "' is no address space of temporaries; these are private, "
                  "local and global");
}

NoSync script::readNoSync(const std::string &text, const char *function) {
  if (text == "local")
    return {true, false};
  if (text == "global")
    return {false, true};
  if (text == "any")
    return {true, true};
  throw UserError(std::string(function) + ": '" + text +
                  "' is no scope; these are local, global and any");
}
