#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Runs as root at each start of a Debian system that has the packages installed. The
# first time, checks that everything is off, uses it, and enables what must work
# after the next start. The second time, checks that this works, purges the
# packages, and looks for files that are left. Prints KTAP; the plan is the last
# line of the second start.
H=/sys/kernel/debug/histrig
TREE=/sys/kernel/histrig
PROM=/var/lib/prometheus/node-exporter/histrig.prom
NUMBER=/root/number
n=$(cat $NUMBER 2>/dev/null) || n=0

check() { # NAME COMMAND...
	local name=$1
	shift
	n=$((n + 1))
	if "$@" >/tmp/log 2>&1; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		tail -n 15 /tmp/log | sed 's/^/# /'
	fi
}
# Shows the output of the last command.
show() { grep -v 'Reading database' /tmp/log | sed 's/^/# /'; }
not() { ! "$@"; }
within() { # SECONDS COMMAND...
	local end=$((SECONDS + $1))
	shift
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.5
	done
}
same() { [ "$1" = "$2" ] || { echo "$1, not $2"; return 1; }; }
loaded() { grep -q '^histrig ' /proc/modules; }
mounted() { grep -q " $TREE histrig " /proc/mounts && [ -e $TREE/README ]; }
is_disabled() { same "$(systemctl is-enabled "$1")" disabled && same "$(systemctl is-active "$1")" inactive; }
has_metrics() { [ -e $PROM ] && grep -q '^histrig_runqlat_.*_bucket.*} [1-9]' $PROM; }
instances() { ls $TREE/instances; }
# Selects messages by tag, because the journal loses the unit of a process that exits
# too early.
modules_load_has_seen() {
	journalctl -b -t systemd-modules-load --no-pager | tee -a /dev/stderr | grep -E "(Inserted m|M)odule '$1'"
}
# The kernel's log may only contain messages that loading a foreign module causes.
log_is_clean() {
	not eval "dmesg | grep -E '\\bBUG\\b|\\bWARNING\\b|\\bOops\\b|Call Trace|detected stall|detected .*stalls|soft lockup|hard LOCKUP|use-after-free'"
}
service_pid() { systemctl show -P MainPID histrig-export.service; }
restarts() { systemctl show -P NRestarts histrig-export.service; }
has_restarted() { [ "$(restarts)" -gt "$1" ]; } # NUMBER: more often than that
# in_service FILE...: print the files that can be written where the service runs.
in_service() {
	# shellcheck disable=SC2016
	nsenter -m -t "$(service_pid)" sh -c 'for file; do touch "$file" 2>/dev/null && echo "$file"; done' sh "$@"
	rm -f "$@" 2>/dev/null
}
failed_units() { systemctl --failed --plain --no-legend | awk '{ print $1 }'; }

