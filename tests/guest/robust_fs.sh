# SPDX-License-Identifier: GPL-2.0
# Walks the tree, and reads and writes its files, while events, instances and mounts
# are added and removed, memory is reclaimed, and a task tries to unload the module.
# guest: timeout=300 smp=4 modules=nbd needs=CONFIG_DEBUG_FS,CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

M=/tmp/mnt
I=$H/instances
mkdir -p $M/1 $M/2

# A walker walks the whole tree once, and then only folders that change. Most files never
# change, and with kmemleak and KASAN a walk of the whole tree takes minutes. There, the
# commands of the last storm need longer pauses, so that the module is sometimes unused.
changing='events/nbd events/synthetic events/irq instances'
some=. pause=100000 times=8 limit=408
[ ! -e /sys/kernel/debug/kmemleak ] || some=$changing pause=5000000 times=20 limit=1024

# A file may be removed after its name was found, so only the last command's status
# counts.
walk_in() { (cd $1 && { ls -l events; find $some; }); some=$changing; }
walk() { walk_in $H; [ -d $H/events ]; } >/dev/null 2>&1
walk_mount() { mount -t histrig nodev $1 && { walk_in $1; umount -l $1; }; } >/dev/null 2>&1
walk_one() { walk_mount $M/1; }
walk_two() { walk_mount $M/2; }
read_files() { cat $H/events/nbd/*/* $H/events/synthetic/*/* $I/*/events/nbd/*/* $I/*/set_event; cat $H/set_event; } >/dev/null 2>&1
write_files() {
	local e
	for e in $H/events/nbd/nbd_header_sent $I/x/events/nbd/nbd_header_sent $H/events/synthetic/made; do
		echo 1 >$e/enable
		echo 'hist:keys=common_pid' >$e/trigger
		echo '!hist:keys=common_pid' >$e/trigger
		echo 0 >$e/enable
		chmod 600 $e/filter
	done
	chmod 640 $H/set_event
} 2>/dev/null
nbd() { histrig-load nbd; usleep 20000; histrig-load -r nbd; } >/dev/null 2>&1
synth() { echo 'made int a' >>$H/synthetic_events; usleep 10000; echo '!made' >>$H/synthetic_events; } 2>/dev/null
instance() { mkdir $I/x; usleep 20000; rmdir $I/x; } 2>/dev/null
reclaim() { echo 2 >/proc/sys/vm/drop_caches; usleep 50000; }
cd_around() { (cd $I/x/events/sched && usleep 20000 && { ls; cat sched_switch/hist; true; }); } >/dev/null 2>&1
# The module stays loaded while other tasks have something open or mounted.
try_unload() { umount $H; histrig-load -r histrig; histrig-load histrig; usleep 200000; [ -e $H ]; } >/dev/null 2>&1
# Unloads the module while the other commands pause. On a busy host they may never pause
# at the same time, so after 10 attempts they wait until the module was unloaded.
attempts=0
unload() {
	umount $H
	attempts=$((attempts + 1))
	if histrig-load -r histrig; then
		usleep 20000
		histrig-load histrig
		rm -f /tmp/turn
		attempts=0
		usleep 200000
	else
		[ $attempts -lt 10 ] || touch /tmp/turn
		return 1
	fi
} >/dev/null 2>&1
others_turn() { while [ -e /tmp/turn ] && [ ! -e /tmp/stop ]; do usleep 50000; done; }
look_in() { others_turn; ls $H/events/sched; cat $H/events/sched/sched_switch/hist; [ -d $H/events ] && usleep $pause; } >/dev/null 2>&1
look_at_mount() { others_turn; mount -t histrig nodev $M/1 && { ls $M/1/events/irq; umount $M/1; usleep $pause; }; } >/dev/null 2>&1
make_instance() { others_turn; mkdir $I/x && { ls $I/x; rmdir $I/x; usleep $pause; }; } >/dev/null 2>&1

together "the tree is walked while modules, synthetic events and instances come and go" 2 \
	walk nbd synth instance read_files write_files
together "the tree is walked and mounted while instances come and go and memory is taken back" 3 \
	walk_one walk_two instance cd_around reclaim write_files
# The whole tree was walked twice by now.
some=$changing
together "somebody tries to unload the module while the tree is walked and mounted" 2 \
	try_unload walk_one walk instance nbd
together "the module is unloaded and loaded while others look in" 2 \
	unload look_in look_at_mount make_instance nbd

histrig-load -r nbd 2>/dev/null
[ -e $H ] || load_histrig
rmdir $I/* 2>/dev/null
true >$H/synthetic_events
fails "no event of a removed module has a folder" [ -e $H/events/nbd ]
fails "no removed synthetic event has a folder" [ -e $H/events/synthetic ]
is "no instance remains" "$(ls $I)" ""
is "the tree lists all available events" \
	"$(find $H/events -name trigger | sed "s|$H/events/||; s|/trigger||" | grep -v ^ftrace/ | tr / : | sort)" \
	"$(sort $H/available_events)"
check "the module unloads after all this" within 10 unload_histrig

walk_and_chmod() {
	local i=0
	while [ $i -lt $times ]; do
		load_histrig
		find $H >/dev/null
		mkdir $H/instances/a
		chmod -R g+w $H/instances/a
		rmdir $H/instances/a
		unload_histrig
		i=$((i + 1))
	done
}
lost_kb $limit walk_and_chmod
check "walking the tree and changing modes of instances $times times loses less than $limit kB ($lost kB)" [ $lost -lt $limit ]
load_histrig
