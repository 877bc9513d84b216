# What the language does not have, or cannot mean, and what to write.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

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
# CHECK-NEXT: no instruction is in the group 'x'; there is none
refused(D, "a[i] = 1 {groups=g}\nb[i] = 1 {conflicts=h}")
# CHECK-NEXT: no instruction is in the group 'h'; did you mean 'g'?
refused(D, "a[i] = 1 {groups=g, conflicts=g, id=one}")
# CHECK-NEXT: 'one' is in the group 'g' itself, and cannot be apart from it
refused(D, "a[i] = 1 {groups=g}\nb[i] = a[i] {conflicts=g, id=two}\nc[i] = b[i] {groups=g}")
# CHECK-NEXT: 'two' cannot be apart from the group 'g': it comes behind 'insn' and before 'insn_0', which are in it
refused(D, "a[i] = 1 {mem_kind=local}")
# CHECK-NEXT: 'mem_kind' is said of '... lbarrier' and '... gbarrier', and this is neither
refused(D, "... lbarrier {mem_kind=privat}")
# CHECK-NEXT: the memory of a barrier is 'local' or 'global', not 'privat'
refused(D, "a[i] = 1 {dep_query=id:x}")
# CHECK-NEXT: the attribute 'dep_query' is not supported; write ids, or globs of them
refused(D, "<uint128> t = 3")
# CHECK-NEXT: 'uint128' is no type that kernels have; these are int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32
refused(D, "a[i] = 0xFG")
# CHECK-NEXT: '0xFG' is no integer of 64 bits; these are 31, 0x1f, 0o37 and 0b11111
refused(D, "a[i] = 0x1FFFFFFFFFFFFFFFF")
# CHECK-NEXT: '0x1FFFFFFFFFFFFFFFF' is no integer of 64 bits
refused(D, "a[i] = 1.5*10**-3")
# CHECK-NEXT: '10' is an integer, of which there is no power by a negative number; write 10.0**-3, say
refused(D, "a[i] = i**-1")
# CHECK-NEXT: 'i' is an integer, of which there is no power by a negative number
refused(D, "a[i] = i << 99")
# CHECK-NEXT: a shift by '99' has no meaning, only by 0 to 64 bits
refused(D, "a[i] = i << 1.5*b[i]", [lp.GlobalArg("b", np.float32), "..."])
# CHECK-NEXT: a shift is for integers, and '1.5*b[i]' is float32
try:
    lp.CInstruction("i", "a[i] = 1;", assignees="a[i]")
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: CInstruction: 'a[i]' in assignees is no name; C code reads inames, values and temporaries, and assigns temporaries; write instructions that copy elements of arrays to and from these
try:
    lp.GlobalArg("x", "uint128")
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: lp.GlobalArg('x'): 'uint128' is no type that kernels have; these are np.int8 to np.int64, uint8 to uint64, float32
refused(D, "a[i], b[i] = sqrt(i)")
# CHECK-NEXT: several results come of argmin, argmax and sincos, and of kernels that are called; write an instruction for each value
refused(D, "a[i], b[i], c[i] = sincos(i)")
# CHECK-NEXT: the results are two, a sine and a cosine, but 3 are assigned to
refused(D, "a[i], b[i] = sincos(i, i)")
# CHECK-NEXT: 'sincos' has 1 operands, not 2
refused(D, "a, b, c = argmin(i, x[i], i)")
# CHECK-NEXT: the results are two, a value and its place, but 3 are assigned to
refused(D, "a, b = argmin(i, x[i])")
# CHECK-NEXT: ',' and the place were expected behind the value, as in 'argmin(k, a[k], k)'
refused(D, "a, b = argmin(i, x[i], i)", [lp.GlobalArg("x", np.complex64), "..."])
# CHECK-NEXT: complex numbers have no order
refused(D, "f := x[i]\na, b = argmin(i, f, i)")
# CHECK-NEXT: rule 'f' mentions 'i', which this reduction needs a copy of; give the rule a parameter for it
refused(D, "a = 1e999")
# CHECK-NEXT: the number does not fit float64
refused(D, "i = 3")
# CHECK-NEXT: 'i' is an iname, to which nothing can be assigned
refused(D, "<> a[i] = 1\n<> a[i] = 2")
# CHECK-NEXT: 'a' is a temporary already, and cannot be a temporary, too
refused(D, "a[i] = sum(i, b[i])")
# CHECK-NEXT: a reduction over 'i' stands in the loop over 'i', which the instruction is in; reduce over an iname of its own
refused(D, "a[i] = sum(j, min(j, 9))")
# CHECK-NEXT: a reduction over 'j' stands in another over 'j'; reduce over an iname of its own (or, of numbers, write the iname last: min(9, j))
refused(D, "a[i] = argmin(j, b[j])")
# CHECK-NEXT: ',' and the place were expected behind the value, as in 'argmin(k, a[k], k)'
refused(D, "a = 1 + argmin(i, b[i], i)")
# CHECK-NEXT: 'argmin' has two results, a value and its place; write an instruction 'value, place = argmin(...)' for it
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
refused(D, "a[i,j] = 1", default_offset=3)
# CHECK-NEXT: 'a' has 2 axes, and an offset is of arrays with one axis, whose subscripts count from it; make the array flat
refused(D, "a[i] = x[i,j]", [lp.GlobalArg("x", offset="n"), "..."])
# CHECK-NEXT: 'x' has 2 axes, and an offset is of arrays with one axis
refused(D, "a[i] = w[i]", [lp.TemporaryVariable("w", initializer=[1.0, 2.0]), "..."])
# CHECK-NEXT: 'w[i]' of instruction 'insn' is outside of its array, whose axis 0 has 2 elements from 0
refused(D, "w[0] = i", [lp.TemporaryVariable("w", initializer=[1, 2], read_only=True), "..."])
# CHECK-NEXT: 'w' is read_only, and is assigned to
refused(D, "a[i] = w[0]", [lp.TemporaryVariable("w", read_only=True), "..."])
# CHECK-NEXT: 'w' is read_only, and has no initializer
refused(D, "a[i] = w[0]", [lp.TemporaryVariable("w", np.int8, initializer=[1, 200], read_only=True), "..."])
# CHECK-NEXT: 'w' holds 200, and its elements are int8
refused(D, "a[i] = w[0]", [lp.TemporaryVariable("w", np.uint8, initializer=[1, -2], read_only=True), "..."])
# CHECK-NEXT: 'w' holds -2, and its elements are uint8
refused(D, "a[i] = w[2*i]", [lp.TemporaryVariable("w", initializer=[1, 2], read_only=True), "..."])
# CHECK-NEXT: 'w[2*i]' of instruction 'insn' is outside of its array, whose axis 0 has 2 elements from 0
for arguments in [dict(initializer=[[1, 2], [3]]), dict(initializer=["a"]),
                  dict(initializer=[1.5], dtype=np.int32),
                  dict(initializer=[1, 2], shape=3), dict(initializer=[]),
                  dict(offset=3),
                  dict(initializer=[float("nan")])]:
    try:
        lp.TemporaryVariable("w", **arguments)
    except lp.LoopyError as error:
        print(error)
