# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: compares the kernel's tree and ours case by case, then ours
# with the answers in beyond*.txt. Without our module, a second instance of the
# kernel's tree replaces ours, which tests the test itself.
#
# Only 6.1 is compared directly. On other kernels, ours is compared with the
# recorded answers of 6.1 (expected/), because these kernels differ: some have no
# hist triggers. Newer kernels accept more words, use other names
# (common_stacktrace), leave field variable triggers after a failed command, accept
# a filter that ends with &&, and crash when they print a gfp_t of a synthetic
# event. later*.txt are about features that 6.1 lacks; they are compared with 6.12,
# and left out elsewhere.
. /tests/guest/lib.sh
quick_rcu
. /etc/guest
trap - EXIT

cd /tests/diff || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_called.ko || exit 1
# On arm64, the cases name other registers, of the same length because of the carets.
[ "$(uname -m)" != aarch64 ] || sed -i -e 's/%di\b/%x0/g' -e 's/%si\b/%x1/g' -e 's/%dx\b/%x2/g' \
	-e 's/%cx\b/%x3/g' -e 's/%bx\b/%x4/g' -e 's/%bp\b/%x5/g' -e 's/%ax\b/%x0/g' -e 's/%ip\b/%pc/g' \
	-e 's/%r\([89]\|1[0-5]\)\b/%x\1/g' -e 's/__x64_sys_/__arm64_sys_/g' ./*.txt expected/*.txt
beyond=$(echo beyond*.txt)
[ -z "$only" ] || beyond=
if [ ! -d $H ]; then
	H=$T/instances/standin beyond=
	mkdir $H
fi
native=none later=
if [ -z "$expected" ] && [ -e $T/events/sched/sched_switch/hist ]; then
	case $(uname -r) in
	6.1.*) native=cases ;;
	6.12.*) native=later later='|later' ;;
	esac
fi
# Without symbols of data, the kernel takes a module for one that is not loaded yet. On arm64
# it knows no arguments on the stack, and its stacks of real hits of kmalloc() lack the
# function of the tracepoint; see docs/kernels.md.
if [ $native = cases ]; then
	has_data_symbols || sed -i '/set_ftrace_filter vfs_\*:mod:histrig_called/d' cases-function.txt
	[ "$(uname -m)" != aarch64 ] || sed -i -e 's/^\(to .* \$arg8\) \$arg9$/\1/' \
		-e '/^\[spec: stacktrace, two values\]/,/^>/s/^keep .*/keep fire_kmalloc/' cases-*.txt
fi
status=0 n=1
files=$(ls | grep -E "^(cases$later).*\.txt$" | grep "$only")
echo "1..$(cat $files $beyond | grep -c '^\[')"
for f in $files $beyond; do
	case $f in
	beyond*) trees="-e $H" ;;
	"$native"*) trees="$T $H" ;;
	*) trees="-x /tests/diff/expected/$f $H" ;;
	esac
	/tests/bin/histdiff $histdiff -k $n $trees /tests/diff/$f || status=1
	n=$((n + $(grep -c '^\[' $f)))
done
exit $status
