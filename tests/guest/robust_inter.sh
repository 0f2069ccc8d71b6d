# SPDX-License-Identifier: GPL-2.0
# Adds and removes variables, references, names, actions and synthetic events in
# random order while events fire on all CPUs. Unloads the module between rounds.
# guest: timeout=900 needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
. /tests/guest/parts/random.sh

ROUNDS=4 MORE=6
STEPS=50
F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
S=events/synthetic

# FILE COMMAND: commands of the rounds. "!" before a command removes what the
# command has added. In the order of this list, all commands are accepted.
cat >/tmp/commands <<'EOF'
synthetic_events one u32 aa; u32 bb
synthetic_events two u32 aa
synthetic_events text char s[]
synthetic_events woken int aa; int bb
events/power/cpu_frequency/trigger hist:keys=state:v=cpu_id
events/power/cpu_frequency/trigger hist:keys=state:w=cpu_id,t=common_timestamp if state != 3
events/power/cpu_frequency/trigger hist:keys=state,cpu_id:x=state:n=common_pid.execname
events/power/cpu_frequency/trigger hist:keys=state:vals=$v
events/power/cpu_frequency/trigger hist:keys=state:d=cpu_id-$v+$w
events/power/cpu_frequency/trigger hist:keys=state:e=common_timestamp-$t:onmax($e).save(cpu_id,common_pid)
events/power/cpu_frequency/trigger hist:keys=state:f=cpu_id:onchange($f).snapshot()
events/power/cpu_frequency/trigger hist:keys=state:onmatch(power.cpu_frequency).one($v,state)
events/power/cpu_frequency/trigger hist:keys=state:g=cpu_id:onmatch(power.cpu_frequency).trace(one,$g,cpu_id):onmax($g).one($g,state)
events/power/cpu_frequency/trigger hist:keys=state,cpu_id:onmatch(power.cpu_frequency).text($n)
events/power/cpu_frequency/trigger hist:name=shared:keys=common_pid:s=common_cpu
events/sched/sched_waking/trigger hist:name=shared:keys=common_pid:s=common_cpu
events/sched/sched_waking/trigger hist:keys=pid:wp=prio
events/sched/sched_switch/trigger hist:keys=next_pid:sw=prev_prio:onmatch(sched.sched_waking).woken(sched.sched_waking.prio,$wp)
events/sched/sched_waking/trigger hist:keys=pid:vals=$sw
events/synthetic/one/trigger hist:keys=bb:oa=aa
events/synthetic/one/trigger hist:keys=aa,bb
events/synthetic/one/trigger hist:keys=bb:onmatch(synthetic.one).two($oa)
events/synthetic/one/enable 1
events/synthetic/two/trigger hist:keys=aa:q=aa
events/synthetic/two/trigger hist:keys=aa:onmatch(synthetic.two).one($q,aa)
events/synthetic/text/trigger hist:keys=s
events/synthetic/woken/trigger hist:keys=aa.log2:vals=bb
EOF

step() {
	local file text
	random_command
	random 10
	case $file in
	*/enable) [ $n -lt 5 ] || text=0 ;;
	*) [ $n -lt 6 ] || text="!$text" ;;
	esac
	case $n$text in
	0*) cat $H/${file%/*}/hist $H/trace; text= ;;
	1hist:*) text=$text:clear ;;
	2hist:*) text=$text:pause ;;
	esac >/dev/null
	[ -z "$text" ] || echo "$text" >>$H/$file
}

left() {
	cat $H/events/power/cpu_frequency/trigger $H/events/sched/sched_*/trigger \
		$H/$S/*/trigger 2>/dev/null | grep '^hist'
	cat $H/synthetic_events
}

# Removes all triggers. A trigger can be removed only after those that refer to it.
remove_all() {
	local i=0 f
	[ ! -e $H/$S/enable ] || echo 0 >$H/$S/enable
	while [ -n "$(left)" ] && [ $i -lt 20 ]; do
		for f in $H/$S/*/trigger $H/events/sched/sched_*/trigger \
			$H/events/power/cpu_frequency/trigger; do
			[ -e "$f" ] || continue
			grep '^hist' "$f" | sed 's/^/!/; s/ \[[a-z]*\]$//' >/tmp/lines
			while IFS= read -r line; do echo "$line" >>"$f"; done </tmp/lines
		done
		true >$H/synthetic_events
		i=$((i + 1))
	done 2>/dev/null
	[ -z "$(left)" ]
}

round() {
	local i=0
	load_histrig || return 1
	while [ $i -lt $STEPS ]; do
		step 2>/dev/null
		i=$((i + 1))
	done
	case $(($1 % 3)) in
	0) remove_all || { left; return 1; } ;;
	1) cat $H/error_log >/dev/null ;;
	esac
	unload_histrig
}

make_all() {
	local file text bad=0
	while read -r file text; do
		echo "$text" >>$H/$file || { echo "$text"; bad=1; }
	done </tmp/commands
	return $bad
}

hits() { awk '/Hits:/ { n += $2 } END { printf "%.0f", n }' $H/$1/hist; }

# First adds everything: each command must be accepted and its trigger hit, also in
# NMIs.
[ -d $H ] || load_histrig
check "every command of the rounds is accepted in the order of the list" make_all
echo "bg power cpu_frequency keys=8 cpus=2" >$F
! has_nmis || echo "nmi power cpu_frequency keys=8 count=20" >$F
i=0
while [ $i -lt 20 ]; do nmi; usleep 20000; i=$((i + 1)); done
echo stop >$F
if has_nmis; then
	check "NMIs hit events with variables and actions" grep -q 'nmis [1-9]' $F
else
	skip "NMIs hit events with variables and actions"
fi
for e in one two text woken; do
	check "the synthetic event $e was generated" [ "$(hits $S/$e)" -gt 0 ]
done
check "triggers that refer to each other can be removed" remove_all
is "no trigger and no synthetic event remains" "$(left)" ""
unload_histrig

echo "bg power cpu_frequency keys=8 cpus=2 rest=1000" >$F
check "$ROUNDS rounds of random commands and unloading while every CPU fires" rounds 1 $ROUNDS
echo stop >$F
before=$(free_kb)
quick_rcu
echo "bg power cpu_frequency keys=8 cpus=2 ctx=irq rest=1000" >$F
check "$MORE rounds of random commands and unloading while interrupts fire" rounds $((ROUNDS + 1)) $((ROUNDS + MORE))
echo stop >$F
lost=$((before - $(free_kb)))
check "random commands and unloading lose less than 600 kB of memory ($lost kB)" [ $lost -lt 600 ]
rmmod histrig_fire
load_histrig
