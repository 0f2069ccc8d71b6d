# SPDX-License-Identifier: GPL-2.0
# Functions that other modules call to define and use events: the examples of the
# kernel's document on events with our names, and each function with right and wrong
# arguments.
# guest: smp=2 timeout=200
. /tests/guest/lib.sh

K=$H/events/kprobes
S=$H/events/synthetic
A=$kmods/histrig_kprobe_api

# Prints the lines of a trace from the event's name on.
lines() { sed -n 's/^[^#].*\] [^ ]*  *[0-9.]*: //p' $1/trace; }
api() { echo "$*" >$A; }
# fields FOLDER: print the fields of an event, and its print format.
fields() { sed -n 's/\toffset.*//; /field:\|^print/p' "$1/format"; }

# ---- 7.1 and 7.2: synthetic events
check "the module of synthetic events loads" insmod /tests/kmod/histrig_synth_gen.ko
is "synthetic_events lists the events of the module" "$(cat $H/synthetic_events)" \
"gen_synth_test	pid_t next_pid_field; char[16] next_comm_field; u64 ts_ns; u64 ts_ms; unsigned int cpu; char[64] my_string_field; int my_int_field
empty_synth_test	pid_t next_pid_field; char[16] next_comm_field; int my_int_field
create_synth_test	pid_t next_pid_field; char[16] next_comm_field; u64 ts_ns; char[] dynstring_field_1; u64 ts_ms; unsigned int cpu; char[64] my_string_field; char[] dynstring_field_2; int my_int_field"
is "the module's hits of synthetic events are recorded" "$(lines $H)" \
"gen_synth_test: next_pid_field=777 next_comm_field=hula hoops ts_ns=1000000 ts_ms=1000 cpu=3 my_string_field=thneed my_int_field=598
empty_synth_test: next_pid_field=778 next_comm_field=tiddlywinks my_int_field=-399
create_synth_test: next_pid_field=779 next_comm_field=slinky ts_ns=1000000 dynstring_field_1=xrayspecs ts_ms=1000 cpu=3 my_string_field=thneed dynstring_field_2=kerplunk my_int_field=398
create_synth_test: next_pid_field=444 next_comm_field=clackers ts_ns=1000000 dynstring_field_1=viewmaster ts_ms=1000 cpu=3 my_string_field=Thneed dynstring_field_2=yoyos my_int_field=999
gen_synth_test: next_pid_field=777 next_comm_field=silly putty ts_ns=1000000 ts_ms=1000 cpu=3 my_string_field=thneed_2.01 my_int_field=395
gen_synth_test: next_pid_field=0 next_comm_field=yo-yo ts_ns=1000000 ts_ms=0 cpu=0 my_string_field= my_int_field=3999"
is "the module has switched its synthetic events off again" "$(cat $S/*/enable | sort -u)" 0
fails "a synthetic event with a module's handle cannot be removed" sh -c "echo '!gen_synth_test' >>$H/synthetic_events"
echo 1 >$S/gen_synth_test/enable
fails "the module of synthetic events cannot be removed while one is enabled" rmmod histrig_synth_gen
echo 0 >$S/gen_synth_test/enable
check "the module of synthetic events can be removed" rmmod histrig_synth_gen
is "unloading the module removes its synthetic events" "$(cat $H/synthetic_events)" ""
is "unloading the module removes the records of its synthetic events" "$(lines $H)" ""

# ---- 7.3: probes
opens() { cat /tmp/gen_file >/dev/null; }
echo text >/tmp/gen_file
check "the module of probes loads" insmod /tests/kmod/histrig_kprobe_gen.ko
# A return probe is listed with the number of returns that can be pending.
is "kprobe_events lists the events of the module" "$(sed 's/^r[0-9]*/r/' $H/kprobe_events)" \
'p:kprobes/gen_kprobe_test do_sys_openat2 dfd=$arg1:s32 filename=+0($arg2):ustring flags=+0($arg3):x64 mode=+8('$ARG3'):u64 comm=$comm
r:kprobes/gen_kretprobe_test do_sys_openat2 ret=$retval:s32'
is "the module's probe has the fields that it defined" "$(fields $K/gen_kprobe_test | sed '/common_/d; /__probe/d; /^print/d')" \
"	field:s32 dfd;
	field:__data_loc char[] filename;
	field:u64 flags;
	field:u64 mode;
	field:__data_loc char[] comm;"
is "the module has enabled its probes" "$(cat $K/*/enable)" "$(printf '1\n1')"
check "a hist trigger on the module's probe is accepted" sh -c "echo 'hist:keys=filename' >$K/gen_kprobe_test/trigger"
opens; opens
check "the hits of the module's probe are counted by key" \
	grep -q '^{ filename: /tmp/gen_file  *} hitcount:  *2$' $K/gen_kprobe_test/hist
check "the hits of the module's probe are recorded" \
	grep -q 'gen_kprobe_test: (do_sys_openat2+0x0/0x[0-9a-f]*) dfd=-100 filename="/tmp/gen_file" flags=0x[0-9a-f]* mode=0 comm="[a-z]*"$' $H/trace
check "the hits of the module's return probe are recorded" \
	grep -q 'gen_kretprobe_test: (.* <- do_sys_openat2) ret=[0-9]*$' $H/trace
