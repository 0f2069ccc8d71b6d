# SPDX-License-Identifier: GPL-2.0
# Arguments of probes with BTF types: parameters by name, members, bit fields,
# strings, types of return values. Kernels before 6.6 do not have this in their own
# tree.
# guest: modules=-dummy timeout=120
. /tests/guest/lib.sh

F=/tmp/probe_btf.data
E=$H/events/my
define() { echo "$*" >>$H/kprobe_events; }
undefine() { echo 0 >$E/enable; true >$H/kprobe_events; echo >$H/trace; }
# args EVENT: print the arguments in an event's records, without the place.
args() { sed -n "s/^.* $1: ([^)]*) //p" $H/trace; }
# refused TEXT: print errno, column and message of the error of a definition.
refused() {
	echo >$H/error_log
	define "$*" 2>&1 | sed 's/.*: //'
	sed -n 's/^\[[^]]*\] trace_kprobe: error: //p; s/^\( *\)^$/\1/p' $H/error_log |
		sed 's/^ *$/&|/' | awk '/\|$/ { print length($0) - 12; next } { print }'
}
fields() { sed -n 's/^\tfield:\(.*\);\toffset.*;\tsize:\([0-9]*\);\t\(.*\);$/\1 \2 \3/p' $E/$1/format | grep -v " common_"; }

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	skip_all "this kernel has no BTF"
fi
dd if=/dev/zero of=$F bs=1000 count=1 2>/dev/null
inode=$(stat -c %i $F)
size=$(stat -c %s $F)

# ---- parameters and members
define 'p:my/rd vfs_read count at=pos:x64 name=file->f_path.dentry->d_name.name:string' \
	'ino=file->f_inode->i_ino size=file->f_inode->i_size:u64 mode=file->f_inode->i_mode:b4@12/16'
is "a definition shows arguments by name as they were written" "$(cat $H/kprobe_events)" \
	"p:my/rd vfs_read count=count at=pos:x64 name=file->f_path.dentry->d_name.name:string ino=file->f_inode->i_ino size=file->f_inode->i_size:u64 mode=file->f_inode->i_mode:b4@12/16"
is "fields have the types of parameters and members" "$(fields rd | sed 's/ *signed:/ /')" \
	"$(printf '%s\n' 'unsigned long __probe_ip 8 0' 'u64 count 8 0' 'u64 at 8 0' \
		'__data_loc char[] name 4 1' 'u64 ino 8 0' 'u64 size 8 0' 'u16 mode 2 0')"
echo 'name == "probe_btf.data"' >$E/rd/filter
echo 1 >$E/rd/enable
dd if=$F of=/dev/null bs=321 count=2 2>/dev/null
is "a read has its count, and its file's name, inode and size" \
	"$(args rd | sed 's/ at=0x[0-9a-f]*[1-9a-f][0-9a-f]* / /')" \
	"$(for i in 1 2; do echo "count=321 name=\"probe_btf.data\" ino=$inode size=$size mode=8"; done)"
undefine

# Before 6.9, the member is no enum, but a u8.
define 'p:my/hint vfs_read hint=file->f_inode->i_write_hint'
is "an enum of one byte is a u8" "$(fields hint | sed '1d; s/signed://')" "u8 hint 1 0"
undefine

# kuid_t and kgid_t are structs of four bytes, side by side.
chown 1234:1235 $F
define 'p:my/ids vfs_read uid=file->f_inode->i_uid gid=file->f_inode->i_gid count'
echo 'count == 322' >$E/ids/filter
echo 1 >$E/ids/enable
dd if=$F of=/dev/null bs=322 count=1 2>/dev/null
is "a struct of four bytes is shown without what follows it" "$(args ids)" "uid=0x4d2 gid=0x4d3 count=322"
undefine

# ---- return values, with parameters from the entry
define 'r:my/rr vfs_read ret=$retval:s64 count name=file->f_path.dentry->d_name.name:string'
echo 'name == "probe_btf.data"' >$E/rr/filter
echo 1 >$E/rr/enable
dd if=$F of=/dev/null bs=700 count=2 2>/dev/null
is "a return has the parameters that the function began with" "$(args rr)" \
	"$(printf 'ret=%s count=700 name="probe_btf.data"\n' 700 300)"
undefine
# In 7.2, the function has another name.
open=do_filp_open
! grep -q ' do_file_open$' /proc/kallsyms || open=do_file_open
define "r:my/open $open" 'name=$retval->f_path.dentry->d_name.name:string want=pathname->name:string'
echo 'name == "probe_btf.data"' >$E/open/filter
echo 1 >$E/open/enable
cat $F >/dev/null
is "a returned pointer leads to members" "$(args open | tail -n 1)" "name=\"probe_btf.data\" want=\"$F\""
undefine
define 'r:my/typed vfs_read $retval'
want='arg1=$retval u64'
grep -q '<argname>' $T/README && want='arg1=$retval s64'
is "\$retval has the type that it has on the kernel's own tree" \
	"$(sed 's/.* //' $H/kprobe_events) $(fields typed | sed -n '3s/ .*//p')" "$want"
