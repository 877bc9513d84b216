"""Runs a script of the paper with Loo.py 2025.2, as loopyc would run it.

    driver.py FILE.f90 SCRIPT.py NAME=VALUE OUTPUT

The script is the paper's and older than this version. What changed since is
supplied here, not in the script:

- parse_fortran returns one translation unit, no longer a kernel for each
  subroutine;
- set_loop_priority is called prioritize_loops;
- what is fetched once for a group no longer runs on the group's axes by itself;
- shared storage must be allocated by a call of its own, after types and
  address spaces are known;
- additions to one array from two subroutines count as unordered accesses.
"""
import sys
import warnings

warnings.simplefilter("ignore")

import loopy as lp  # noqa: E402
from loopy.preprocess import find_temporary_address_space  # noqa: E402

PARSE_FORTRAN, ADD_PREFETCH = lp.parse_fortran, lp.add_prefetch


def parse_fortran(*args, **kwargs):
    unit = PARSE_FORTRAN(*args, **kwargs)
    table = unit.callables_table
    return [unit.copy(callables_table=type(table)({name: function}),
                      entrypoints=frozenset([name]))
            for name, function in table.items()
            if hasattr(function, "subkernel")]


def add_prefetch(unit, *args, **kwargs):
    before = set(unit.default_entrypoint.id_to_insn)
    unit = ADD_PREFETCH(unit, *args, **kwargs)
    fetched = set(unit.default_entrypoint.id_to_insn) - before
    if unit.default_entrypoint.id_to_insn[min(fetched)].within_inames & {"k"}:
        return unit
    return lp.add_inames_for_unused_hw_axes(
        unit, within=" or ".join(f"id:{insn}" for insn in sorted(fetched)))


def generate(unit):
    unit = lp.set_options(unit, enforce_variable_access_ordered="no_check")
    unit = lp.infer_unknown_types(unit)
    unit = unit.with_kernel(
        find_temporary_address_space(unit.default_entrypoint))
    unit = lp.allocate_temporaries_for_base_storage(unit)
    return lp.generate_code_v2(unit).device_code()


def main():
    fortran, script, setting, output = sys.argv[1:]
    name, value = setting.split("=")
    lp.parse_fortran, lp.add_prefetch = parse_fortran, add_prefetch
    with open(fortran) as file:
        names = {"SOURCE": file.read(), "FILENAME": fortran, "lp": lp,
                 "set_loop_priority": lp.prioritize_loops, name: int(value)}
    with open(script) as file:
        exec(compile(file.read(), script, "exec"), names)
    with open(output, "w") as file:
        file.write(generate(names["RESULT"]))


if __name__ == "__main__":
    main()
