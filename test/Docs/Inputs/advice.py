# usage: advice.py ROOT: lists what the front end refuses without a remedy, by the
# texts in its code. Names and numbers in these are an X here.
import fnmatch
import pathlib
import re
import sys

frontend = pathlib.Path(sys.argv[1]) / "lib/Frontend"
advice = re.findall(r'\{"([^"]+)",',
                    (frontend / "Advice.cpp").read_text().split("table[]")[1])
# Of statements that are lowered or become jumps; of what is always preceded by
# another reason; of bounds, which name their array; and what only begins or ends
# as the others do.
never = {"X statement", "cycle statement", "exit statement", "goto statement",
         "return statement before the end", "computed goto statement",
         "arithmetic if statement", "format statement", "select case construct",
         "intrinsic 'present'", "array operand X", "a bound", "a component",
         "variable 'X' without a type", "X", "array-valued expression",
         "statement function without an argument", "X(X) data",
         "Xelemental functionXelemental subroutine", "X: variable 'X'",
         "X in X"}


def texts(source):
    for match in re.finditer(r"(?:Unsupported|NotScalarized) ?\{(.*?)\}[;,)]",
                             source, re.S):
        yield match[1]
    for match in re.finditer(r'UserError\(\s*"not supported: (.*?)(?:,\s*[\w.]*'
                             r'(?:range|call|where)|\);)', source, re.S):
        yield '"' + match[1]
    for match in re.finditer(r"LOOPYC_STATEMENT_NAME\(\w+,\s*\w+,\s*(\"[^\"]*\")",
                             source):
        yield match[1]
    for match in re.finditer(r"\bnotSupported\((.*?),\s*session", source, re.S):
        yield match[1]


def plain(text):
    parts = re.findall(r'"((?:[^"\\\\]|\\\\.)*)"|([^"\s]+)', text)
    result = "".join(p[0] if p[0] or not p[1] else "\0" for p in parts)
    return re.sub("\0+", "X", result)


count = 0
for path in sorted(frontend.rglob("*")):
    if path.suffix not in {".cpp", ".h"} or path.name == "Advice.cpp":
        continue
    for text in texts(path.read_text()):
        refusal = plain(text)
        if '"' not in text or "; " in refusal or refusal in never:
            continue
        count += 1
        if not any(fnmatch.fnmatchcase(refusal, glob.replace("[", "[[]"))
                   for glob in advice):
            print(f"no advice: {path}: {refusal}")
print(f"{count} refusals")
