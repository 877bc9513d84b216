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

static const char introduction[] = R"(# Script reference

A script is Python, in `!$loopy begin` ... `!$loopy end` blocks of the Fortran
source or in a file of its own (`--transform=FILE.py`). This page is made from
the docstrings by `utils/gen-script-reference`; `help(lp.split_iname)` in a
script shows them, too.

## What a script finds

| name | what it is |
|---|---|
| `lp`, `loopy` | module `loopy`; `import loopy as lp` and `from loopy import *` work, too |
| `np` | numpy's scalar types (`np.float32`, `np.dtype("int64")`), with or without numpy installed |
| `SOURCE`, `FILENAME` | the Fortran text, and its name |
| the name of a kernel | of a [file of kernels](kernel-language.md#files-of-kernels), `K.loopy`: its kernels |
| what `--set NAME=VALUE` gave | a Python literal, else a string |

It leaves the kernels to translate in `RESULT`: a kernel, a translation unit,
or a list of these. Modules beside the source or the script can be imported.
An exception that the script does not catch ends the translation with its
type, its message and the script's line; what a transformation refuses is a
`lp.LoopyError`.

## Objects

None of them ever changes; transformations return new ones.

| object | what it offers |
|---|---|
| translation unit | `for knl in t`, `a, b = t`, `len(t)`, `t["name"]`, `t[0]`, `t.default_entrypoint` (its one kernel), `t.with_kernel(knl)`, `t.with_entrypoints("a, b")` (a unit of these kernels; the others stay on the host) |
| kernel | `name`, `insns`, `id_to_insn`, `inames` (dictionary to tags), `args`, `arg_dict`, `temporary_variables`, `substitutions`, `domains`, `assumptions`, `options` (an `lp.Options`), `loop_priority`, `history`, `copy(name=..., domains=..., instructions=..., args=..., temporary_variables=..., assumptions=..., substitutions=...)` (but for the name, of kernels of the kernel language), `get_grid_size_upper_bounds()`, `writer_map()`, `reader_map()` (ids of instructions by variable), `get_read_variables()`, `get_written_variables()`, `all_variable_names()`, `all_params()`, `insn_inames(insn)`, `iname_to_insns()`, `global_var_names()`, `local_var_names()`, `get_inames_domain(inames)` (an `lp.Set`), `get_constant_iname_length(iname)`, `get_iname_bounds(iname)` (`lower_bound_pw_aff`, `upper_bound_pw_aff` and `size`, integers or texts), `get_var_descriptor(name)`, `get_var_name_generator()`, `get_instruction_id_generator()`; `print(knl)` shows all of it, with the dependences |
| instruction | `id`, `assignee_name`, `assignee_var_names()`, `assignee`, `expression`, `within_inames`, `tags`, `predicates`, `depends_on`, `read_dependency_names()`, `write_dependency_names()`, `dependency_names()`, `reduction_inames()`, `copy(expression=..., ...)`, `with_transformed_expressions(function)` |
| `lp.GlobalArg`, `lp.ConstantArg`, `lp.ImageArg`, `lp.ValueArg`, `lp.TemporaryVariable` | `name`, `dtype`, `shape`, `dim_names`, `dim_tags`, `address_space`; arguments, `is_input` and `is_output`, too (given, they are checked) |
| `lp.Options` | `lp.Options(write_code=True)`: what `set_options` and `make_kernel(options=...)` take; each option is an attribute |
| `lp.AddressSpace` | `PRIVATE`, `LOCAL`, `GLOBAL` |
| `lp.ToCountMap` | `filter_by`, `filter_by_func`, `group_by`, `to_bytes`, `sum`, `eval_and_sum`, `with_set_attributes`, `copy`, `remarks`, and what dictionaries offer: see [counting](counting.md) |
| `lp.Op`, `lp.MemAccess`, `lp.Sync` | keys of such maps: records whose fields may be None |
| `lp.PwQPolynomial` | a count: `eval_with_dict({"n": 16})`, `+`, `*`; printed in isl's notation |
| `lp.CountGranularity` | `WORKITEM`, `SUBGROUP`, `WORKGROUP` |

Every function that takes a kernel takes a translation unit, and applies to
those of its kernels that have what is named; a name that none has is an error.

## Match queries

`within=` and its like take a query: `id:`, `tag:`, `reads:`, `writes:`,
`iname:` and `in_kernel:` with a glob (`*` any characters, `?` one), joined by
`and`, `or`, `not` and parentheses. Case does not matter. `reads:` sees through
substitution rules. With `import loopy.match as m` the same are objects:
`m.Id`, `m.Tagged`, `m.Reads`, `m.Writes`, `m.Iname`, `m.InKernel`, `m.All`,
`m.And`, `m.Or`, `m.Not`, also `&`, `|` and `~`; `m.parse_match(text)` makes one
from text. `m.parse_stack_match("tag:prep > id:flux_subst > ...")` selects uses
of substitution rules by their path from an instruction.

)";

std::string script::scriptReference() {
  std::string text = introduction;
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
