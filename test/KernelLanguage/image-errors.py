# What cannot be an image is refused, with what to do instead.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np


def refused(make):
    try:
        make()
        print("not refused")
    except (lp.LoopyError, TypeError) as error:
        print(error)


def copied(*data, text="y[i,j] = u[i,j]", name="k", **words):
    return lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", text,
                          [*data, "..."], name=name, **words)


# CHECK: lp.ImageArg('u'): an image has no strides or tags of axes: its rows lie packed, in the order that make_kernel's default_order says; leave them out, or pass the array as an lp.GlobalArg
refused(lambda: lp.ImageArg("u", np.float32, strides=("m", 1)))
# CHECK: lp.ImageArg('u'): an image has no strides or tags of axes
refused(lambda: lp.ImageArg("u", np.float32, dim_tags="N0,N1"))
# CHECK: lp.ImageArg('u'): an image has no order of axes
refused(lambda: lp.ImageArg("u", np.float32, order="F"))
# CHECK: lp.ImageArg('u'): an image has no offset
refused(lambda: lp.ImageArg("u", np.float32, shape="n", offset=2))
# CHECK: lp.ImageArg: address_space='local' is not supported yet; leave it out
refused(lambda: lp.ImageArg("u", np.float32, address_space="local"))
# CHECK: lp.ImageArg('u'): num_axes must be 1, 2 or 3, found 4
refused(lambda: lp.ImageArg("u", np.float32, num_axes=4))
# CHECK: lp.ImageArg('u'): num_axes is 1, and the shape has 2; leave num_axes out
refused(lambda: lp.ImageArg("u", np.float32, shape="n, m", num_axes=1))
# CHECK: 'u' has 1 subscripts, and here 2
refused(lambda: copied(lp.ImageArg("u", np.float32, num_axes=1)))
# CHECK: 'y' is an ImageArg, and images are only read; what is assigned to is a GlobalArg or a TemporaryVariable
refused(lambda: copied(lp.ImageArg("y", np.float32)))
# CHECK: 'u' of kernel 'k' cannot be an image: its elements are complex64, and those of images are real numbers or integers of at most 64 bits; pass it as an lp.GlobalArg
refused(lambda: copied(lp.ImageArg("u", np.complex64)))
# CHECK: 'u' of kernel 'k' cannot be an image: its elements are
refused(lambda: copied(lp.ImageArg("u", np.bool_)))
# CHECK: 'u' of kernel 'k' cannot be an image: it has 4 axes, and images have one, two or three; join axes, or pass it as an lp.GlobalArg
refused(lambda: copied(lp.ImageArg("u", np.float32), text="y[i,j] = u[i,j,i,j]"))
# CHECK: 'u' of kernel 'k' cannot be an image: it has 0 axes
refused(lambda: copied(lp.ImageArg("u", np.float32), text="y[i,j] = u"))
# CHECK: the extent of axis 0 of 'u' cannot be found: {{.*}} give its shape in kernel_data, as lp.ImageArg("u", shape=...)
refused(lambda: copied(lp.ImageArg("u", np.float32), text="y[i,j] = u[p[i],j]"))

# Types that are found later, and layouts.
knl = copied(lp.ImageArg("u"))
# CHECK: u: ImageArg, type: <auto/runtime>
print(knl)
# CHECK: 'u' of kernel 'k' cannot be an image: its elements are complex128
refused(lambda: lp.add_dtypes(knl, {"u": np.complex128}))
# CHECK: 'u' of kernel 'k' cannot be an image: its axis 1 is tagged vec, and an image has no strides of its own: its rows lie packed, with tags N0, N1 and N2 alone
refused(lambda: lp.tag_array_axes(lp.fix_parameters(knl, m=4), "u", "N0,vec"))
# CHECK: 'u' of kernel 'k' cannot be an image: its axis 0 is tagged stride:2*m
refused(lambda: lp.tag_array_axes(knl, "u", "stride:2*m,stride:1"))

# By a transformation.
plain = copied(lp.GlobalArg("u", np.float32))
# CHECK: change_arg_to_image: 'y' of kernel 'k' cannot be an image: instruction 'insn' writes it, and images are only read; pass it as an lp.GlobalArg
refused(lambda: lp.change_arg_to_image(plain, "y"))
# CHECK: change_arg_to_image: 'n' of kernel 'k' cannot be an image: it is no array among the arguments
refused(lambda: lp.change_arg_to_image(plain, "n"))
# CHECK: change_arg_to_image: kernel 'k' has no argument 'v'
refused(lambda: lp.change_arg_to_image(plain, "v"))

# Kernels that are called: an image may be passed for an array, not the reverse.
row = lp.make_function("{ [j]: 0<=j<m }", "b[j] = 2*a[j]",
                       [lp.ImageArg("a", np.float32), lp.ValueArg("m", np.int32), "..."],
                       name="row")


def calling(kind):
    call = lp.make_kernel("{ [i]: 0<=i<n }", "y[i,:] = row(u[i,:], m)",
                          [kind("u", np.float32, shape="n, m"),
                           lp.GlobalArg("y", np.float32, shape="n, m"), "..."], name="all")
    return lp.merge([call, row])


# CHECK: argument 'a' of 'row' is an image, and 'u' is none; declare 'u' as an lp.ImageArg, or 'a' as an lp.GlobalArg, for which images may be passed
refused(lambda: calling(lp.GlobalArg))
calling(lp.ImageArg)

# Merging with what the kernel writes.
# CHECK: instruction 'write' writes it, and images are only read
reader = copied(lp.ImageArg("u", np.float32))
writer = copied(lp.GlobalArg("u", np.float32), text="u[i,j] = 1 {id=write}", name="w")
refused(lambda: lp.fuse_kernels([reader, writer]))
# CHECK-NOT: not refused
RESULT = plain
