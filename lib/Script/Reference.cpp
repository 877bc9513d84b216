// docs/script-reference.md, from the table of functions.
#include "Function.h"

#include "loopyc/Script/ScriptRunner.h"

using namespace loopyc;
using namespace loopyc::script;

static std::string functionSection(const Function &fn) {
  std::string text = "### `" + std::string(fn.name) + "`\n\n";
  text += "```python\n" + signature(fn) + "\n```\n\n" + fn.summary + "\n\n";
  if (!fn.aliases.empty()) {
    text += "Also called";
    for (size_t i = 0; i < fn.aliases.size(); ++i)
      text += std::string(i ? ", `" : " `") + fn.aliases[i] + "`";
    text += ".\n\n";
  }
  if (!fn.parameters.empty()) {
    text += "| argument | default | meaning |\n|---|---|---|\n";
    for (const Parameter &p : fn.parameters)
      text += "| `" + std::string(p.name) + "` | " +
              (p.defaultValue ? "`" + std::string(p.defaultValue) + "`"
                              : std::string()) +
              " | " + p.meaning + " |\n";
    text += "\n";
  }
  if (*fn.errors)
    text += "Errors: " + std::string(fn.errors) + "\n\n";
  if (*fn.origin)
    text += "Source: " + std::string(fn.origin) + "\n\n";
  return text;
}

std::string script::scriptReference() {
  std::string text =
      "# Script reference\n\n"
      "The functions of module `loopy`, which scripts find as `lp`. This file "
      "is made from the docstrings (`utils/gen-script-reference`); "
      "`help(lp.split_iname)` shows them, too.\n\n";
  for (const FunctionGroup &group : functionGroups()) {
    text += "## " + std::string(group.title) + "\n\n" + group.introduction +
            "\n\n";
    for (const Function &fn : group.functions)
      text += functionSection(fn);
  }
  while (text.size() > 1 && text[text.size() - 2] == '\n')
    text.pop_back();
  return text;
}
