# SPDX-License-Identifier: GPL-2.0
# histrig removes what it has created in the tree, however it ends; the next run
# removes what a killed run has left. Also intervals, errors, permissions and
# output.
# guest: timeout=200 needs=CONFIG_DYNAMIC_FTRACE
. /tests/guest/lib.sh
. /tests/guest/parts/tools.sh
. /tests/guest/parts/histrig.sh
quick_rcu

# of PID: print the name of its session.
of() { basename $H/instances/tool-$1-*; }
# gone PID: test whether the process has nothing left in the tree.
gone() { ! leftover | grep -q "tool[-_]$1[-_]"; }
# has_session PID: test whether the process has all that runqlat needs.
has_session() { [ -d $H/instances/tool-$1-* ] && grep -q "runq_tool_$1_" $H/dynamic_events; }
alive() { kill -0 $1 2>/dev/null; }

# ---- ways to end

for signal in TERM HUP; do
	begin runqlat runqlat
	pid=$!
	check "a run has an instance named by its number and start: $(of $pid)" has_session $pid
	kill -$signal $pid
	wait $pid
	check "nothing is left after SIG$signal" gone $pid
	least "SIG$signal shows what was counted" "$(bars runqlat 0)" 1
done
# A shell's background processes ignore SIGINT, so another program must start this
# one.
mount -t devpts none /dev/pts
check "^C at a terminal ends a run" sh -c "/tests/bin/interrupted $histrig runqlat >$runs/interrupted"
least "SIGINT shows what was counted" "$(bars interrupted 0)" 1
is "nothing is left after SIGINT" "$(leftover)" ""

$histrig runqlat 0.2 2>/dev/null | head -n 1 >$runs/piped
is "nothing is left when the reader of a pipe ends" "$(leftover)" ""
is "a run whose reader ends has begun well" "$(grep -c '^---' $runs/piped)" 1
mkfifo /tmp/fifo
$histrig runqlat >/tmp/fifo 2>/dev/null &
pid=$!
exec 4</tmp/fifo
check "a run counts whose output is a pipe" within 60 has_session $pid
exec 4<&-
check "a run ends when its reader ends, although it has nothing to write" within 60 gone $pid
wait $pid
is "a wrong trigger leaves nothing" "$($histrig 'hist:keys=nosuch' sched/sched_switch 1 1 2>&1 | sed 1q)$(leftover)" \
	"histrig: Couldn't find field (Invalid argument)"
is "histrig shows where a trigger is wrong" "$($histrig 'hist:keys=pid,nosuch' sched/sched_waking 1 1 2>&1 | tail -n 2)" \
"  hist:keys=pid,nosuch
                ^"

# A terminal is closed when the other end of the pseudo terminal is closed.
check "a run ends when its terminal is closed" /tests/bin/interrupted -t $histrig runqlat
umount /dev/pts
is "nothing is left when the terminal is closed" "$(leftover)" ""

# ---- more lines than can be printed

dd if=/dev/zero of=/dev/null bs=1 2>/dev/null &
source=$!
check "a run ends after its interval although lines come without end" sh -c \
	"timeout -s KILL $((100 * scale)) $histrig trace vfs_read 0.3 1 >/dev/null 2>&1"
mkfifo $runs/stalled
sleep 1000 <$runs/stalled &
reader=$!
$histrig trace vfs_read >$runs/stalled 2>$runs/stalled.err &
pid=$!
within 60 counts stalled
# The pipe is full when the run's thread waits in poll().
within 60 grep -q poll /proc/$pid/wchan
# The ring has more lines than the pipe takes, so the program need not write any more.
kill -STOP $source
kill -TERM $pid
check "one SIGTERM ends a run whose reader takes nothing" within 60 gone $pid
kill -KILL $source
kill $reader
wait $pid $source $reader 2>/dev/null

