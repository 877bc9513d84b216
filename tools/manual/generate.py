"""Writes the manual page and shell completions from the option table.

    generate.py OPTIONS.json VERSION loopyc.1 loopyc.bash _loopyc

OPTIONS.json is what `llvm-tblgen --dump-json` makes of Options.td.
"""
import json
import pathlib
import sys

SUMMARY = "Fortran to OpenCL, CUDA and C by scripted, checked loop transformation"

# Options whose values are files or folders, by metavariable.
FOLDERS = {"DIR"}
FILES = {"FILE", "FILE.py", "PREFIX"}


class Option:
    """A row of the table with a help text: '--target=LIST', say."""

    def __init__(self, record):
        self.spelling = record["Prefixes"][0] + record["Name"]
        self.value = record["MetaVarName"]
        self.help = record["HelpText"]
        self.words = [word for word in (record["Values"] or "").split(",") if word]
        self.kind = record["Kind"]["def"]
        self.group = record["Group"]["def"]
        self.place = place(record)

    @property
    def joins(self):
        """The value follows '='."""
        return self.spelling.endswith("=")

    @property
    def separable(self):
        """The value may be a word of its own."""
        return self.joins and self.spelling.startswith("--") or "SEPARATE" in self.kind


def place(record):
    """Where the record stands: those of targets, in their own files, come last."""
    file, line = record["!locs"][-1].rsplit(":", 1)
    return (pathlib.Path(file).parent.name != "Driver", file, int(line))


def read_options(table):
    options = [Option(table[name]) for name in table["!instanceof"]["Option"]
               if table[name]["HelpText"] and table[name]["Group"]]
    for option in options:  # of a group without a title, in the one around it
        while not table[option.group]["HelpText"]:
            option.group = table[option.group]["Group"]["def"]
    return sorted(options, key=lambda option: option.place)


def read_groups(table):
    """Names and titles, in the order of the table."""
    groups = [table[name] for name in table["!instanceof"]["OptionGroup"]
              if table[name]["HelpText"]]
    return [(group["!name"], group["HelpText"]) for group in sorted(groups, key=place)]


def manual_text(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def manual_page(options, groups, version):
    lines = [f'.TH LOOPYC 1 "-" "loopyc {version}" "User Commands"',
             ".SH NAME", "loopyc \\- " + manual_text(SUMMARY),
             ".SH SYNOPSIS", ".B loopyc", "[\\fIoptions\\fR] \\fIFILE\\fR...",
             ".SH DESCRIPTION",
             "Each \\fIFILE\\fR is Fortran, \\- is standard input. Comments that begin with",
             "\\fB!$loopy\\fR hold a transformation script in Python. loopyc proves that the",
             "transformed loops compute the same, and writes kernels, launchers and a Fortran",
             "stub that takes the place of the file. An argument \\fB@\\fR\\fIFILE\\fR stands for",
             "the arguments in that file.",
             ".SH OPTIONS"]
    for name, title in groups:
        lines.append(".SS " + manual_text(title.capitalize()))
        for option in options:
            if option.group == name:
                value = f"\\fI{manual_text(option.value)}\\fR" if option.value else ""
                lines += [".TP", f"\\fB{manual_text(option.spelling)}\\fR{value}",
                          manual_text(option.help) + "."]
    lines += [".SH EXIT STATUS",
              ".TP", "0", "Done.",
              ".TP", "1", "The input is at fault; no output file was touched.",
              ".TP", "2", "The command line is at fault.",
              ".TP", "70", "loopyc is at fault.",
              ".SH SEE ALSO",
              "\\fBloopyc\\-fc\\fR, which compiles annotated Fortran with any Fortran compiler;",
              "the documentation in \\fI/usr/share/doc/loopyc\\fR."]
    return "\n".join(lines) + "\n"


BASH = """# Completion of loopyc for bash.
_loopyc() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} option value
  COMPREPLY=()
  # bash splits words at '='.
  if [[ $word == = ]]; then
    option=$previous= value=
  elif [[ $previous == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}= value=$word
  elif [[ $word == --*=* ]]; then
    option=${word%%=*}= value=${word#*=}
  else
    option=$previous value=$word
  fi
  case $option in
@CASES@
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "@OPTIONS@" -- "$word"))
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}

# Words of a list that commas separate.
_loopyc_list() {
  local value=$1 before=
  if [[ $value == *,* ]]; then
    before=${value%,*},
  fi
  COMPREPLY=($(compgen -P "$before" -W "$2" -- "${value##*,}"))
  compopt -o nospace 2>/dev/null
}

complete -F _loopyc loopyc
"""


def bash_completion(options):
    cases = []
    for option in options:
        patterns = [option.spelling] if option.joins or option.separable else []
        if option.joins and option.separable:
            patterns.append(option.spelling[:-1])
        if option.value == "LIST":
            action = f'_loopyc_list "$value" "{" ".join(option.words)}"; return'
        elif option.words:
            action = f'COMPREPLY=($(compgen -W "{" ".join(option.words)}" -- "$value")); return'
        elif option.value in FOLDERS | FILES:
            kind = "-d" if option.value in FOLDERS else "-f"
            action = (f'compopt -o filenames 2>/dev/null; '
                      f'COMPREPLY=($(compgen {kind} -- "$value")); return')
        elif patterns:
            action = "return"
        if patterns:
            cases.append(f"    {'|'.join(patterns)}) {action} ;;")
    words = " ".join(option.spelling for option in options)
    return BASH.replace("@CASES@", "\n".join(cases)).replace("@OPTIONS@", words)


def zsh_text(text):
    return text.translate({ord(c): "\\" + c for c in "[]:\\"}).replace("'", "'\\''")


def zsh_action(option):
    if option.value == "LIST":
        return f"_values -s , word {' '.join(option.words)}"
    if option.words:
        return f"({' '.join(option.words)})"
    if option.value in FOLDERS:
        return "_files -/"
    return "_files" if option.value in FILES else ""


def zsh_completion(options):
    lines = ["#compdef loopyc", "# Completion of loopyc for zsh.", "_arguments \\"]
    for option in options:
        spec = option.spelling
        if option.joins and option.separable:
            pass  # '--name=': after '=' or as the next word
        elif option.joins or option.value:
            spec += "-" if option.joins or not option.separable else "+"
        text = f"*{spec}[{zsh_text(option.help)}]"
        if option.value:
            text += f":{zsh_text(option.value)}:{zsh_action(option)}"
        lines.append(f"  '{text}' \\")
    return "\n".join(lines) + "\n  '*:Fortran source:_files'\n"


def main():
    table_file, version, manual, bash, zsh = sys.argv[1:]
    table = json.loads(pathlib.Path(table_file).read_text())
    options = read_options(table)
    pathlib.Path(manual).write_text(manual_page(options, read_groups(table), version))
    pathlib.Path(bash).write_text(bash_completion(options))
    pathlib.Path(zsh).write_text(zsh_completion(options))


if __name__ == "__main__":
    main()
