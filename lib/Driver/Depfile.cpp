#include "loopyc/Driver/Depfile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc::driver;

std::string loopyc::driver::quotedForMake(const std::string &text) {
  std::string result;
  for (char c : text) {
    if (c == ' ' || c == '\t' || c == '#')
      result += '\\';
    if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

static bool isSystemFile(llvm::StringRef path) {
  return path.starts_with("/usr/lib/") || path.starts_with("/usr/include/") ||
         path.starts_with("/usr/local/lib/") ||
         path.starts_with("/usr/local/include/");
}

static std::vector<std::string>
chosenDependencies(const std::vector<std::string> &all, bool withSystem) {
  std::vector<std::string> result;
  for (const std::string &file : all) {
    llvm::StringRef plain(file);
    while (plain.consume_front("./"))
      ;
    std::string quoted = quotedForMake(plain.str());
    if ((withSystem || !isSystemFile(file)) &&
        !llvm::is_contained(result, quoted))
      result.push_back(quoted);
  }
  return result;
}

// Words on lines of at most 76 characters, continued by backslashes.
static std::string wrapped(std::string line,
                           const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (line.size() + 1 + word.size() > 76) {
      text += line + " \\\n";
      line.clear();
    }
    line += " " + word;
  }
  return text + line + "\n";
}

std::string
loopyc::driver::depfileText(const DepfileOptions &options,
                            const std::vector<std::string> &outputs,
                            const std::vector<std::string> &dependencies) {
  std::vector<std::string> targets = options.targets;
  if (targets.empty())
    for (const std::string &output : outputs)
      targets.push_back(quotedForMake(output));
  auto files = chosenDependencies(dependencies, options.withSystem);
  std::string head;
  for (const std::string &target : targets)
    head += (head.empty() ? "" : " ") + target;
  std::string text = wrapped(head + ":", files);
  if (options.phony)
    for (const std::string &file : llvm::drop_begin(files))
      text += file + ":\n";
  return text;
}