# late NAME: read what the run NAME prints, once its file .go exists, into its file .all. The
# reader pauses, and the pipe becomes full again, so that the first 200 ms do not suffice.
late() {
	mkfifo $runs/$1
	{
		until [ -e $runs/$1.go ]; do usleep 50000; done
		dd bs=4k count=16
		sleep 1
		cat
	} <$runs/$1 >$runs/$1.all 2>/dev/null &
	late=$!
}
insmod /tests/kmod/histrig_fire.ko
echo 'about States of CPUs, one a line
lines power/cpu_frequency' >$runs/states
late left
begin left $runs/states
pid=$!
echo 'fire power cpu_frequency count=15000' >$kmods/histrig_fire
kill -TERM $pid
touch $runs/left.go
wait $pid $late
is "all lines are printed that were recorded until SIGTERM" "$(rows left.all 'cpu_frequency: ' | wc -l)" 15000

# ---- limits, and output that fails

begin limited runqlat
pid=$!
kill -XCPU $pid
wait $pid
is "a run at its limit of CPU time ends well" "$?" 0
least "a run at its limit of CPU time shows what was counted" "$(bars limited 0)" 1
(ulimit -f 1; exec $histrig list >$runs/short 2>$runs/short.err)
is "output beyond the limit of a file's size fails" "$? $(wc -c <$runs/short)" "1 512"
check "output beyond the limit of file sizes is reported" grep -q 'the output cannot be written: File too large' $runs/short.err
(ulimit -f 1; exec $histrig 'hist:keys=common_pid,id:size=4096' raw_syscalls/sys_exit 0.3 20 >$runs/short 2>$runs/short.err)
is "a run whose output is too large fails" "$?" 1
is "a run whose output is too large leaves nothing" "$(leftover)" ""
for command in 'syscount 0.1 1' list help doctor; do
	$histrig $command >/dev/full 2>$runs/full.err
	is "$command fails if the disk is full" "$? $(grep -c 'No space left on device' $runs/full.err)" "1 1"
done

# ---- killed, and swept

begin killed runqlat
killed=$!
begin other runqlat
other=$!
kill -9 $killed
wait $killed 2>/dev/null
check "nothing is left after SIGKILL" within 20 gone $killed
# Such remains are those of an older module, or of a run killed between two steps.
mkdir $H/instances/tool-999999-1
echo 'left_tool_999999_1 int a' >>$H/synthetic_events
$histrig syscount 0.1 1 >/dev/null
check "the next run removes what a dead one has left" gone 999999
check "the next run leaves those alone that are alive" has_session $other
begin busy runqlat
busy=$!
# A reader of the instance prevents its removal.
tail -f $H/instances/tool-$busy-*/trace_pipe >/dev/null &
reader=$!
within 20 has_open $reader trace_pipe
kill -9 $busy
wait $busy 2>/dev/null
$histrig syscount 0.1 1 >/dev/null
kill $reader
wait $reader 2>/dev/null
$histrig doctor >$runs/doctor
check "doctor removes what a reader has kept" gone $busy
kill $other
wait $other
running=

# Kill runs at moments from before main() to counting: while they define events and
# probes, set functions and add triggers.
i=0 kills=$(repeats 12 24)
while [ $i -lt $kills ]; do
	case $((i % 3)) in
	0) set -- runqlat ;;
	1) set -- argdist vfs_read count ;;
	2) set -- funclatency 'vfs_*' ;;
	esac
	$histrig "$@" >/dev/null 2>&1 &
	usleep $((i * 600000 / kills))
	kill -9 $!
	wait $! 2>/dev/null
	i=$((i + 1))
done
$histrig doctor >$runs/doctor
is "nothing is left of runs that were killed at any moment" "$(leftover)" ""

# ---- several runs at the same time

begin one syscount comm=t_one
begin two syscount comm=t_two
begin three syscount comm=t_one
$W t_one call 20 getpriority
$W t_two call 30 getpriority
answers
is "runs of one recipe count for themselves" \
	"$(column one 2 ^sys_getpriority),$(column two 2 ^sys_getpriority),$(column three 2 ^sys_getpriority)" "20,30,20"
start_many() {
	local pids= i
	for i in 1 2 3 4 5; do
		$histrig runqlat 0.1 1 >/dev/null 2>$runs/many.$i &
		pids="$pids $!"
	done
	wait $pids
	# Guests with several CPUs print this.
	grep -hv "counter is unstable" $runs/many.?
}
is "runs that start and end at once do not disturb each other" "$(start_many)$(leftover)" ""

# ---- intervals

