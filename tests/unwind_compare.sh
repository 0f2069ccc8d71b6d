#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# unwind_compare.sh [N [PROGRAM...]]: stop programs of Debian N times (default: 2,000) in a guest, and
# compare their user stacks in a histogram with those that libdw finds at the same stops, or libunwind
# with UNWINDER=libunwind. Prints for each program how many are equal, and some of the others. Started
# by hand, because it takes some ten minutes; the guest test user_walked compares three programs.
# PROGRAM is bash, perl, sqlite3, python3, openssl or cc1, the compiler.
set -eu
. "$(dirname "$0")/lib.sh"
. "$TOP/tests/guests.sh"

count=${1:-2000}
[ $# = 0 ] || shift
programs=${*:-bash perl sqlite3 python3 openssl cc1}
need_pkgs python3-minimal libpython3-stdlib gcc openssl
run_dir=$(scratch compare)
python=$(readlink -f /usr/bin/python3)
compiler=$(gcc -print-prog-name=cc1)
for file in "$compiler" "$python" /usr/bin/openssl; do
	bring_along "$run_dir" "$file" ''
done
mkdir -p "$run_dir/usr/lib"
cp -r "/usr/lib/${python##*/}" "$run_dir/usr/lib/"
rm -rf "$run_dir/usr/lib/${python##*/}"/{test,ensurepip,config-*,__pycache__}
ln -s "$python" "$run_dir/usr/bin/python3"
ln -s "$compiler" "$run_dir/usr/bin/cc1"
walker=walked
if [ "${UNWINDER:-libdw}" = libunwind ]; then
	need_pkgs libunwind-dev liblzma-dev zlib1g-dev
	walker=walked_libunwind
	gcc -O2 -Wall -static -DWALKED_LIBUNWIND -o "$run_dir/usr/bin/$walker" "$TOP/tests/guest/prog/walked.c" \
		-lunwind-ptrace -lunwind-x86_64 -lunwind -llzma -lz
fi

# The compiler needs minutes for these functions.
for i in $(seq 8000); do
	echo "static int leaf$i(int a, int *b) { for (int i = 0; i < a; i++) b[i] += a * $i + b[i / 3]; return b[0]; }
int f$i(int a, int *b, double c)
{
	int s = 0;
	switch (a) {
	case 0: s = leaf$i(a, b); break;
	case 1: s = c * 3; break;
	case 7: s = leaf$i(s, b) ? f$i(a - 1, b, c) : 1;
	default: s = b[a] / (a - 7);
	}
	while (s > a && b[s] != $i)
		s = s * 3 + (b[s] ^ a);
	return s;
}"
done >"$run_dir/many.i"

script=$run_dir/script
printf '# SPDX-License-Identifier: GPL-2.0\ncount=%s\nwalker=%s\nprograms="%s"\n. /tests/guest/parts/compared.sh\n' \
	"$count" "$walker" "$programs" >"$script"
"$TOP/tests/boot" -p -k "${KERNEL:-cloud}" -a "$run_dir" \
	-s "smp=2 mem=2G timeout=${TIMEOUT:-2400} bring=bash,perl-base,sqlite3" "$script"
