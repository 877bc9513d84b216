# What the language does not have, or cannot mean, and what to write.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp

D = "{ [i,j]: 0<=i,j<n }"


def refused(domains, instructions, *args, **options):
    try:
        lp.make_kernel(domains, instructions, *args, **options)
        print("accepted:", instructions)
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


refused(D, "")
# CHECK: kernel 'loopy_kernel' has no instructions; write, for example, "y[i] = 2*x[i]"
refused(D, "a[i] = 1 {conflicts=x}")
# CHECK-NEXT: 'conflicts' is not supported yet; order the instructions with dep
refused(D, "a[i], b[i] = sqrt(i)")
# CHECK-NEXT: several results at once are not supported yet; write an instruction for each
refused(D, "i = 3")
# CHECK-NEXT: 'i' is an iname, to which nothing can be assigned
refused(D, "<> a[i] = 1\n<> a[i] = 2")
# CHECK-NEXT: 'a' is a temporary already, and cannot be a temporary, too
refused(D, "a[i] = sum(i, b[i])")
# CHECK-NEXT: a reduction over 'i' stands in the loop over 'i', which the instruction is in; reduce over an iname of its own
refused(D, "a[i] = argmin(j, b[j])")
# CHECK-NEXT: argmin is not supported yet; write min or max for the value
refused(D, "x = y[i]")
# CHECK-NEXT: nothing orders these: 'insn' writes x for i = 0, 'insn' writes x for i = 1 (with n = 2), which may be the same
refused("{ [i]: 0<=i }", "a[i] = 1")
# CHECK-NEXT: iname 'i' has no largest value in its domain; bound it from below and above
refused(D, "a[i] = 1 {id=a, dep=b}\nb[i] = 2 {id=b, dep=a}")
# CHECK-NEXT: instruction 'a' depends on itself, through others; drop one of these dependences
refused(D, "a[i] = 1 if b[i]")
# CHECK-NEXT: 'else' was expected behind a condition in a value, as in 'x if c else y'
refused(D, "if a[i] > 0\na[i] = 1\nend")
# CHECK-NEXT: 'a' is assigned in a block whose condition reads it; assign the condition to a temporary before the block
refused(D, "a[i] = b[i] {atomic}")
# CHECK-NEXT: what is atomic is an update of one operation, x = x + ..., and this is none
refused(["{ [i]: 0<=i<n }", "{ [i]: 0<=i<m }"], "a[i] = 1")
# CHECK-NEXT: iname 'i' is in two domains
refused(D, "... foo")
# CHECK-NEXT: '... foo' is no instruction; there are '... gbarrier', '... lbarrier' and '... nop'
refused(D, "a[i] = 2 3")
# CHECK-NEXT: the end of the line was expected behind an instruction, but '3' was found
refused(D, "a[i,j] = c[i] << k")
# CHECK-NEXT: a shift by 'k' is not supported, only by 0 to 62; write x*2**k or x // 2**k
refused(D, "a[i,j] = 1", default_offset=lp.auto)
# CHECK-NEXT: make_kernel: default_offset={{.*}} is not supported yet; leave it out
refused(D, "a[i,j] = x", [lp.GlobalArg("x", "float64", shape=("n",)), "..."])
# CHECK-NEXT: 'x' has 1 subscripts, and here 0
refused(D, "a[i] = b[i]\n  end")
# CHECK-NEXT: 'end' has no block that it belongs to
refused("{ [i]: 0<=i<n }", "a[i] = real(x[i]) // 2", [lp.GlobalArg("x", "complex64"), "..."])
# CHECK-NEXT: '//' is for integers, and 'real(x[i])' is float32


def einsum_refused(spec, names):
    try:
        lp.make_einsum(spec, names)
    except lp.LoopyError as error:
        print(error)


einsum_refused("ij,j", ("a", "x"))
# CHECK-NEXT: make_einsum: 'ij,j' has no '->', behind which the result's indices stand; write, for example, make_einsum("ij,j->i", ("a", "x"))
einsum_refused("ij->ii", ["a"])
# CHECK-NEXT: make_einsum: 'ij->ii' has 'i' twice in the result
einsum_refused("ij->k", ["a"])
# CHECK-NEXT: make_einsum: 'ij->k' has 'k' in the result and in no operand
einsum_refused("i1->i", ["a"])
# CHECK-NEXT: make_einsum: 'i1->i' has the index '1', and indices are letters
einsum_refused("ij,j->i", ["a"])
# CHECK-NEXT: make_einsum: 'ij,j->i' has 2 operands, and there are 1 names
try:
    lp.make_copy_kernel("c,c", "f")
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: make_copy_kernel: there are 2 new and 1 old tags; write one for each axis

RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")
