"""Runs the unit and lit tests of a build folder and counts them.

    run_tests.py BUILD [--timeout SECONDS]

Prints what failed and what could not run here and why; the last line is
"N passed, N failed, N skipped". The exit status is 1 if a test failed. One that
runs longer than the timeout (default: 900) is ended, and has failed. Lit begins
with the tests that took longest the last time in this folder.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


class Results:
    def __init__(self):
        self.passed = 0
        self.failed = []   # (name, output)
        self.skipped = []  # (name, reason)


def run_unit_tests(build, timeout, results):
    programs = sorted(p for p in (build / "unittests").glob("loopyc*Tests")
                      if os.access(p, os.X_OK))
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            try:
                run = subprocess.run(
                    [program, f"--gtest_output=json:{report}"], text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    timeout=timeout)
            except subprocess.TimeoutExpired as expired:
                results.failed.append((program.name, str(expired)))
                continue
            if not report.exists():
                results.failed.append((program.name, run.stdout))
                continue
            read_unit_report(json.loads(report.read_text()), results)


def read_unit_report(report, results):
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                text = "\n".join(f["failure"] for f in test["failures"])
                results.failed.append((name, text))
            elif test.get("result") == "SKIPPED":
                results.skipped.append((name, "skipped itself"))
            else:
                results.passed += 1


def run_lit_tests(build, timeout, results):
    site = build / "test"
    lit = re.search(r'llvm_tools = "(.*)"',
                    (site / "lit.site.cfg.py").read_text()).group(1) + "/lit"
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run(
            [lit, "-q", f"-j{os.cpu_count()}", f"--timeout={timeout}",
             "-o", report, site],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not report.exists():
            results.failed.append(("lit", run.stdout))
            return
        for test in json.loads(report.read_text())["tests"]:
            code, output = test["code"], test.get("output", "")
            if code in ("PASS", "XFAIL", "FLAKYPASS"):
                results.passed += 1
            elif code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
                results.skipped.append((test["name"], output.strip()))
            else:
                results.failed.append((test["name"], output))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--timeout", type=int, default=900)
    given = parser.parse_args()
    results = Results()
    run_unit_tests(given.build, given.timeout, results)
    run_lit_tests(given.build, given.timeout, results)
    for name, output in results.failed:
        print(f"FAILED: {name}")
        for line in output.strip().splitlines()[-40:]:
            print(f"    {line}")
    for name, reason in results.skipped:
        print(f"skipped: {name}: {reason or 'not supported here'}")
    print(f"{results.passed} passed, {len(results.failed)} failed"
          + (f", {len(results.skipped)} skipped" if results.skipped else ""))
    return 1 if results.failed or not results.passed else 0


if __name__ == "__main__":
    sys.exit(main())
