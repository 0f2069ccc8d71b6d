# SPDX-License-Identifier: GPL-2.0
# User stacks of Debian's programs, which have no frame pointers, are those that libdw finds, and go
# through functions that are bound late.
# guest: smp=2 timeout=300 mem=1G bring=bash,perl-base,sqlite3
. /tests/guest/lib.sh
. /tests/guest/parts/walked.sh
quick_rcu

[ "$(uname -m)" != aarch64 ] || skip_all "libdw of Debian 12 loses stacks of functions without frames there"
[ -d $switches ] || skip_all "this kernel has no event sched_switch"
case $(uname -r) in *-rt-*) skip_all "hits of the scheduler do not walk user stacks on real-time kernels" ;; esac

walk bash 2000 127 bash -c 'f() { local i; if [ $1 -gt 0 ]; then f $(($1 - 1)); else for i in 1 2 3; do :; done; fi; }
	while :; do f 2; x=$(echo $RANDOM | tr 1 2); y=${x//1/2}; done'
walk perl 2000 31 perl -e 'sub f { my ($n) = @_; return $n < 2 ? 1 : f($n - 1) + f($n - 2) }
	while (1) { f(9); my @a = sort { $a <=> $b } map { rand } 1 .. 50; my %h = map { $_ => 1 } @a;
	my $s = join ",", @a; $s =~ s/([0-9]+)\.([0-9]+)/$2.$1/g; my $p = sprintf "%.3f", $s; }'
walk sqlite3 2000 5 sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100000000)
	SELECT count(*) FROM (SELECT printf("%d", x % 1000) AS t, sum(x) FROM c GROUP BY t ORDER BY t DESC)'

# A file of code stays known when its process has unmapped it.
calls=$H/events/raw_syscalls/sys_enter
library=$(echo /usr/lib/*/perl-base/auto/List/Util/Util.so)
loads='DynaLoader::boot_DynaLoader("DynaLoader"); my $l = DynaLoader::dl_load_file($ARGV[0], 0);
	&{DynaLoader::dl_install_xsub("List::Util::boot", DynaLoader::dl_find_symbol($l, "boot_List__Util"))}("List::Util");
	&List::Util::first(sub { chdir "/" }, 1); '
perl -e "$loads"' sleep 100' $library &
loaded=$!
within 30 grep -q Util.so /proc/$loaded/maps
histrig hist:keys=common_ustacktrace sched/sched_switch 1s 1 >/tmp/tool 2>&1 || cat /tmp/tool
kill $loaded
wait $loaded 2>/dev/null
echo "hist:keys=common_ustacktrace.depth=127 if id == $CHDIR && common_comm == \"perl\"" >$calls/trigger
check "perl unmaps a library" perl -e "$loads"' DynaLoader::dl_unload_file($l);
	open(my $f, "<", "/proc/self/maps"); exit(grep({ /Util\.so/ } <$f>) > 0)' $library
flat $calls/hist >/tmp/unmapped
true >$calls/trigger
check "a stack goes through code that has been unmapped since" \
	grep -qE '/Util.so[^ ]* /usr/bin/perl.* /usr/bin/perl[^ ]*$' /tmp/unmapped

# The first call of a function of another file goes through the dynamic linker, which may call a
# function of that file to find out which variant the machine needs. Its code is not paged in yet.
F=$H/events/exceptions/page_fault_user
if [ -d $F ]; then
	echo 'hist:keys=common_ustacktrace.depth=127 if common_comm == "perl"' >$F/trigger
	perl -e 'my @now = localtime; my $s = join " ", sort map { sprintf "%03d", $_ } @now; print "$s\n"' >/dev/null
	flat $F/hist >/tmp/bound
	true >$F/trigger
	check "stacks go on from the dynamic linker to the program that calls a function for the first time" \
		grep -qE '/ld-linux[^ ]* /usr/bin/perl.* /usr/bin/perl[^ ]*$' /tmp/bound
fi
