# Part of the build: the bytes of OBJECT as an array in C++, in OUTPUT.
file(READ "${OBJECT}" bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," numbers "${bytes}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" numbers "${numbers}")
file(WRITE "${OUTPUT}" "// Generated from lib/Check/Harness.
#include \"Case.h\"
const size_t loopyc::check::harnessObjectSize = ${size};
const unsigned char loopyc::check::harnessObject[] = {
${numbers}};
")
