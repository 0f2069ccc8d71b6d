# SPDX-License-Identifier: GPL-2.0
# Casts and per-CPU variables in the arguments of all probes. No kernel here has them in its
# tree, so values are compared with those that are known from elsewhere.
# guest: smp=2 timeout=180
. /tests/guest/lib.sh

F=/tmp/probe_casts/data
E=$H/events/my
define() { echo "$*" >>$H/dynamic_events; }
undefine() {
	[ ! -e $E ] || echo 0 >$E/enable
	true >$H/dynamic_events
	echo >$H/trace
}
# args EVENT: print the arguments in an event's records.
args() { sed -n "s/^.* $1: \(([^)]*) \)*//p" $H/trace; }
# on CPU COMMAND...: run the command on a CPU.
on() {
	local cpu=$1
	shift
	taskset $((1 << cpu)) "$@"
}
read_file() { dd if=$F of=/dev/null bs=321 count=1 2>/dev/null; }
# only EVENT FILTER: record its hits that pass the filter.
only() {
	echo "$2" >$E/$1/filter
	echo 1 >$E/$1/enable
}
# refuses DEFINITION ERRNO MESSAGE: the definition is refused, and error_log shows the message
# and a caret where '^' is in the definition.
refuses() {
	local text errno
	text=$(echo "$1" | sed 's/\^//')
	echo >$H/error_log
	errno=$(define "$text" 2>&1 | sed 's/.*: //')
	is "refused: $1" "$errno: $(awk '
		sub(/^\[[^]]*\] [a-z_]*: error: /, "") { message = $0 }
		sub(/^  Command: /, "") { command = $0 }
		/^ *\^$/ { at = length($0) - 12 }
		END { print message; print substr(command, 1, at) "^" substr(command, at + 1) }' $H/error_log)" \
		"$(printf '%s\n' "$2: $3" "$1")"
}

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	skip_all "this kernel has no BTF"
fi
mkdir -p /tmp/probe_casts
mount -t tmpfs probe_casts /tmp/probe_casts
dd if=/dev/zero of=$F bs=1000 count=1 2>/dev/null
inode=$(stat -c %i $F)
invalid='Invalid argument' missing='No such file or directory'

for text in 'this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>)' \
	'[(structname[,field])]<argname>[->field[->field|.field...]]'; do
	check "README has $text" grep -qF "$text" $H/README
done

# ---- casts
define 'p:my/plain vfs_read name=file->f_path.dentry->d_name.name:string ino=file->f_inode->i_ino count'
define 'p:my/cast vfs_read name=(file)file->f_path.dentry->d_name.name:string ino=(file)file->f_inode->i_ino count'
define 'p:my/braces vfs_read name=(file)(file)->f_path.dentry->d_name.name:string ino=(inode)(file->f_inode)->i_ino count'
define 'p:my/nested vfs_read name=(dentry)((file)file->f_path.dentry)->d_name.name:string' \
	'ino=(inode)((dentry)((file)file->f_path.dentry)->d_inode)->i_ino count'
define 'p:my/number vfs_read name=(file)$arg1->f_path.dentry->d_name.name:string ino=(file)$arg1->f_inode->i_ino count'
is "a definition with casts is shown as it was written" "$(sed -n 3p $H/dynamic_events)" \
	'p:my/braces vfs_read name=(file)(file)->f_path.dentry->d_name.name:string ino=(inode)(file->f_inode)->i_ino count=count'
is "a member of a cast has the member's type" \
	"$(sed -n 's/^\tfield:\(.*\);\toff.*/\1/p' $E/nested/format | grep -v common_ | tr '\n' ' ')" \
	"unsigned long __probe_ip __data_loc char[] name u64 ino u64 count "
for event in plain cast braces nested number; do
	only $event 'count == 321'
done
read_file
is "a file's name and inode are found without casts" "$(args plain)" "name=\"data\" ino=$inode count=321"
for event in cast braces nested number; do
	is "a file's name and inode are found: $event" "$(args $event)" "name=\"data\" ino=$inode count=321"
done
undefine

# A new task is the last in the list of all: the next one of that before it, back to itself.
define 'p:my/list wake_up_new_task pid=p->pid own=(task_struct,tasks)((list_head)(p->tasks.prev)->next)->pid' \
	'parent=(task_struct)(p->real_parent)->pid name=(task_struct)((task_struct)p->real_parent)->comm:string'
only list 'name == "sh"'
(true)
echo 0 >$E/list/enable
is "a list leads to the struct of its next element" \
	"$(args list | awk '{ split($1, pid, "="); split($2, own, "="); print pid[2] == own[2] }' | sort -u)" 1