echo '!hist:keys=filename' >$K/gen_kprobe_test/trigger
fails "a probe with a module's handle cannot be removed" sh -c "echo '-:gen_kprobe_test' >>$H/kprobe_events"
echo 0 >$K/enable
fails "a probe with a module's handle cannot be removed when it is off" sh -c "echo '-:gen_kprobe_test' >>$H/kprobe_events"
is "the module's probes are still there" "$(wc -l <$H/kprobe_events)" 2
check "rmmod histrig is refused while the module is loaded" sh -c "! rmmod histrig && [ -d $H ]"
check "the module of probes can be removed" rmmod histrig_kprobe_gen
is "unloading the module removes its probes" "$(cat $H/kprobe_events)" ""

# ---- each function, ours and the kernel's
insmod /tests/kmod/histrig_kprobe_api.ko || exit 1
# answers VERB SIDE: print what the functions of a verb return on a side. Newer
# kernels return another errno for a function that does not exist.
answers() {
	api "$1 $2"
	sed '/no_such_function/s/-22$/-2/' $A
}
# alike_after VERB WHAT: run a verb on both sides and compare the results.
alike_after() {
	answers $1 native >/tmp/native
	answers $1 ours >/tmp/ours
	alike "calls that $2 probes return what the kernel's do" "$(cat /tmp/ours)" "$(cat /tmp/native)"
}
alike_after define define
alike "definitions of modules are listed as in the kernel" "$(cat $H/kprobe_events)" "$(cat $T/kprobe_events)"
for event in api_entry api_return api_many; do
	alike "$event has the fields that it has in the kernel" "$(fields $K/$event)" "$(fields $T/events/kprobes/$event)"
done
alike_after refuse "are refused for"
alike "what was refused is not defined" "$(cat $H/kprobe_events)" "$(cat $T/kprobe_events)"
alike_after remove remove
is "no probe is left" "$(cat $H/kprobe_events)" ""

api spare
is "definitions that are too long for the buffer are not executed" "$(sed 's/.*: //' $A | xargs)" \
	"-7 0 -7 -7 -7 -7 -7 0 -7 -7 -7"
is "no part of a definition that is too long is defined" "$(cat $H/dynamic_events)" ""

# ---- 7.4: commands
api commands
is "a command of a module's own type is built and run" "$(sed -n '1,/synth_event_gen_cmd_start/p' $A)" \
"[]
histrig_dynevent_create(&cmd): 0
histrig_dynevent_str_add(&cmd, \"begin\"): 0
histrig_dynevent_arg_add(&cmd, &arg, NULL): 0
histrig_dynevent_arg_add(&cmd, &arg, check_arg): -33
histrig_dynevent_arg_add(&cmd, &arg, check_arg): 0
histrig_dynevent_arg_pair_add(&cmd, &pair, check_pair): -34
histrig_dynevent_arg_pair_add(&cmd, &pair, check_pair): 0
histrig_dynevent_arg_pair_add(&cmd, &pair, NULL): 0
[begin word  good, type name; a=b ]
histrig_dynevent_create(&cmd): 0
[begin word  good, type name; a=b ]
histrig_dynevent_create(&cmd): -1
histrig_kprobe_event_gen_cmd_start(&cmd, \"x\", \"y\"): -22
histrig_synth_event_gen_cmd_start(&cmd, \"x\", NULL, \"int\", \"y\"): -22"
is "a command runs a line of dynamic_events" "$(sed -n 's/run_line.*: //p' $A | xargs)" "0 0 -22 0 0 -2"

# ---- handles
# refused ERRNO-TEXT COMMAND: test that the module's call fails with this errno.
refused() { [ "$( (echo "$2" >$A) 2>&1 | sed 's/.*: //')" = "$1" ]; }
check "a handle for an event that is not there is refused" refused "Invalid argument" "hold kprobes/none"
check "a handle for an event that cannot be recorded is refused" refused "Invalid argument" "hold ftrace/print"
echo 'p:held do_sys_openat2' >$H/kprobe_events
check "a module gets a handle for a user's probe" api hold kprobes/held
check "the handle keeps the probe" sh -c "! echo '-:held' >>$H/kprobe_events"
check "the handle keeps all probes" sh -c "! echo >$H/kprobe_events"
echo 'p:held vfs_read' >>$H/kprobe_events
check "the handle lets one of two definitions of its event go" \
	sh -c "echo '-:held vfs_read' >>$H/kprobe_events"
is "the definition that the handle holds stays" "$(cat $H/kprobe_events)" "p:kprobes/held do_sys_openat2"
check "a module switches the probe on" api on
is "the probe is on" "$(cat $K/held/enable)" 1
api hit 0
is "a module cannot hit a probe" "$(sed 's/.*: //' $A | xargs)" "-22 -22"
check "a module switches the probe off" api off
is "the probe is off" "$(cat $K/held/enable)" 0
check "the module gives the handle back" api put
check "the probe can be removed after that" sh -c "echo '-:held' >>$H/kprobe_events"
check "a module gets a handle for an event of the kernel" api hold sched/sched_switch
check "a module switches an event of the kernel on" api on
is "an event of the kernel is on" "$(cat $H/events/sched/sched_switch/enable)" 1
api off
rmmod histrig_kprobe_api
is "no event is left on" "$(cat $H/set_event)" ""
check "rmmod histrig works after all" unload_histrig
load_histrig