# CHECK-NEXT: lp.TemporaryVariable('w'): the rows of the initializer are of different lengths
# CHECK-NEXT: lp.TemporaryVariable('w'): an initializer holds numbers, and in lists of equal lengths, found 'a'
# CHECK-NEXT: lp.TemporaryVariable('w'): the initializer holds 1.5{{.*}}, and elements are int32
# CHECK-NEXT: lp.TemporaryVariable('w'): the shape is (3), and the initializer has (2)
# CHECK-NEXT: lp.TemporaryVariable('w'): the initializer holds nothing
# CHECK-NEXT: lp.TemporaryVariable: offset=3 is not supported yet; leave it out
# CHECK-NEXT: lp.TemporaryVariable('w'): the initializer holds nan, which is no number
refused(D, "a[i,j] = x", [lp.GlobalArg("x", "float64", shape=("n",)), "..."])
# CHECK-NEXT: 'x' has 1 subscripts, and here 0
refused(D, "a[i] = b[i]\n  end")
# CHECK-NEXT: 'end' has no block that it belongs to
refused("{ [i]: 0<=i<n }", "a[i] = real(x[i]) // 2", [lp.GlobalArg("x", "complex64"), "..."])
# CHECK-NEXT: '//' is for integers, and 'real(x[i])' is float32; write floor(x/y) for real numbers


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
refused("{ [i]: 0<=i<n }", "c[b[i]] = c[b[i]] + x[i] {atomic}",
        [lp.GlobalArg("c", np.int32, shape=9), lp.GlobalArg("b", np.int32), "..."])
# CHECK-NEXT: whether this is an update of int32 is not known before the types in it are; give them where the variables are declared, or write cast(np.int32, ...)

# Counts are by type.
knl = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 2*b[i]")
for count in lp.get_mem_access_map, lp.get_op_map:
    try:
        count(knl)
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])
# CHECK-NEXT: argument 'b' of kernel 'loopy_kernel' has no type
# CHECK-NEXT: argument 'b' of kernel 'loopy_kernel' has no type
