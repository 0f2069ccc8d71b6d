#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""symvers.py VMLINUX: print the Module.symvers of a kernel whose build is not at
hand. Reads the tables of exported symbols, in the layout of kernels before 7.0 with
relative references."""
import struct
import sys


def sections(image):
    """The allocated sections of a 64-bit ELF file: name -> (address, contents)."""
    at, = struct.unpack_from('<Q', image, 0x28)
    size, count, names = struct.unpack_from('<HHH', image, 0x3a)
    headers = [struct.unpack_from('<IIQQQQ', image, at + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, address, offset, length in headers:
        start = strings + name
        yield (image[start:image.index(b'\0', start)].decode(),
               (address, image[offset:offset + length]))


def main():
    with open(sys.argv[1], 'rb') as file:
        found = dict(sections(file.read()))
    base, strings = found['__ksymtab_strings']

    def string(place, offset):
        start = place + offset - base
        return strings[start:strings.index(b'\0', start)].decode()

    for suffix in ('', '_gpl'):
        address, table = found['__ksymtab' + suffix]
        checks = found.get('__kcrctab' + suffix, (0, bytes(len(table))))[1]
        for i in range(len(table) // 12):
            _, name, space = struct.unpack_from('<iii', table, 12 * i)
            place = address + 12 * i
            check, = struct.unpack_from('<I', checks, 4 * i)
            print('0x%08x\t%s\tvmlinux\tEXPORT_SYMBOL%s\t%s' %
                  (check, string(place + 4, name), suffix.upper(),
                   string(place + 8, space)))


main()