$histrig syscount comm=t_calls 0.3 >$runs/intervals &
pid=$!
within 60 grep -q '^---' $runs/intervals
$W t_calls call 500 getpriority
usleep 400000
$W t_calls call 700 getpriority
kill $pid
wait $pid
is "each hit is in one interval" "$(column intervals 2 ^sys_getpriority)" 1200
is "COUNT intervals are shown" "$($histrig syscount 0.1 3 | grep -c '^---')" 3

# ---- the user's own trigger, and its output

$histrig "hist:keys=common_comm:vals=id.max if id == $GETPRIORITY && common_comm ~ \"t_*\"" raw_syscalls:sys_enter >$runs/own 2>$runs/own.err &
pid=$!
within 60 grep -q counting $runs/own.err
esc=$(printf 't_\033[2J\\')
$W "$esc" call 5 getpriority
$W "$(printf 't_\303\274')" call 6 getpriority
$W "$(printf 't_\377')" call 7 getpriority
kill $pid
wait $pid
is "a trigger of one's own is shown, and control characters in names are escaped" "$(rows own '^t_.*x1b' )" 't_\x1b[2J\\ 5 '$GETPRIORITY
is "UTF-8 in names is printed" "$(rows own "^$(printf 't_\303\274') ")" "$(printf 't_\303\274') 6 $GETPRIORITY"
is "no byte of the output is a control character" "$(tr -d '\n\040-\176\200-\377' <$runs/own | wc -c)" 0

begin files opensnoop
$W "$(printf 't_\nfake')" open 1 /etc/passwd >/dev/null
true 2>/dev/null <"$(printf '/x\ny\tz')"
answers
is "names with line feeds cannot forge a line" "$(rows files 'file=/x.y' | sed 's/.*\(file=[^ ]*\).*/\1/') $(rows files fake | sed 's/.*\( comm=.*\)/\1/' | uniq)" "file=/x?y?z  comm=t_?fake"

# ---- tables that are not shown

ln -s /bin/busybox /tmp/true
mkdir -p /tmp/tables
echo 'about mine
trigger raw_syscalls/sys_enter hist:keys=common_timestamp:n=id:size=128 if common_comm == "t_calls"
trigger sched/sched_switch hist:keys=next_pid
show sched/sched_switch' >/tmp/tables/small
sed 's/^show.*/lines sched\/sched_process_exec/' /tmp/tables/small >/tmp/tables/lines
sed 's/t_calls/t_states/; s/^show.*/lines power\/cpu_frequency/' /tmp/tables/small >/tmp/tables/states
printf 'syscount\n/tmp/tables/small\n' >/tmp/tables/list
told() { sed -n 's/^histrig: the answer lacks \([0-9]*\) hits, because a table of 128 entries.*/\1/p' $runs/$1.err | xargs; }
has_told() { [ -n "$(told $1)" ]; }
entries() { sed -n 's/^ *Entries: //p' $H/instances/tool-$1-*/events/raw_syscalls/sys_enter/hist_totals | head -n 1; }
# A run that restarts has no table for a moment.
restarted() { left=$(entries $1 2>/dev/null); [ -n "$left" ] && [ $left -lt 128 ]; }
begin patient /tmp/tables/lines
begin whole /tmp/tables/small
export HISTRIG_RENEW_AFTER=1ms
begin lines /tmp/tables/lines
late rest
begin rest /tmp/tables/states
watched=$(date +%s)
echo 'fire power cpu_frequency count=15000' >$kmods/histrig_fire
$W t_states call 500 getpriority
$histrig /tmp/tables/small 0.3 >$runs/taken 2>$runs/taken.err &
taken=$!
$histrig export --openmetrics -o /tmp/metrics --interval 0.3 --list /tmp/tables/list 2>$runs/metrics.err &
metrics=$!
within 60 grep -q '^---' $runs/taken
within 60 [ -s /tmp/metrics ]
set -- $running
$W t_calls call 500 getpriority
is "tables that are not shown are full" "$(entries $1) $(entries $2)" "128 128"
check "a run warns at once that hits did not fit into its table" within 60 has_told whole
check "a run that prints lines restarts when a table is full" within 60 restarted $3
check "a run with intervals restarts when a table is full" within 60 restarted $taken
check "a run that exports restarts when a table is full" within 60 grep -q 'small restarts' $runs/metrics.err
is "neither a new run nor one that counts until it ends restarts" "$(entries $1) $(entries $2)" "128 128"
# A run that restarts enables its event last, so start the program until it is printed.
prints() {
	$W t_after exec 1 /tmp/true
	rows lines 'filename=/tmp/true '
}
check "a run prints lines after a restart" within 60 prints
rm /tmp/metrics
within 60 [ -s /tmp/metrics ]
# A run looks each ten seconds whether its tables are full. This one waits for its reader.
while [ $(($(date +%s) - watched)) -lt 12 ]; do usleep 100000; done
touch $runs/rest.go
check "a run whose reader is late restarts when a table is full" within 60 grep -q 'states restarts' $runs/rest.err
check "a run exports all recipes after a restart" sh -c "grep -q '^histrig_small_' /tmp/metrics && grep -q '^histrig_syscount_' /tmp/metrics"
$W t_calls call 500 getpriority
kill $taken $metrics
wait $taken
is "a run with intervals exits with 0 after a restart" $? 0
wait $metrics
is "a run that exports exits with 0 after a restart" $? 0
answers
wait $late
is "all lines are printed that were recorded until a restart" "$(rows rest.all 'cpu_frequency: ' | wc -l)" 15000
rmmod histrig_fire
check "a run reports at its end how many hits did not fit into its table" [ $(told whole | sed 's/.* //') -ge 872 ]

