# SPDX-License-Identifier: GPL-2.0
# In the guest: compares the kernel's tree and ours case by case, then ours with
# the answers in beyond*.txt. Without our module, a second instance of the
# kernel's tree takes its place, which tests the test.
#
# Only a 6.1 is compared directly. On other kernels ours is compared with the
# recorded answers of a 6.1 (expected/), because other kernels differ: some have
# no hist triggers. Newer kernels accept more words, use other names
# (common_stacktrace), leave field variable triggers behind when a command
# fails, accept a filter that ends in &&, and crash on the text of a gfp_t in a
# record of a synthetic event.
. /tests/guest/lib.sh
quick_rcu
. /etc/guest
trap - EXIT

cd /tests/diff || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_called.ko || exit 1
beyond=$(echo beyond*.txt)
if [ ! -d $H ]; then
	H=$T/instances/standin beyond=
	mkdir $H
fi
native=
case $(uname -r) in
6.1.*) [ -n "$expected" ] || [ ! -e $T/events/sched/sched_switch/hist ] || native=1 ;;
esac
status=0 n=1
echo "1..$(cat cases*.txt $beyond | grep -c '^\[')"
for f in cases*.txt $beyond; do
	case $f in
	beyond*) trees="-e $H" ;;
	*) [ -n "$native" ] && trees="$T $H" || trees="-x /tests/diff/expected/$f $H" ;;
	esac
	/tests/bin/histdiff $histdiff -k $n $trees /tests/diff/$f || status=1
	n=$((n + $(grep -c '^\[' $f)))
done
exit $status
