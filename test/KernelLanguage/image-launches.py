# Launchers make images of what they get: of a part of a buffer, in a queue
# without order, of arrays without elements; what is no image is refused.
# REQUIRES: opencl
# RUN: rm -rf %t && mkdir %t && cd %t && %loopyc %s -o images --target=opencl -Wno-serial
# RUN: cd %t && %cc -std=c11 -Wall -Wextra -Werror -Wno-deprecated-declarations -DCL_TARGET_OPENCL_VERSION=120 -I. %S/Inputs/image-launches.c images_host.c -o launches -lOpenCL -lpthread
# RUN: %t/launches | FileCheck %s
import loopy as lp
import numpy as np

# CHECK: part: 0 271 256
line = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = u[n - 1 - i]",
                      [lp.ImageArg("u", np.float32), lp.ValueArg("n", np.int32),
                       lp.GlobalArg("y", np.float32)], name="line")
line = lp.split_iname(line, "i", 8, outer_tag="g.0", inner_tag="l.0")

# CHECK: empty: 0 1 1
# CHECK: rows: 0 7 71
# PoCL's images are at most 16384 wide.
# CHECK: wide: the device has no images, or none so large
# CHECK: small: a buffer is smaller than the declared array
sums = lp.make_kernel(["{ [i]: 0<=i<n }", "{ [k]: 0<=k<m }"], "y[i] = 1 + sum(k, u[i,k])",
                      [lp.ImageArg("u", np.float32, shape="n, m"),
                       lp.ValueArg("m", np.int32), lp.ValueArg("n", np.int32),
                       lp.GlobalArg("y", np.float32)], name="sums")
sums = lp.split_iname(sums, "i", 8, outer_tag="g.0", inner_tag="l.0")
RESULT = [line, sums]