# Tables are full nearly all the time, so that the run ends in the middle of a restart.
while :; do $W t_calls call 300 getpriority; usleep 5000; done &
calls=$!
bad= i=0 kills=$(repeats 4 8)
while [ $i -lt $kills ]; do
	i=$((i + 1))
	# Remove the messages of the previous run, because the next one may start late.
	rm -f $runs/killed.err
	$histrig export --json --interval 0.05 --list /tmp/tables/list >/dev/null 2>$runs/killed.err &
	pid=$!
	within 60 grep -q ' restarts' $runs/killed.err
	usleep $((i * 240000 / kills))
	kill $pid
	wait $pid || bad="$bad $i: $(tail -n 1 $runs/killed.err)"
done
kill $calls
wait $calls
unset HISTRIG_RENEW_AFTER
is "a run that is killed during a restart exits with 0" "$bad" ""
is "restarted runs leave nothing in the tree" "$(leftover)" ""
$W t_pipes pipes 300 &
is "a run whose tables are not full warns of nothing" "$($histrig memleak 0.1 1 2>&1 | grep -cE 'answer lacks|lost')" 0
wait

# ---- lists of events, fields and recipes

is "list shows recipes with a sentence" "$($histrig list runqlat | cut -c 1-40)" "runqlat          How long tasks wait for"
is "list finds events" "$($histrig list 'sched_waking')" "sched/sched_waking"
fails "list fails if there is nothing" $histrig list no_such_thing
is "fields shows fields with their kind" "$($histrig fields sched:sched_waking | sed -n 's/^\(comm\|prio\)  *\([a-z ]*[a-z]\)  .*/\1: \2/p')" \
"comm: text
prio: signed number"
is "doctor finds nothing wrong" "$($histrig doctor | tail -n 1)" "Nothing is wrong."
# A machine with EFI, as far as its files tell.
mount -t tmpfs none /sys/firmware
mkdir -p /sys/firmware/efi/efivars
is "doctor does not know of secure boot without efivarfs" "$($histrig doctor | grep -c '^note *secure boot *unknown')" 1
umount /sys/firmware
$histrig show runqlat | sed -n '/^echo/p' >$runs/show
check "what show prints can be run" sh -c "cd $H && . $runs/show"
is "what show prints arms the recipe" "$(grep -c '\[active\]' $H/events/sched/sched_switch/trigger)" 5
clean

