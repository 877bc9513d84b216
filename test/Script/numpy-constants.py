# Constants for tables, whether NumPy is there or not.
# RUN: %loopyc %s --set form=0 --emit=ir -o - | FileCheck %s --implicit-check-not=accepted
# RUN: not %loopyc %s --set form=1 2>&1 | FileCheck %s --check-prefix=ENDLESS
# RUN: not %loopyc %s --set form=2 2>&1 | FileCheck %s --check-prefix=EXTENT
# RUN: %loopyc %s --set form=0 --check --target=c -Wno-serial | FileCheck %s --check-prefix=SAME
# CHECK-DAG: {{^}}down: {{.*}}int{{.*}}(5)
# CHECK-DAG: {{^}}halves: {{.*}}float64{{.*}}(4)
# CHECK-DAG: {{^}}once: {{.*}}float32{{.*}}(2, 3)
# CHECK-DAG: {{^}}none: {{.*}}float64{{.*}}(4)
# CHECK-DAG: {{^}}sevens: {{.*}}int8{{.*}}(5)
# ENDLESS: numpy-constants.py:[[#@LINE+25]]:{{[0-9]+}}: error: script: {{ValueError|ZeroDivisionError}}
# EXTENT: numpy-constants.py:[[#@LINE+26]]:{{[0-9]+}}: error: script: ValueError
# SAME: check: tables: c: ok
import loopy as lp
import numpy as np

assert np.arange(9, -1, -2).tolist() == [9, 7, 5, 3, 1]
assert np.arange(0.5, 2.5, 0.5).tolist() == [0.5, 1.0, 1.5, 2.0]
assert np.arange(3).shape == (3,) and np.arange(5, 2).shape == (0,)
assert np.arange(4, dtype=np.float32).dtype == np.float32
assert np.zeros(2).tolist() == [0.0, 0.0] and np.ones((1, 2)).shape == (1, 2)
assert np.arange(2**62, 2**62 + 3).tolist() == [2**62, 2**62 + 1, 2**62 + 2]
assert str(np.zeros(2, dtype=np.int32).tolist()) == "[0, 0]"
assert str(np.arange(2, dtype=np.float64).tolist()) == "[0.0, 1.0]"
rows = np.zeros((2, 2)).tolist()
rows[0][0] = 1
assert rows == [[1, 0], [0, 0]]
for wrong in [lambda: np.arange(0, 3, 0), lambda: np.zeros((2, -1)), lambda: np.zeros("a"),
              lambda: np.ones((1.5,)), lambda: np.full(2, 1, dtype="none"), lambda: np.zeros(10**30)]:
    try:
        wrong()
        print("accepted")
    except (TypeError, ValueError, ZeroDivisionError, MemoryError):
        pass
if form == 1:
    np.arange(0, 3, 0)
if form == 2:
    np.zeros((2, -1))


def table(name, values):
    return lp.TemporaryVariable(name, initializer=values, read_only=True)


knl = lp.make_kernel(
    "{ [i, j]: 0<=i<n and 0<=j<4 }",
    "y[i, j] = down[j + 1]*halves[j] + once[j//2, j%3] - none[j] + sevens[j]",
    [table("down", np.arange(9, -1, -2)), table("halves", np.arange(0.5, 2.5, 0.5)),
     table("once", np.ones((2, 3), dtype=np.float32)), table("none", np.zeros(4)),
     table("sevens", np.full((5,), 7, dtype=np.int8)), ...], name="tables")
RESULT = lp.add_dtypes(knl, {"y": np.float64})
