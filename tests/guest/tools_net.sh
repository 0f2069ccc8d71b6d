# SPDX-License-Identifier: GPL-2.0
# What well-known tracing tools do with events of the network, over loopback.
# guest: timeout=120 modules=-loop,-null_blk
. /tests/guest/lib.sh
. /tests/guest/parts/tools.sh
quick_rcu

# 127.0.0.1 in the form of .hex, lowest byte first
home=100007f

# ---- connections

# tcpconnect, tcpaccept
arm sock/inet_sock_set_state 'hist:keys=common_comm,daddr.hex,dport if oldstate == 7 && newstate == 2'
arm sock/inet_sock_set_state 'hist:keys=daddr.hex,sport if oldstate == 3 && newstate == 1'
$W t_tcp tcp 7101 6 1 100 0 >/dev/null
is "tcpconnect counts 6 connections to a port" \
	"$(total sock/inet_sock_set_state hitcount "common_comm: t_tcp , daddr: $home, dport: 7101 }")" 6
is "tcpaccept counts 6 connections of a port" \
	"$(total sock/inet_sock_set_state hitcount "\{ daddr: $home, sport: 7101 }")" 6
clean

# tcplife
synthetic 'life u16 sport; u16 dport; u64 us'
arm sock/inet_sock_set_state 'hist:keys=skaddr:b=common_timestamp.usecs if newstate == 1 || newstate == 2'
arm sock/inet_sock_set_state 'hist:keys=skaddr:us=common_timestamp.usecs-$b:onmatch(sock.inet_sock_set_state).life(sport,dport,$us) if newstate == 7'
arm synthetic/life 'hist:keys=dport:vals=us'
arm synthetic/life 'hist:keys=sport:vals=us'
$W t_tcp tcp 7102 3 1 100 100 >/dev/null
# The ends that close last do so a moment later.
closed() { [ "$(total synthetic/life hitcount "sport: 7102 }")" -ge 3 ]; }
within 5 closed
for end in dport sport; do
	is "tcplife counts 3 connections by $end" "$(total synthetic/life hitcount "$end: 7102 }")" 3
	least "tcplife adds up how long they live, by $end" "$(total synthetic/life us "$end: 7102 }")" 200000
done
clean

# tcplife with the received and acknowledged bytes. The peer's acknowledgements
# count the SYN and the FIN as one byte each.
dynamic 'e:tl sock.inet_sock_set_state sport=$sport dport=$dport st=$newstate rx=(tcp_sock)skaddr->bytes_received tx=(tcp_sock)skaddr->bytes_acked'
arm eprobes/tl 'hist:keys=dport,rx,tx if st == 7 && dport == 7103'
arm eprobes/tl 'hist:keys=sport,rx,tx if st == 7 && sport == 7103'
$W t_tcp tcp 7103 4 5 1000 0 >/dev/null
by_port() { [ "$(total eprobes/tl hitcount "$1: 7103, rx: 500[0-2], tx: 500[0-2] }")" = 4 ]; }
check "tcplife knows the bytes of connections to a port" within 5 by_port dport
check "tcplife knows the bytes of connections of a port" within 5 by_port sport
clean

# tcpconnlat, tcpretrans. The listener's queue has space for one connection, which
# is accepted later; so the second SYN is dropped, and sent again after a second.
synthetic 'life u16 sport; u16 dport; u64 us'
arm sock/inet_sock_set_state 'hist:keys=skaddr:b=common_timestamp.usecs if newstate == 2'
arm sock/inet_sock_set_state 'hist:keys=skaddr:us=common_timestamp.usecs-$b:onmatch(sock.inet_sock_set_state).life(sport,dport,$us) if oldstate == 2 && newstate == 1'
arm synthetic/life 'hist:keys=dport,us.log2'
arm tcp/tcp_retransmit_skb 'hist:keys=state,daddr.hex,dport:sort=hitcount.descending'
$W t_backlog backlog 7104
is "tcpconnlat counts 2 connections" "$(total synthetic/life hitcount 'dport: 7104,')" 2
least "tcpconnlat shows that one of them took a second" "$(powers synthetic/life us 20 'dport: 7104,')" 1
least "tcpretrans shows what was sent again" \
	"$(total tcp/tcp_retransmit_skb hitcount "state: 2, daddr: $home, dport: 7104 }")" 1
clean

# ---- packets

# tcpdrop, with UDP packets that nobody waits for. Numbers of reasons differ between
# kernels; those up to NOT_SPECIFIED are not reasons.
if grep -q 'field:.* reason;' $E/skb/kfree_skb/format; then
	# number NAME: print the number that has this name in the event's format
	number() { sed -n "s/.*{ \\([0-9]*\\), \"$1\" }.*/\\1/p" $E/skb/kfree_skb/format; }
	none=$(number NOT_SPECIFIED) closed=$(number NO_SOCKET)
	arm skb/kfree_skb "hist:keys=reason,location.sym if reason > $none"
	arm skb/kfree_skb "hist:keys=reason,common_comm if common_comm == \"t_udp\" && reason > $none"
	$W t_udp udp 9 25
	least "tcpdrop shows where packets are dropped, and why" "$(total skb/kfree_skb hitcount "\{ reason: $closed, location: .*udp")" 25
	is "tcpdrop counts the packets of a task" "$(rows skb/kfree_skb 't_udp ')" " { reason: $closed, common_comm: t_udp } hitcount: 25"
	clean
else
	skip "tcpdrop: this kernel gives no reason"
fi

# tcprtt. The event of the client's last segment has the round trip time that toolwork
# has printed just before.
arm tcp/tcp_probe 'hist:keys=dport,srtt.log2'
rtt=$($W t_tcp tcp 7105 1 10 500 0)
least "tcprtt counts at least the segments of 10 turns" "$(total tcp/tcp_probe hitcount 'dport: 7105,')" 10
least "tcprtt shows the round trip time that the socket has" \
	"$(total tcp/tcp_probe hitcount "dport: 7105, srtt: ~ 2\^$(log2 $rtt) }")" 1
clean

# tcptop
if has_event sock/sock_send_length "tcptop by tracepoint"; then
	arm sock/sock_send_length 'hist:keys=common_pid,common_comm:vals=ret:sort=ret.descending if ret > 0'
	$W t_tcp tcp 7106 1 8 3000 0 >/dev/null
	is "tcptop adds up what a task sends" "$(total sock/sock_send_length ret 't_tcp ')" 48000
	clean
fi
dynamic 'p:tcp/rx tcp_cleanup_rbuf n=$arg2:s32'
arm tcp/rx 'hist:keys=common_comm:vals=n:sort=n.descending'
$W t_tcp tcp 7107 2 4 1500 0 >/dev/null
is "tcptop adds up what a task receives" "$(total tcp/rx n 't_tcp ')" 24000
clean