mkdir -p /tmp/mine
echo 'about mine
argument n=3 a number
trigger sched/sched_switch hist:keys=next_pid:top={n}
show sched/sched_switch' >/tmp/mine/runqlat
is "recipes of HISTRIG_RECIPES come in place of others" "$(HISTRIG_RECIPES=/tmp/mine $histrig list | sed 1q)" "runqlat          mine"
is "a recipe can be named by its path" "$($histrig show /tmp/mine/runqlat n=7 | grep -c 'top=7')" 1
mkfifo /tmp/mine/pipe
is "a pipe among recipes is no recipe" "$(HISTRIG_RECIPES=/tmp/mine timeout 60 $histrig list pipe)" \
	"pipe             /tmp/mine/pipe is not a regular file; move it to another folder"
rm /tmp/mine/pipe
mkdir -p /tmp/home/.config/histrig/recipes
cp /tmp/mine/runqlat /tmp/home/.config/histrig/recipes/mine
is "recipes of the user's own are found" "$(HOME=/tmp/home $histrig list mine)" "mine             mine"
sed -i 's/^show.*/nosuch/' /tmp/mine/runqlat
is "a mistake in a recipe is reported with its line" "$(HISTRIG_RECIPES=/tmp/mine $histrig runqlat 2>&1)" \
	"histrig: /tmp/mine/runqlat, line 4: unknown statement, correct or remove it: nosuch"

# ---- errors and permissions

says "an unknown word is reported" "no command or recipe nosuch" nosuch
says "a recipe is named that may be meant" "Did you mean runqlat?" runqlta
is "--help after a recipe shows its arguments" "$($histrig runqlat --help | head -n 1 | cut -c 1-16)" "runqlat: How lon"
check "--version prints the version" sh -c "$histrig --version | grep -q '^histrig [0-9.]*$'"
is "an error in a filter is reported with its place" \
	"$($histrig 'hist:keys=common_pid if nosuch == 1' sched/sched_waking 1 1 2>&1 | tail -n 1 | tr -d ' ')" "^"
is "names of a session are not in messages" "$($histrig funclatency nosuchthing 2>&1 | grep -c 'tool_')" 0
says "a task name that is too long is reported" "at most 15 bytes" runqlat comm=a_name_of_20_letters
is "a pattern chooses tasks by their name" "$($histrig show runqlat 'comm=t_*' | grep -c 'comm ~ "t_\*"')" 3
$histrig funclatency no_such_module:fib 0.1 1 >/dev/null 2>$runs/waits
is "a probe that waits for a module is reported" "$(grep -c 'waits for the module no_such_module' $runs/waits)" 1
echo 'about too large' >/tmp/mine/huge
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	echo 'trigger sched/sched_switch hist:keys=common_stacktrace:size=131072' >>/tmp/mine/huge
done
echo 'show sched/sched_switch' >>/tmp/mine/huge
says "tables that would take all memory are refused" "MB of memory that are left" /tmp/mine/huge 1 1
says "an argument that is missing is reported" "funccount needs the argument functions" funccount
says "an argument that is not a number is reported" "top must be a number" syscount top=x
says "a function that cannot be traced is reported" "no function no_such_function" funccount no_such_function
says "an event that does not exist is reported" "this kernel has no such event" 'hist:keys=x' sched/nosuch
is "users without rights get a sentence" "$(/tests/bin/as 1000 1000 $histrig runqlat 1 1 2>&1 | grep -c '^histrig: only root may do this. Run it with sudo')" 1
is "nobody's run leaves anything" "$(leftover)" ""
mkdir /tmp/tree
mount -t histrig -o gid=1000,mode=750 nodev /sys/kernel/histrig
is "a group that may read the tree, but not write it, gets a sentence" \
	"$(/tests/bin/as 1000 1000 $histrig runqlat 1 1 2>&1 | sed 's/\..*//')" "histrig: only root may trace events"
mount -o remount,gid=0,mode=700 /sys/kernel/histrig
umount /sys/kernel/histrig

# ---- without the tree, and without the module

unload_histrig
check "histrig loads the module and mounts the tree" $histrig syscount 0.1 1
is "the tree is mounted for the run alone" "$(grep -c histrig /proc/mounts)" 0
check "nothing holds the module afterwards" histrig-load -r histrig
is "users without rights cannot load the module" "$(/tests/bin/as 1000 1000 $histrig runqlat 1 1 2>&1)" \
	"histrig: the module histrig cannot be loaded: only root may load modules; run this with sudo"
load_histrig
