# SPDX-License-Identifier: GPL-2.0
# Compares user stacks of programs with those that libdw finds, for tests/unwind_compare.sh, which sets
# $count and $programs.
. /tests/guest/lib.sh
. /tests/guest/parts/walked.sh
quick_rcu
# The kernel's thread that makes huge pages changes mappings of the compiler, whose stack is empty then.
echo never >/sys/kernel/mm/transparent_hugepage/enabled

run_bash() {
	exec bash -c 'f() { local i; if [ $1 -gt 0 ]; then f $(($1 - 1)); else for i in 1 2 3; do :; done; fi; }
		while :; do f 2; x=$RANDOM$RANDOM; y=${x//1/2}; declare -A m=([a]=1); printf -v z "%05d" 7
		read -r q <<<"$z"; [[ $q =~ 0+(.) ]]; done'
}

run_perl() {
	exec perl -e 'sub f { my ($n) = @_; return $n < 2 ? 1 : f($n - 1) + f($n - 2) }
		while (1) { f(9); my @a = sort { $a <=> $b } map { rand } 1 .. 50; my %h = map { $_ => 1 } @a;
		my $s = join ",", @a; $s =~ s/([0-9]+)\.([0-9]+)/$2.$1/g; my $p = sprintf "%.3f", $s;
		eval { die { x => 1 } }; my @t = localtime(time); my $u = pack "N*", @t; open(my $f, "<", "/proc/self/stat"); <$f>; }'
}

run_sqlite3() {
	exec sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100000000)
		SELECT count(*) FROM (SELECT printf("%d", x % 1000) AS t, sum(x) FROM c GROUP BY t ORDER BY t DESC)'
}

run_python3() {
	exec python3 -c '
import json, re, math, random, struct, collections
def f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)
class A:
    def __init__(self, x): self.x = x
    def __lt__(self, other): return self.x < other.x
    def __repr__(self): return "<%r>" % (self.x,)
while True:
    f(8)
    a = sorted(A(random.random()) for i in range(30))
    s = json.dumps({"k": [repr(x) for x in a], "n": None, "l": list(map(lambda x: x.x, a))})
    d = json.loads(s)
    t = re.sub(r"([0-9]+)\.([0-9]+)", lambda m: m.group(2), s)
    try: struct.unpack("<I", b"abc")
    except struct.error: pass
    with open("/proc/self/stat") as g: c = collections.Counter(g.read())
    exec(compile("y = [i * %d for i in range(9)]" % len(t), "x", "exec"))
    10 ** 300 // 7 ** 99
'
}

run_openssl() {
	exec openssl speed -seconds 100000 -evp aes-256-gcm
}

run_cc1() {
	exec cc1 -quiet -w -O2 /many.i -o /dev/null
}

for program in $programs; do
	run_$program >/tmp/output 2>&1 &
	pid=$!
	sleep 3
	kill -0 $pid || cat /tmp/output
	stops $program $count 127 $pid
	kill -9 $pid
	wait $pid 2>/dev/null
	tally $program
done
