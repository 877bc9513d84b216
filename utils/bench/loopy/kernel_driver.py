"""Runs a script of the kernel language with Loo.py 2025.2, as loopyc would run
it:

    kernel_driver.py SCRIPT.py OUTPUT

Such scripts mean the same to both; types that follow from others are found, and
what Loo.py warns of is let pass.
"""
import sys
import warnings

warnings.simplefilter("ignore")

import loopy as lp  # noqa: E402


def main():
    script, output = sys.argv[1:]
    names = {}
    with open(script) as file:
        exec(compile(file.read(), script, "exec"), names)
    with open(output, "w") as file:
        file.write(lp.generate_code_v2(names["RESULT"]).device_code())


if __name__ == "__main__":
    main()
