# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: runs the commands that main.py has planned, and writes the
# answers to the disk /dev/vda: a line @STEP, the answer, and @= with the status.
. /tests/guest/lib.sh
trap - EXIT
quick_rcu
insmod /tests/kmod/histrig_model.ko || exit 1
R=$H/instances/records
M=/sys/kernel/debug/histrig_model
mkdir $R
echo 8192 >$R/buffer_size_kb
E=events/histrig_model
exec 9>/dev/vda

# dir EVENT: print the folder of an event, a synthetic one or one of the module.
dir() {
	case $1 in
	model_*) echo $H/$E/$1 ;;
	*) echo $H/events/synthetic/$1 ;;
	esac
}

# answered STATUS: end the answer to a step.
answered() { echo "@= $1" >&9; }

step() { echo "@$1" >&9; }

define() {
	echo "$1" 2>/dev/null >>$H/synthetic_events
	answered $?
}

# trigger EVENT COMMAND: write a command. If it is refused, print the reason.
trigger() {
	echo "$2" 2>/dev/null >>$(dir $1)/trigger
	status=$?
	[ $status = 0 ] || tail -n 3 $H/error_log >&9
	answered $status
}

fire() {
	echo "$*" >$M
	answered $?
}

answer() {
	cat $(dir $1)/$2 >&9
	answered $?
}

# A form feed ends each of several documents.
takes_meanwhile() {
	dir=$(dir $1)
	shift
	echo "$*" >$M &
	for i in 1 2 3 4; do
		cat $dir/hist_take_json >&9
		printf '\f' >&9
	done
	wait
	cat $dir/hist_take_json >&9
	answered 0
}

intervals() {
	dir=$(dir $1)
	shift
	echo "$*" >$M &
	i=0
	while [ $i -lt 20 ]; do
		[ $i = 0 ] || printf '\f' >&9
		cat $dir/hist_last_json >&9
		usleep 200000
		i=$((i + 1))
	done
	wait
	answered 0
}

growing() {
	echo 0 >$R/$E/enable
	echo 'hist:keys=seq:vals=wide.p50,wide.max:size=131072' >$H/$E/model_a/trigger
	echo "1 -1 $1 1 64 $2" >$M
	echo "1 -1 $1 1 64 $2" >$M &
	cat $H/$E/model_a/hist_json >&9
	printf '\f' >&9
	cat $H/$E/model_a/hist_json >&9
	wait
	echo >$H/$E/model_a/trigger
	answered 0
}

# tidy_batch [EVENT COMMAND]...: remove all triggers of the events in $events, the
# newest first. Triggers with names may need a second round.
tidy_batch() {
	for round in 1 2; do
		for word; do
			case $word in
			!*) echo "$word" >>$(dir $event)/trigger ;;
			*) event=$word ;;
			esac
		done
	done 2>/dev/null
	for event in $events; do
		grep '^hist' $(dir $event)/trigger >&9
	done
	answered 0
	{ true >$H/synthetic_events; } 2>/dev/null
}

# records: write all records of a batch, and clear the buffer.
records() {
	step records
	cat $R/trace >&9
	answered 0
	true >$R/trace
	echo 1 >$R/$E/enable
}

finish() {
	exec 9>&-
	sync
	rmdir $R
	rmmod histrig_model
}

echo 1 >$R/$E/enable
. /tests/model.plan