is "a cast's value is a pointer that a new task has to its parent" \
	"$(sed -n 's/^ *sh-\([0-9]*\) .* parent=\([0-9]*\) .*/\1 \2/p' $H/trace | awk '{ print $1 == $2 }' | sort -u)" 1
undefine
# What is read MEMBER's offset before MEMBER is the struct's first word.
define 'p:my/back vfs_read a=(inode,i_sb)(file->f_inode)->i_sb b=+0(file->f_inode):x64' \
	'c=(qstr,name)((dentry)(file->f_path.dentry)->d_name.name)->name d=file->f_path.dentry->d_name.name:x64 count' \
	'e=+0(file->f_path.dentry->d_name.name):x64'
only back 'count == 321'
read_file
is "a member leads back to the start of its struct" \
	"$(args back | awk '{ for (i = 1; i <= NF; i++) sub(/.*=/, "", $i); print ($1 == $2) ($3 == $6) ($3 != $4) }')" 111
undefine

# ---- the current task
define 'p:my/task vfs_read pid=$current->pid tgid=(task_struct)$current->tgid name=$current->comm:string count' \
	'same=(task_struct)((task_struct)$current->group_leader)->pid first=(task_struct,group_leader)$current->pid'
only task 'count == 321'
read_file
is "\$current leads to members of the task" \
	"$(sed -n 's/^ *dd-\([0-9]*\) .* task: ([^)]*) pid=\([0-9]*\) tgid=\([0-9]*\) name="dd" count=321 same=\([0-9]*\) .*/\1 \2 \3 \4/p' $H/trace |
		awk '{ print ($1 == $2) ($1 == $3) ($1 == $4) }')" 111
undefine

# ---- per-CPU variables
# Some kernels list no data (CONFIG_KALLSYMS_ALL).
lists_data() { grep -q ' runqueues$' /proc/kallsyms; }
variables() {
	# The kernel's own variable for the current task differs between kernels and machines.
	for task in current_task pcpu_hot __entry_task none; do
		! grep -q " $task\$" /proc/kallsyms || break
	done
	define "p:my/cpu vfs_read task=this_cpu_read(@$task) same=\$current pid=(task_struct)this_cpu_read(@$task)->pid" \
		"at=this_cpu_ptr(@$task) there=+0(this_cpu_ptr(@$task)) low=this_cpu_read(@$task):x32 two=this_cpu_read(@$task):x32[2]" \
		'cpu=(rq)this_cpu_ptr(@runqueues)->cpu run=(task_struct)((rq)this_cpu_ptr(@runqueues)->curr)->pid count'
	only cpu 'count == 321'
	for cpu in 0 1 0 1; do
		on $cpu dd if=$F of=/dev/null bs=321 count=1 2>/dev/null
	done
	is "a variable of the CPU that takes the hit is read" \
		"$(sed -n 's/^ *dd-\([0-9]*\) *\[\([0-9]*\)\] .* task=\([^ ]*\) same=\([^ ]*\) pid=\([0-9]*\) at=\([^ ]*\) there=\([^ ]*\) .* cpu=\([0-9]*\) run=\([0-9]*\) .*/\1 \2 \3 \4 \5 \6 \7 \8 \9/p' $H/trace |
			awk '{ print $2 + 0, $8, ($3 == $4) ($1 == $5) ($3 == $7) ($1 == $9) }')" \
		"$(printf '0 0 1111\n1 1 1111\n0 0 1111\n1 1 1111')"
	is "this_cpu_ptr() is another address on another CPU, the same on the same" \
		"$(args cpu | sed 's/.* at=\([^ ]*\) .*/\1/' | awk '{ at[NR] = $0 }
			END { print (at[1] == at[3]) (at[2] == at[4]) (at[1] != at[2]) }')" 111
	is "a type narrows what this_cpu_read() reads" \
		"$(args cpu | sed 's/^task=\([^ ]*\) .* low=\([^ ]*\) two={\([^,]*\),\([^}]*\)}.*/\1 \2 \3 \4/' |
			while read -r task low first second; do
				echo $((low == (task & 0xffffffff)))$((first == low))$((second == (task >> 32 & 0xffffffff)))
			done | sort -u)" 111
	undefine
}
if lists_data; then variables; else skip "variables of CPUs are read: this kernel lists no data"; fi