undefine

# ---- all parameters; arrays, bit fields, strings that are parameters
define 'p:my/all vfs_read $arg*'
is "\$arg* stands for all parameters" "$(cat $H/kprobe_events)" \
	"p:my/all vfs_read file=file buf=buf count=count pos=pos"
undefine
define 'p:my/fork wake_up_new_task p->comm:string first=p->comm[0]:char second=p->comm[1]:char' \
	'exec=p->in_execve prio=p->prio name=p->real_parent->comm:string raw=p->comm:u8[3]'
is "arrays and bit fields have fields of their size" "$(fields fork | sed 's/ *signed:/ /; s/\[3*\] 3/ 3/; 1d' | tr '\n' ' ')" \
	"__data_loc char[] arg1 4 1 u8 first 1 0 u8 second 1 0 u32 exec 4 0 s32 prio 4 1 __data_loc char[] name 4 1 u8 raw 3 0 "
echo 1 >$E/fork/enable
(true)
echo 0 >$E/fork/enable
is "a new task has its name as text and as characters" "$(args fork | sed -n 1p)" \
	"arg1=\"sh\" first='s' second='h' exec=0 prio=120 name=\"sh\" raw={115,104,0}"
undefine
define 'p:my/path do_sys_openat2 filename:ustring how->flags:x32 dfd'
echo 1 >$E/path/enable
cat $F >/dev/null
is "a string of the user's is read by its parameter" \
	"$(args path | grep -c "^filename=\"$F\" arg2=0x[0-9a-f]* dfd=-100$")" 1
undefine

# ---- histograms of such fields
define 'p:my/rd vfs_read count name=file->f_path.dentry->d_name.name:string'
echo 'hist:keys=name:vals=count if name == "probe_btf.data"' >$E/rd/trigger
dd if=$F of=/dev/null bs=250 count=4 2>/dev/null
is "a histogram has a member as its key" "$(grep '^{' $E/rd/hist | tr -s ' ')" \
	'{ name: probe_btf.data } hitcount: 4 count: 1000'
true >$E/rd/trigger
undefine

# ---- errors
is "a parameter that does not exist is refused" "$(refused 'p vfs_read hoge')" \
	"$(printf 'No such file or directory\nThis variable is not found at this probe point\n11')"
is "a member that does not exist is refused" "$(refused 'p vfs_read file->f_path.foo' | sed 1d)" \
	"$(printf 'This field is not found.\n24')"
is "a member of what is no pointer is refused" "$(refused 'p vfs_read x=count->foo' | sed 1d)" \
	"$(printf 'This is not a pointer to union/structure.\n20')"
is "a string of what is none is refused" "$(refused 'p vfs_read file:string' | sed 1d)" \
	"$(printf 'This type does not fit for string.\n11')"
is "\$arg* twice is refused" "$(refused 'p vfs_read $arg* $arg*' | sed 1d)" \
	"$(printf '$arg* can be used only once in the parameters\n17')"
is "\$arg* within a function is refused" "$(refused 'p vfs_read+9 $arg*' | sed 1d)" \
	"$(printf '$arg* can be used only on function entry or exit\n13')"
is "a refused definition leaves no event" "$(cat $H/kprobe_events)" ""

# ---- functions of modules
# Test modules have BTF only if the kernel was built here.
define 'p:my/own ksys_fchown user' 2>/dev/null && insmod /tests/kmod/histrig_pair.ko
if [ -e $E/own -a ! -e /sys/kernel/btf/histrig_pair ]; then
	is "a module without BTF does not use the types of a kernel's function of that name" \
		"$(refused 'p histrig_pair:ksys_fchown user')" \
		"$(printf 'No such file or directory\nNo BTF entry for this probe point\n27')"
else
	skip "a module without BTF does not use the types of a kernel's function of that name: there is none"
fi
undefine 2>/dev/null
rmmod histrig_pair 2>/dev/null
if [ -e /sys/kernel/btf/dummy ]; then
	define 'p:my/named dummy:dummy_xmit skb->len dev->name:string'
	check "a module's function has parameters by name" grep -q 'field:u32 arg1;' $E/named/format
	define 'p:my/plain dummy_xmit dev->mtu'
	check "a module's function has parameters by name if the module is not named" grep -q 'field:u32 arg1;' $E/plain/format
	undefine
	rmmod dummy
	modprobe dummy 2>/dev/null || insmod $(find /lib/modules -name 'dummy.ko*' | head -n 1)
	define 'p:my/again dummy:dummy_xmit skb->len'
	check "a module that comes again has its types again" grep -q 'field:u32 arg1;' $E/again/format
	undefine
else
	skip "a module's function has parameters by name: dummy has no BTF"
fi
rm -f $F
