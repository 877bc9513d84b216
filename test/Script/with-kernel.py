# What with_kernel gets is named where it is no kernel.
# RUN: not %loopyc %s 2>&1 | FileCheck %s
import loopy as lp

knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = 2")
# CHECK: with-kernel.py:[[@LINE+1]]:10: error: script: TypeError: with_kernel: a kernel was expected, found 3
RESULT = knl.with_kernel(3)
