# Part of a build: the bytes of IMAGE as numbers in C, in IMAGE.inc.
file(READ "${IMAGE}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," numbers "${bytes}")
file(WRITE "${IMAGE}.inc" "${numbers}\n")
