# Whatever a script passes, the answer is an exception of Python's or a
# LoopyError: never a crash, nor a fault of loopyc (an InternalError, which
# `except Exception` does not catch).
# RUN: %loopyc %S/Inputs/odd.f90 --transform=%s -fsyntax-only > %t
# RUN: FileCheck %s < %t
# CHECK: {{[0-9][0-9][0-9][0-9]+}} calls
import inspect

kernel, other = lp.parse_fortran(SOURCE, FILENAME)

cyclic = []
cyclic.append(cyclic)
loop = []
loop.append((loop,))
deep = "i"
for _ in range(5000):
    deep = [deep]
mapping = {}
mapping["i"] = mapping


class Odd:
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __hash__ = __len__ = __index__ = __bool__ = __iter__ = __str__


values = [
    None, True, 0, -1, 2**31, 2**63 - 1, 2**63, -2**63, 10**30, 1.5,
    float("nan"), float("inf"), 1j, "", "i", "zz", "i\0j", "\udc80", "\ud800",
    "i\udc80", "\u00e9", "(" * 5000, "-" * 100000, "not " * 20000 + "id:x",
    "a[" * 3000, "1e999", "9" * 40, "i:\udc80", "{", "%s%n", b"i", b"\xff",
    bytearray(b"i"), [], (), {}, set(), [None], [1], ["\udc80"], ("i", None),
    ("a", 10**30), {"i": None}, {None: 1}, {1: "i"}, {"\udc80": "\ud800"},
    cyclic, loop, mapping, deep, [("i", cyclic)], range(3), iter(["i"]), len,
    object, lambda: 0, Odd(), kernel, [kernel, cyclic], lp.match.All(),
    np.float32, Ellipsis, type("T", (), {})(),
]

# For the other parameters, what gets far.
plain = {
    "kernel": kernel, "program": kernel, "kernels": [kernel, other],
    "m": None, "source": SOURCE, "filename": "x.f90", "iname": "i",
    "inames": "i", "split_iname": "i", "inner_length": 4, "num_chunks": 4,
    "old_iname": "i", "old_inames": "i", "new_iname": "ii", "var_name": "a",
    "ary_names": "a", "array_names": "t", "names": "t", "arg_names": "n, a, b",
    "old_name": "a", "new_name": "aa", "assumption": "n >= 1",
    "lhs_name": "t", "subst_name": "r", "template": "b[i]*2", "pattern": "*",
    "insn_match": "id:*", "depends_on": "id:*", "insn_before": "id:a_0",
    "insn_after": "id:t_0", "source_match": "id:*", "sink": "id:*",
    "dim_tags": "N0", "dim_names": "x", "arrays_and_axes": ("a", 0),
    "count": 2, "address_space": "private", "temp_var_names": "t",
    "iname_to_tag": "i:l.0", "new_tag": "x", "subst_use": "r",
    "equations": "ii = i", "flag": True, "ctx": None, "scope": "local",
}


def call(function, *args, **keywords):
    try:
        function(*args, **keywords)
    except Exception:
        pass
    global calls
    calls += 1


calls = 0
for name in dir(lp):
    function = getattr(lp, name)
    if name in ("auto_test_vs_ref", "add_missing") or not callable(function):
        continue
    for value in values:
        call(function, value)
        call(function, kernel, value)
        call(function, kernel, "i", value)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        continue
    if inspect.isclass(function) or name.startswith("get_"):
        continue
    given = {p.name: plain[p.name] for p in parameters
             if p.name in plain and p.default is p.empty}
    for p in parameters:
        for value in values:
            if p.kind == p.VAR_KEYWORD:
                call(function, kernel, n=value)
            elif p.kind == p.VAR_POSITIONAL:
                call(function, kernel, value)
            else:
                call(function, **{**given, p.name: value})

unit = lp.parse_fortran(SOURCE, FILENAME)
for value in values:
    call(lambda: unit[value])
    call(lambda: value in unit)
    call(unit.with_kernel, value)
    call(unit.with_entrypoints, value)
    call(kernel.copy, name=value)
    call(kernel.iname_tags, value)
    call(lp.match.And, value, value)
    call(lp.match.Id, value)
    call(lambda: lp.match.All() & value)
    call(np.dtype, value)
    call(np.float32, value)
    call(lambda: kernel == value)
print(calls, "calls")
RESULT = kernel