# Files that are open on a mount are counted on the CPU that opened them.
define 'p:my/open vfs_read held=this_cpu_read((mount,mnt)(file->f_path.mnt)->mnt_pcp):s32 count' \
	'name=(mount,mnt)(file->f_path.mnt)->mnt_devname:string id=(mount,mnt)(file->f_path.mnt)->mnt_id'
only open 'count == 321'
on 1 sh -c "dd if=$F of=/dev/null bs=321 count=1; exec 5<$F 6<$F 7<$F; dd if=$F of=/dev/null bs=321 count=1" 2>/dev/null
is "a per-CPU pointer in a struct that a member leads to is followed" \
	"$(args open | sed 's/held=\([^ ]*\) .*/\1/' | awk '{ held[NR] = $1 } END { print NR, held[2] - held[1] }')" "2 3"
is "the struct is that of the mount" "$(args open | sed 's/.* name=\([^ ]*\) .*/\1/' | sort -u)" '"probe_casts"'
undefine

# ---- all kinds of probes
cpu='cpu=\0'
! lists_data || cpu='cpu=(rq)this_cpu_ptr(@runqueues)->cpu'
define "p:my/p vfs_read $cpu name=(file)file->f_path.dentry->d_name.name:string"
define "r:my/r vfs_read $cpu name=(file)file->f_path.dentry->d_name.name:string"
define "f:my/f vfs_read $cpu name=(file)file->f_path.dentry->d_name.name:string"
define "f:my/fr vfs_read%return $cpu name=(file)file->f_path.dentry->d_name.name:string"
define "t:my/t sched_process_exit $cpu name=(task_struct)p->comm:string pid=(task_struct)\$arg1->pid"
define "e:my/e workqueue.workqueue_execute_start $cpu f=\$function:x64 same=(work_struct)work->func:x64 back=(work_struct)(\$work)->func:x64"
[ ! -e /sys/bus/event_source/devices ] || define "c:my/c cpu-clock period=1000000 $cpu pid=\$current->pid"
for event in p r f fr; do
	[ ! -e $E/$event ] || only $event 'name == "data"'
done
for event in t e c; do
	[ ! -e $E/$event ] || echo 1 >$E/$event/enable
done
for cpu in 0 1 0 1; do
	on $cpu dd if=$F of=/dev/null bs=321 count=1 2>/dev/null
done
check "works are executed" within 20 eval "sync; args e | grep -q ."
echo 0 >$E/enable
for event in p r f fr; do
	if [ ! -e $E/$event ]; then
		skip "a file's name is found in $event: there are no such probes"
		continue
	fi
	is "a file's name is found in $event" "$(args $event | sed 's/.*name=//' | sort -u)" '"data"'
done
is "a task's name is found in t" "$(args t | grep -c 'name="dd"')" 4
is "a work's function is found in e" \
	"$(args e | awk '{ sub(/.*=/, "", $2); sub(/.*=/, "", $3); sub(/.*=/, "", $4); print ($2 == $3) ($3 == $4) }' | sort -u)" 11
for event in p r f fr t e c; do
	[ -e $E/$event ] && lists_data || continue
	is "the CPU is that of the hit in $event" \
		"$(sed -n "s/^.* \[\([0-9]*\)\] .* $event: .*cpu=\([0-9]*\) .*/\1 \2/p" $H/trace |
			awk '{ n++; wrong += $1 + 0 != $2 } END { print (n > 0), wrong + 0 }')" "1 0"
done
undefine

# ---- values that lead nowhere
define 'p:my/none vfs_read a=this_cpu_ptr(\0) b=this_cpu_read(\0) c=(file)\0->f_mode d=(inode,i_sb)\8->i_sb' \
	'e=this_cpu_read(\0x7000000000000000) f=(dentry)(\-4096)->d_name.name:string g=(file)$current->f_path.dentry->d_iname:string count'
only none 'count == 321'
read_file
is "what cannot be read is 0 or no string" "$(args none | sed 's/ g=.*//')" 'a=0x0 b=0x0 c=0 d=0x0 e=0x0 f=(fault)'
undefine

# ---- histograms and filters
histogram() {
	define 'p:my/hist vfs_read name=(dentry)((file)file->f_path.dentry)->d_name.name:string count cpu=(rq)this_cpu_ptr(@runqueues)->cpu'
	echo 'hist:keys=name,cpu:vals=count if name == "data"' >$E/hist/trigger
	for cpu in 1 0 1; do
		on $cpu dd if=$F of=/dev/null bs=250 count=2 2>/dev/null
	done
	is "a histogram has a cast and a per-CPU variable as keys" "$(grep '^{' $E/hist/hist | tr -s ' ' | sed 's/ ,/,/')" \
		"$(printf '%s\n' '{ name: data, cpu: 0 } hitcount: 2 count: 500' '{ name: data, cpu: 1 } hitcount: 4 count: 1000')"
	echo '!hist:keys=name,cpu' >$E/hist/trigger
	undefine
}
if lists_data; then histogram; else skip "a histogram has a per-CPU variable as key: this kernel lists no data"; fi

