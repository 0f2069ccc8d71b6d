# SPDX-License-Identifier: GPL-2.0
# In the guest: the native tree and ours, case by case; then what only ours does.
# Without our module a second native instance takes its place, which tests the test.
. /tests/guest/lib.sh
. /etc/guest
trap - EXIT

cd /tests/diff || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
beyond=$(echo beyond*.txt)
if [ ! -d $H ]; then
	H=$T/instances/standin beyond=
	mkdir $H
fi
status=0 n=1
echo "1..$(cat cases*.txt $beyond | grep -c '^\[')"
for f in cases*.txt $beyond; do
	case $f in
	beyond*) trees="-e $H" ;;
	*) trees="$T $H" ;;
	esac
	/tests/bin/histdiff $histdiff -k $n $trees /tests/diff/$f || status=1
	n=$((n + $(grep -c '^\[' $f)))
done
exit $status