# fetch FILE: save what the node exporter reports to Prometheus.
fetch() { /usr/lib/apt/apt-helper -o Acquire::Retries=3 download-file http://127.0.0.1:9100/metrics "$1"; }
scraped() { rm -f /tmp/metrics; fetch /tmp/metrics && grep "$@" /tmp/metrics; }

# always_whole FILE COUNT: read the file until COUNT versions of it were seen. Each
# must be present and have its last line.
always_whole() {
	local versions=0 old='' end=$((SECONDS + 300))
	while [ $versions -lt "$2" ] && [ $SECONDS -lt $end ]; do
		exec 5<"$1" || return 1
		new=$(stat -L -c %i:%y /dev/fd/5)
		[ "$(tail -n 1 <&5)" = '# EOF' ] || { echo "$new has no end"; return 1; }
		exec 5<&-
		[ "$new" = "$old" ] || versions=$((versions + 1))
		old=$new
	done
	same $versions "$2"
}

# completions WORD...: print what bash offers for the last word of a command line.
completions() {
	bash -c '. /usr/share/bash-completion/bash_completion
		_completion_loader histrig
		complete -p histrig >&2 || exit 1
		COMP_WORDS=(histrig "$@") COMP_CWORD=$# COMP_LINE="histrig $*"
		COMP_POINT=${#COMP_LINE} COMP_TYPE=9
		_histrig
		printf "%s\n" "${COMPREPLY[@]}"' completions "$@"
}
offers() { # WANTED WORD...
	completions "${@:2}" >/tmp/offered
	cat /tmp/offered
	grep -qx -e "$1" /tmp/offered
}

# man does not cache pages of a width other than the terminal's.
manual_pages() {
	local page file
	for page in 'histrig 4 tracefs' 'histrig-recipes 5 synthetic' 'histrig 8 openmetrics'; do
		set -- $page
		check "man finds the manual page $1($2)" same "$(man -w "$2" "$1")" "/usr/share/man/man$2/$1.$2.gz"
		file=/tmp/$1.$2
		zcat "/usr/share/man/man$2/$1.$2.gz" >"$file"
		check "man shows the manual page $1($2)" grep -i "$3" <(MANWIDTH=100 man -P cat "$2" "$1" | col -b)
		check "mandoc finds nothing wrong with $1($2)" mandoc -T lint -W warning "$file"
		check "groff finds nothing wrong with $1($2)" same "$(groff -man -Tutf8 -z -ww "$file" 2>&1)" ""
	done
}

completion_files() {
	check "bash offers recipes" offers runqlat runq
	check "bash offers commands" offers doctor "do"
	check "bash offers the arguments of a recipe" offers comm= runqlat ''
	check "bash offers options of export" offers --openmetrics export --o
	check "zsh takes the completion file" zsh -fc 'autoload -Uz compinit && compinit -u -D &&
		[ "$_comps[histrig]" = _histrig ] && autoload -U +X _histrig && which _histrig'
}

# ---- as installed

as_installed() {
	check "both packages are installed" same \
		"$(dpkg-query -W -f '${db:Status-Status} ' histrig histrig-dkms)" "installed installed "
	check "no file of the packages has changed" same "$(dpkg --verify histrig; dpkg --verify histrig-dkms)" ""
	check "the module is not loaded when the machine starts" not loaded
	for unit in sys-kernel-histrig.mount histrig-export.service histrig-record@runqlat.timer; do
		check "$unit is off" is_disabled $unit
	done
	# This makes man print the pages that units name; see manual_pages for the
	# width.
	check "systemd finds nothing wrong with the units" same \
		"$(MANWIDTH=100 systemd-analyze verify histrig-export.service histrig-record@runqlat.timer 2>&1 | grep -i histrig)" ""
	check "modules-load.d names no module" not grep -v '^#' /etc/modules-load.d/histrig.conf
	check "no unit has failed at the start" same "$(failed_units)" ""
	check "DKMS has built the module for this kernel" grep "$(uname -r).*installed" <(dkms status histrig 2>/dev/null)
	manual_pages
	completion_files
}

# ---- the main job

main_job() {
	check "modprobe loads the module" modprobe histrig
	check "the tree is mounted by itself in debugfs" [ -e $H/README ]
	trigger='hist:keys=id.syscall if comm == "ls"'
	check "a trigger can be written" eval "echo '$trigger' >$H/events/raw_syscalls/sys_enter/trigger"
	ls -R /usr/lib >/dev/null
	check "a histogram counts system calls" grep '^{ id: sys_getdents64 .* hitcount: *[1-9]' $H/events/raw_syscalls/sys_enter/hist
	show
	check "a trigger can be removed" eval "echo '!$trigger' >>$H/events/raw_syscalls/sys_enter/trigger"
	check "a trigger that was removed leaves no histogram" same "$(grep '^{' $H/events/raw_syscalls/sys_enter/hist)" ""
	check "bash offers events while the module is loaded" offers sched/sched_switch list sched/sched_sw
	check "histrig doctor finds nothing wrong" histrig doctor
	show
	check "histrig doctor names no fault" same "$(histrig doctor | grep FAULT)" ""
	check "histrig runqlat 1 1 answers" eval 'histrig runqlat 1 1 >/tmp/answer'
	sed 's/^/# /' /tmp/answer
	check "the answer has ranges of microseconds and hits" grep -E '^[0-9]+ -> [0-9]+ +[1-9][0-9]* +[|].*[|]$' /tmp/answer
	check "histrig leaves no instance" same "$(ls $H/instances)" ""
	umount $H
	check "the module can be unloaded" modprobe -r histrig
	check "histrig loads the module that it needs" histrig syscount 1 1
	check "the module is loaded again" loaded
	check "histrig lists recipes" grep '^runqlat ' <(histrig list)
	check "histrig flame draws a picture" grep -o '<title>schedule' \
		<(histrig flame 'hist:keys=common_stacktrace' sched/sched_switch 1)
	within 60 modprobe -r histrig
}

# ---- units, turned on and used

mount_unit() {
	check "the mount unit can be turned on" systemctl enable --now sys-kernel-histrig.mount
	check "the mount unit mounts the tree" mounted
	check "the mount unit can be stopped" systemctl stop sys-kernel-histrig.mount
	check "a mount unit that was stopped leaves no mount" not mounted
	within 60 modprobe -r histrig
	sed -i 's/^#histrig$/histrig/' /etc/modules-load.d/histrig.conf
	check "modules-load.d loads the module when its line is turned on" systemctl restart systemd-modules-load.service
	check "the module is loaded by modules-load.d" loaded
	# At the next start, the mount unit may be started first. modules-load.d
	# reports that the module is loaded already only if it is verbose.
	mkdir -p /etc/systemd/system/systemd-modules-load.service.d
	printf '[Service]\nEnvironment=SYSTEMD_LOG_LEVEL=debug\n' \
		>/etc/systemd/system/systemd-modules-load.service.d/debug.conf
}

export_service() {
	printf 'runqlat\nsyscount\n' >>/etc/histrig/export.list
	echo INTERVAL=1s >/etc/default/histrig
	mv "${PROM%/*}" "${PROM%/*}.away"
	check "the service that exports metrics can be turned on" systemctl enable --now histrig-export.service
	check "the service is started again while its folder is missing" within 180 has_restarted 0
	mv "${PROM%/*}.away" "${PROM%/*}"
	check "the service writes metrics" within 180 has_metrics
	check "the service exports each recipe of its list" grep '^histrig_syscount_' $PROM
	check "a reader finds whole metrics at any time" always_whole $PROM 5
	check "the node exporter passes on the metrics" within 60 scraped '^histrig_runqlat_.*_bucket.*} [1-9]'
	check "the node exporter finds nothing wrong with the metrics" scraped '^node_textfile_scrape_error 0'
	dpkg -i /root/histrig_*.deb >/tmp/upgrade 2>&1
	check "the service is running after an upgrade" within 60 systemctl -q is-active histrig-export.service
	check "the service writes metrics after an upgrade" within 180 has_metrics
	check "an upgrade leaves the list of recipes as it was" grep '^runqlat$' /etc/histrig/export.list
	check "the service may write nothing but its metrics" same "$(in_service /etc/histrig.other $PROM.other)" "$PROM.other"
	check "the service sees no disk" not nsenter -m -t "$(service_pid)" test -e /dev/vda
	before=$(restarts)
	systemctl kill histrig-export.service
	check "the service is started again if others end it" within 180 has_restarted "$before"
	check "the service writes metrics after it was ended" within 180 has_metrics
	check "the service can be stopped" systemctl stop histrig-export.service
	check "metrics that nobody updates are removed" not [ -e $PROM ]
	systemctl start sys-kernel-histrig.mount
	check "a service that was stopped leaves nothing in the tree" same "$(instances)" ""
}

record_timer() {
	printf 'INTERVAL=500ms\nCOUNT=4\n' >/etc/default/histrig-record
	check "a picture is recorded" systemctl start histrig-record@runqlat.service
	check "the picture is a heat map" grep -qE '<rect class="c"' /var/lib/histrig/runqlat.svg
	rm -f /var/lib/histrig/runqlat.svg
	# The timer's period of an hour is too long for a test.
	mkdir -p /run/systemd/system/histrig-record@.timer.d
	printf '[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nRandomizedDelaySec=0\nAccuracySec=1s\n' \
		>/run/systemd/system/histrig-record@.timer.d/soon.conf
	systemctl daemon-reload
	check "the timer of a recipe can be turned on" systemctl enable --now histrig-record@runqlat.timer
	check "the timer records a picture" within 180 [ -s /var/lib/histrig/runqlat.svg ]
}

# ---- after the next start

started_again() {
	check "the mount unit mounts the tree when the machine starts" mounted
	check "modules-load.d loads the module when the machine starts" modules_load_has_seen histrig
	check "the service exports metrics when the machine starts" within 180 has_metrics
	check "the timer waits when the machine starts" systemctl -q is-active histrig-record@runqlat.timer
	check "no unit has failed at the second start" same "$(failed_units)" ""
	check "histrig doctor finds nothing wrong beside the service" histrig doctor
	check "the service is running after histrig doctor" systemctl -q is-active histrig-export.service
}

# ---- purge

purge() {
	check "the kernel's log is clean before the purge" log_is_clean
	rm -f /etc/default/histrig /etc/default/histrig-record
	check "the packages can be purged while they are used" \
		env DEBIAN_FRONTEND=noninteractive apt-get -q -y purge histrig histrig-dkms
	show
	check "no process of the tool is left after the purge" not pgrep -x histrig
	check "the module is unloaded" not loaded
	check "the tree is not mounted" not grep histrig /proc/mounts
	check "DKMS has forgotten the module" same "$(dkms status 2>/dev/null | grep histrig)" ""
	check "no kernel has the module" same "$(find /lib/modules -name 'histrig*'; grep -r histrig /lib/modules/*/modules.dep)" ""
	check "modprobe does not find the module" not modprobe -n histrig
	systemctl daemon-reload
	check "no unit is left after the purge" same "$(systemctl list-units --all --plain --no-legend '*histrig*'
		systemctl list-unit-files --no-legend '*histrig*')" ""
	check "dpkg knows nothing of the packages" not dpkg-query -W histrig histrig-dkms
	# Files of the test itself, and those that apt keeps for any package.
	left=$(find / -xdev \( -path /proc -o -path /sys -o -path /root -o -path /tmp -o -path /var/cache/apt \) \
		-prune -o -iname '*histrig*' -print)
	check "no file is left after the purge" same "$left" ""
	check "no unit has failed at the end" same "$(failed_units)" ""
	check "the kernel's log is clean after the purge" log_is_clean
}

if [ $n = 0 ]; then
	echo "KTAP version 1"
	as_installed
	main_job
	mount_unit
	export_service
	record_timer
	check "the kernel's log is clean after the first start" log_is_clean
	echo $n >$NUMBER
else
	started_again
	purge
	echo "1..$n"
fi