# ---- what the kernel's selftests define
n=0
for probe in f p; do
	for args in 'vfs_read name=(file)file->f_path.dentry->d_name.name:string' \
		'vfs_read name=(file)(file)->f_path.dentry->d_name.name:string' \
		'vfs_read name=(dentry)((file)file->f_path.dentry)->d_name.name:string' \
		'vfs_read name=(file,f_path)file->f_mode' 'vfs_read pid=$current->pid' \
		'vfs_read pid=(task_struct)$current->pid' 'vfs_read pid=(task_struct,group_leader)$current->pid' \
		'vfs_read name=(mount,mnt)file->mnt_devname:string count=this_cpu_read((mount,mnt)file->mnt_pcp)' \
		'vfs_read ptr=this_cpu_ptr((mount,mnt)file->mnt_pcp)'; do
		n=$((n + 1))
		check "$probe: $args" define "$probe:my/self$n $args"
	done
done
check "f: a cast of \$retval" define 'f:my/self vfs_read%return name=(file)$retval->f_path.dentry->d_name.name:string'
check "r: a cast of \$retval" define 'r:my/self_r vfs_read name=(file)$retval->f_path.dentry->d_name.name:string'
is "all of them are in dynamic_events" "$(grep -c ':my/self' $H/dynamic_events)" $((n + 2))
undefine

# ---- errors
refuses 'p:my/a vfs_read (file)file^' "$invalid" "Typecast requires a field access"
refuses 'p:my/a vfs_read (file)(file)^.f_mode' "$invalid" "Typecast requires a field access"
refuses 'p:my/a vfs_read (file)+0(file)^' "$invalid" "Typecast requires a field access"
refuses 'p:my/a vfs_read x=(file)this_cpu_ptr(file)^' "$invalid" "Typecast requires a field access"
refuses 'f:my/a vfs_read (dentry)(file)^file->f_mode' "$invalid" "Typecast requires a field access"
refuses 'e:my/a sched.sched_switch (task_struct)(next_pid)^' "$invalid" "Typecast requires a field access"
refuses 'p:my/a vfs_read (file^' "$invalid" "Dereference brace is not closed"
refuses 'p:my/a vfs_read (file)^(file->f_mode' "$invalid" "Dereference brace is not closed"
refuses 'p:my/a vfs_read (file)+0(file^' "$invalid" "Dereference brace is not closed"
refuses 'p:my/a vfs_read this_cpu_read(file^' "$invalid" "Dereference brace is not closed"
refuses 'p:my/a vfs_read (file)^+0->f_mode' "$invalid" "Dereference needs a brace"
refuses 'p:my/a vfs_read (file)^@jiffies+8->f_mode' "$invalid" "@SYM+/-OFFSET with typecast needs parentheses"
refuses 'p:my/a vfs_read (^no_such)file->f_mode' "$invalid" "This is not a pointer to union/structure."
refuses 'p:my/a vfs_read (file)(^file->f_mode)->f_mode' "$invalid" "This is not a pointer to union/structure."
refuses 'p:my/a vfs_read (file,^none)file->f_mode' "$missing" "This field is not found."
refuses 'p:my/a vfs_read (file,f_path.^none)file->f_mode' "$missing" "This field is not found."
refuses 'p:my/a vfs_read (file)file->^none' "$missing" "This field is not found."
refuses 'p:my/a vfs_read (file)file->f_path.dentry->^none' "$missing" "This field is not found."
refuses 'p:my/a vfs_read $current->^none' "$missing" "This field is not found."
refuses 'p:my/a vfs_read (file,f_path.dentry^->d_inode)file->f_mode' "$invalid" \
	"Typecast field option does not support -> operator"
