"""Writes modules as C++: freeze.py OUTPUT NAME..., of the standard library, or
NAME=PATH."""
import importlib.util
import marshal
import sys


def definition(given):
    name, _, path = given.partition("=")
    spec = None if path else importlib.util.find_spec(name)
    with open(path or spec.origin, "rb") as source:
        code = compile(source.read(), f"<frozen {name}>", "exec",
                       dont_inherit=True)
    data = marshal.dumps(code)
    array = name.replace(".", "_") + "_code"
    rows = [", ".join(map(str, data[k:k + 20]))
            for k in range(0, len(data), 20)]
    is_package = int(not path and
                     spec.submodule_search_locations is not None)
    return (f"static const unsigned char {array}[] = {{\n" + ",\n".join(rows)
            + "};\n",
            f'  {{"{name}", {array}, {len(data)}, {is_package}}},\n')


def main():
    output, *names = sys.argv[1:]
    arrays, entries = zip(*map(definition, names))
    with open(output, "w") as file:
        file.write("".join(arrays))
        file.write("static const FrozenModule modules[] = {\n"
                   + "".join(entries) + "};\n")


main()
