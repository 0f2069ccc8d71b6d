# SPDX-License-Identifier: GPL-2.0
# User stacks of Debian's programs, which have no frame pointers, are those that libdw finds.
# guest: smp=2 timeout=300 mem=1G bring=bash,perl-base,sqlite3
. /tests/guest/lib.sh
quick_rcu
PATH=$PATH:/tests/bin:/usr/bin:/usr/local/bin

W=$H/events/sched/sched_switch
[ "$(uname -m)" != aarch64 ] || skip_all "libdw of Debian 12 loses stacks of functions without frames there"
[ -d $W ] || skip_all "this kernel has no event sched_switch"
case $(uname -r) in *-rt-*) skip_all "hits of the scheduler do not walk user stacks on real-time kernels" ;; esac

# flat FILE: print each stack of a histogram in one line, as often as it was counted.
flat() {
	awk '/^[{] common_ustacktrace:/ { stack = ""; next }
		/^[}] hitcount:/ { for (n = $3; n > 0; n--) print stack; next }
		/^ +[^ ]/ { sub(/^ +/, ""); stack = stack (stack == "" ? "" : " ") $0 }' $1
}

# walk NAME COUNT DEPTH COMMAND...: stop a program COUNT times, and compare its stacks.
walk() {
	local name=$1 count=$2 depth=$3 pid
	shift 3
	"$@" >/tmp/output 2>&1 &
	pid=$!
	sleep 0.5
	kill -0 $pid || cat /tmp/output
	histrig hist:keys=common_ustacktrace sched/sched_switch 1s 1 >/tmp/tool 2>&1 || cat /tmp/tool
	echo "hist:keys=common_ustacktrace.depth=$depth:size=16384 if prev_pid == $pid && prev_state & 8" >$W/trigger
	walked $pid $count $depth >/tmp/wanted.raw
	flat $W/hist >/tmp/got.raw
	echo "# $name: $(sed -n 's/^ *Dropped: //p' $W/hist) dropped"
	true >$W/trigger
	kill -9 $pid
	wait $pid 2>/dev/null
	sort /tmp/wanted.raw >/tmp/wanted
	sort /tmp/got.raw >/tmp/got
	check "$name was stopped" [ $(grep -c . /tmp/wanted) -ge $count ]
	is "each stop of $name was counted" "$(grep -c . /tmp/got)" "$(grep -c . /tmp/wanted)"
	check "libdw finds whole stacks of $name" [ $(grep -c lost /tmp/wanted) -lt $((count / 100 + 1)) ]
	echo "# $name: $(uniq /tmp/wanted | wc -l) different stacks, of $(awk '{ n += NF } END { print int(n / NR) }' /tmp/wanted) frames"
	is "stacks of $name are those that libdw finds" "$(diff /tmp/wanted /tmp/got | grep '^[+-][^+-]' | head -n 6)" ""
}

walk bash 2000 127 bash -c 'f() { local i; if [ $1 -gt 0 ]; then f $(($1 - 1)); else for i in 1 2 3; do :; done; fi; }
	while :; do f 2; x=$(echo $RANDOM | tr 1 2); y=${x//1/2}; done'
walk perl 2000 31 perl -e 'sub f { my ($n) = @_; return $n < 2 ? 1 : f($n - 1) + f($n - 2) }
	while (1) { f(9); my @a = sort { $a <=> $b } map { rand } 1 .. 50; my %h = map { $_ => 1 } @a;
	my $s = join ",", @a; $s =~ s/([0-9]+)\.([0-9]+)/$2.$1/g; my $p = sprintf "%.3f", $s; }'
walk sqlite3 2000 5 sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100000000)
	SELECT count(*) FROM (SELECT printf("%d", x % 1000) AS t, sum(x) FROM c GROUP BY t ORDER BY t DESC)'
