# SPDX-License-Identifier: GPL-2.0
# Tests docs/example, a module that is linked against histrig with Module.symvers.
# guest: smp=2 needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

E=$H/events/synthetic/example
counts() { grep -q '^{ step: *9 } hitcount: ' $E/hist; }
refuses_unload() { ! rmmod histrig && [ -d $H ]; }

check "the example links against histrig and loads" insmod /tests/kmod/histrig_example.ko
is "the event of the example has the fields that the example defined" "$(cat $H/synthetic_events)" \
	"example	u32 step; u64 jiffies_now; char[] word"
check "a trigger on the event of the example is accepted" \
	eval "echo 'hist:keys=step:vals=jiffies_now' >$E/trigger"
check "hits of the event of the example are counted by key" within 20 counts
fails "the example cannot be removed while its event has a trigger" rmmod histrig_example
check "rmmod histrig is refused while the example is loaded" refuses_unload
echo '!hist:keys=step:vals=jiffies_now' >$E/trigger
echo 1 >$E/enable
check "hits of the event of the example are recorded with number and text" \
	within 20 grep -q 'example: step=[0-9] jiffies_now=[0-9]* word=odd$' $H/trace
echo 0 >$E/enable
fails "the event of the example cannot be removed while the example holds a handle" \
	eval "echo '!example' >$H/synthetic_events"
check "the example can be removed once nobody wants its event" rmmod histrig_example
fails "the event of the example is gone after the example was removed" [ -e $E ]
check "rmmod histrig works after the example is removed" unload_histrig
load_histrig