refuses 'p:my/a vfs_read (task_struct,^sched_contributes_to_load)file->pid' "$invalid" "Typecast field option is not byte-aligned"
refuses 'p:my/a vfs_read (file)^none->f_mode' "$missing" "This variable is not found at this probe point"
refuses 't:my/a sched_switch x=(task_struct)^none->pid' "$missing" "This variable is not found at this probe point"
refuses 'e:my/a sched.sched_switch (task_struct)^none->pid' "$invalid" "Attached event does not have this field"
refuses 'p:my/a vfs_read x=(file)^$comm->f_mode' "$invalid" '$comm can not be dereferenced'
refuses 'p:my/a vfs_read $current^-pid' "$invalid" "Failed to parse single hyphen. Forgot '>'?"
refuses 'p:my/a vfs_read this_cpu_read(^none)' "$missing" "This variable is not found at this probe point"
refuses 'p:my/a vfs_read this_cpu_ptr(^$comm)' "$invalid" '$comm can not be dereferenced'
refuses 'e:my/a sched.sched_switch x=(file)^$comm->f_mode' "$invalid" '$comm can not be dereferenced'
refuses 'e:my/a sched.sched_switch x=this_cpu_ptr(^$comm)' "$invalid" '$comm can not be dereferenced'
refuses 'p:my/a vfs_read this_cpu_read(^file->f_mode)' "$invalid" "This is not a pointer to union/structure."
refuses 'p:my/a vfs_read this_cpu_ptr(file)^->f_mode' "$invalid" "Invalid fetch argument"
refuses 'p:my/a vfs_read x=this_cpu_ptr(file):^string' "$invalid" "String accepts only memory argument"
refuses 'p:my/a vfs_read x=this_cpu_ptr(file):^u8[4]' "$invalid" "String accepts only memory argument"
refuses 'p:my/a vfs_read this_cpu_read(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@a))))))))))))' "$invalid" \
	"Dereference is too much nested"
fails "a per-CPU variable that does not exist is refused" define 'p:my/a vfs_read this_cpu_read(@no_such_variable)'
if [ -e $H/uprobe_events ]; then
	refuses "p:my/a /bin/busybox:0x1000 ^this_cpu_read(%di)" "$invalid" "Per-cpu variable access is only for kernel probes" \
		2>/dev/null
	refuses "p:my/a /bin/busybox:0x1000 ^(file)%di->f_mode" "Operation not supported" "BTF is not available or not supported"
else
	skip "programs have no kernel's variables: there are no uprobes"
fi
is "a refused definition leaves no event" "$(cat $H/dynamic_events)$(ls $E 2>/dev/null)" ""

# ---- hidden addresses
hints() { dmesg | grep -c 'hides the addresses of its functions'; }
if grep -q '^0* . fixed_percpu_data$' /proc/kallsyms; then
	fails "a variable at address 0 is refused" define 'p:my/a vfs_read x=this_cpu_read(@fixed_percpu_data+40)'
	is "the log does not call it hidden" "$(hints)" 0
fi
if lists_data; then
	restricted=$(cat /proc/sys/kernel/kptr_restrict)
	echo 2 >/proc/sys/kernel/kptr_restrict
	fails "a variable whose address is hidden is refused" define 'p:my/a vfs_read x=this_cpu_read(@runqueues)'
	is "the log says how to show addresses" "$(hints)" 1
	echo $restricted >/proc/sys/kernel/kptr_restrict
fi

# ---- a variable of a module
define_module() {
	define 'p:my/mod vfs_read value=this_cpu_read(@called_cpu):u32 cpu=(rq)this_cpu_ptr(@runqueues)->cpu count' \
		'after=this_cpu_ptr(@called_cpu+8)'
}
read_both() {
	echo >$H/trace
	for cpu in 0 1; do
		on $cpu dd if=$F of=/dev/null bs=321 count=1 2>/dev/null
	done
	args mod | sed 's/=0xf[0-9a-f]*$/=there/' | tr -d '\n'
}
insmod /tests/kmod/histrig_called.ko
if define_module 2>/dev/null; then
	only mod 'count == 321'
	is "a per-CPU variable of a module is read" "$(read_both)" "value=1000 cpu=0 count=321 after=therevalue=1001 cpu=1 count=321 after=there"
	if [ -z "$keeps_modules" ]; then
		rmmod histrig_called
		is "it is 0 without the module" "$(read_both)" "value=0 cpu=0 count=321 after=0x0value=0 cpu=1 count=321 after=0x0"
		insmod /tests/kmod/histrig_called.ko
		is "it is read again with the module" "$(read_both)" "value=1000 cpu=0 count=321 after=therevalue=1001 cpu=1 count=321 after=there"
	fi
	undefine
else
	skip "a per-CPU variable of a module is read: this kernel lists no data"
fi
rmmod histrig_called 2>/dev/null
umount /tmp/probe_casts
rmdir /tmp/probe_casts
