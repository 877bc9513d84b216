# What few scripts use is made when it is named: modules below loopy, by each way
# of importing them, classes that functions return, and what errors are of.
RUN: split-file %s %t && cd %t
RUN: %loopyc names.py --target=c -o %t/o.c -w | FileCheck %s
CHECK: <class 'loopy.GlobalArg'> <class 'loopy.CTarget'> (id:a or id:b) id:x
CHECK-NEXT: True True True
CHECK-NEXT: mul
CHECK-NEXT: <class 'loopy.ToCountMap'> <class 'loopy.Op'> True
CHECK-NEXT: loopy.kernel.data.Foo is not in this loopyc
CHECK-NEXT: module 'loopy' has no 'splitt_iname'; did you mean 'split_iname'?
CHECK-NEXT: module 'loopy.match' has no 'Idd'
CHECK-NEXT: No module named 'loopy.foo'
CHECK-NEXT: StaticValueFindingError
CHECK-NEXT: True

# Extension modules of the interpreter find it in loopyc.
RUN: %loopyc extensions.py --target=c -o %t/o.c -w | FileCheck %s --check-prefix=EXTENSIONS
EXTENSIONS: 0.3 [1, 2] 3 4

#--- names.py
import loopy as lp
import loopy.kernel.data
from loopy.target.c import CTarget
print(lp.kernel.data.GlobalArg, CTarget, lp.match.Id("a") | lp.match.Id("b"),
      lp.parse_match("id:x"))
from loopy.kernel.data import *
from loopy import *
import loopy.frontend.fortran.translator as translator
print(auto is lp.auto, ScalarCallable is lp.ScalarCallable,
      translator.specialize_fortran_division is lp.specialize_fortran_division)

knl = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i]",
                     [lp.GlobalArg("a,out", "float32", shape="n"), "..."])
counts = lp.get_op_map(knl)
print(*[key.name for key in counts.keys()])
print(lp.ToCountMap, lp.Op, isinstance(counts, lp.ToCountMap))


def shown(function):
    try:
        function()
    except Exception as error:
        print(error)


def missing():
    import loopy.foo


shown(lambda: lp.kernel.data.Foo)
shown(lambda: lp.splitt_iname)
shown(lambda: lp.match.Idd)
shown(missing)
try:
    lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i, i*i]")
except lp.LoopyError as error:
    print(type(error).__name__)
print({"ToCountMap", "ScalarCallable", "parse_match"} <= set(dir(lp)))
RESULT = knl

#--- extensions.py
import ctypes
import decimal
import json
import mmap
import loopy as lp

print(decimal.Decimal("0.1") + decimal.Decimal("0.2"), json.loads("[1, 2]"),
      ctypes.c_int(3).value, len(mmap.mmap(-1, 4)))
RESULT = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i]",
                        [lp.GlobalArg("a,out", "float32", shape="n"), "..."])
