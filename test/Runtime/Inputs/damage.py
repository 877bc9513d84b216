"""Damages the one file of a cache: damage.py HOW FOLDER [OTHER FOLDER]."""
import pathlib
import struct
import sys


def fnv(seed, data):
    value = 14695981039346656037 ^ seed
    for byte in data:
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


def forged(content):
    """The same key with another binary and a right checksum."""
    magic, key_bytes, _, _ = struct.unpack("8sQQQ", content[:32])
    key, binary = content[32:32 + key_bytes], b"not a program"
    checksum = fnv(fnv(len(binary), key), binary)
    return struct.pack("8sQQQ", magic, key_bytes, len(binary), checksum) + key + binary


how, folder = sys.argv[1], pathlib.Path(sys.argv[2])
file, = folder.glob("*.bin")
content = file.read_bytes()
if how == "flip":
    middle = len(content) // 2
    content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
elif how == "cut":
    content = content[:-1]
elif how == "empty":
    content = b""
elif how == "replace":
    other, = pathlib.Path(sys.argv[3]).glob("*.bin")
    content = other.read_bytes()
elif how == "forge":
    content = forged(content)
file.write_bytes(content)
