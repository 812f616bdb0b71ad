import type { Database } from '../../server/src/lib/db/database.ts';
import {
  ADMINS,
  type DeliveryResults,
  type DeliveryRound,
  PROCESSOR_SHARE,
  percent,
  ROUNDS,
  SENDERS,
  SETTINGS,
  type Setting,
} from './cluster-delivery.ts';
import { KILL_ADMINS, KILL_USERS, type KillMetrics, type KillResults } from './cluster-kill.ts';
import { describeMachine } from './report.ts';

const TWO_NODES_MIN = 1.6;
const BACK_MAX_MS = 5_000;
/** Below this the nodes were not the bottleneck of the round. */
const OF_SHARE_MIN = 0.85;

export interface ClusterResults {
  delivery: DeliveryResults;
  kill: KillResults;
}

type Round = Record<Setting, DeliveryRound>;

const ratioOf = (round: Round): number => round['two servers'].perSecond / round['server alone'].perSecond;
const relayRatioOf = (round: Round): number => round['relay on two'].perSecond / round['relay on one'].perSecond;

function middleOf(rounds: readonly Round[]): Round {
  const sorted = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}

/** The missed bars, one line each; empty if there are none. */
export function missedClusterBars({ delivery, kill }: ClusterResults): string[] {
  const missed: string[] = [];
  const middle = middleOf(delivery.rounds);
  if (!(ratioOf(middle) >= TWO_NODES_MIN)) {
    missed.push(`two servers: ${ratioOf(middle).toFixed(2)} times what one delivers, ${TWO_NODES_MIN} at least`);
  }
  for (const setting of SETTINGS) {
    const { ofShare } = middle[setting];
    if (ofShare < OF_SHARE_MIN) missed.push(`${setting}: had only ${percent(ofShare)} of its share of the processor`);
  }
  const servers = delivery.rounds.flatMap((round) => [round['server alone'], round['two servers']]);
  const disturbed = servers.reduce((sum, { lost, twice }) => sum + lost + twice, 0);
  if (disturbed > 0) missed.push(`two servers: ${disturbed} deliveries were lost or came twice`);
  for (const { back } of kill.kills) {
    if (!(back.max <= BACK_MAX_MS)) missed.push(`a killed server's clients: back in ${Math.round(back.max)} ms`);
  }
  const { lost, twice, differing } = kill;
  if (lost + twice + differing > 0) {
    missed.push(`a killed server: ${lost} messages lost, ${twice} twice, ${differing} conversations that differ`);
  }
  return missed;
}

function deliveryRow(name: string, round: DeliveryRound): string {
  const { perSecond, p50, p99, processorUs, redisUs, ofShare } = round;
  const cells = [Math.round(perSecond), Math.round(p50), Math.round(p99), processorUs.toFixed(1), redisUs.toFixed(2)];
  return `| ${[name, ...cells, percent(ofShare)].join(' | ')} |`;
}

function killRow(what: string, { moved, back, stored }: KillMetrics): string {
  return `| ${[what, moved, ...[back.p50, back.max, stored.p50, stored.max].map(Math.round)].join(' | ')} |`;
}

/** Its section of the results page. */
export async function writeClusterPart(results: ClusterResults, database: Database): Promise<string> {
  const { delivery, kill } = results;
  const middle = middleOf(delivery.rounds);
  const names: Record<Setting, string> = {
    'relay on one': 'bare relay, one node',
    'relay on two': 'bare relay, two nodes',
    'server alone': 'server, one node',
    'two servers': 'server, two nodes',
  };
  const rows = SETTINGS.map((setting) => deliveryRow(names[setting], middle[setting]));
  const kills = kill.kills.map((metrics, index) =>
    killRow(index === 0 ? 'one of two' : 'then the other, with everybody at it', metrics),
  );
  const missed = missedClusterBars(results);
  return `## Two servers

${await describeMachine(database)}

What is handed on to many, where neither the database nor the machine is the limit: ${SENDERS} users write, ${ADMINS} administrators receive each message,
as many of both at each node. A message that has come to all administrators, wherever they are, is followed by the next one. The
machine has as many processors as there are things to do, so each node is held to ${percent(PROCESSOR_SHARE)} of one (by ${delivery.heldBy}), whether it is a
server or a bare Socket.IO relay, which stores nothing; two relays meet as the Redis streams adapter's own documentation shows. Database,
Redis and generator are not held. ${ROUNDS} rounds of the four, in turn; that with the middle ratio of the servers is shown. Published are two
events for each message (receive_message, conversation_updated) by the server and one by the relay; only the first is counted.

| | deliveries a second | p50, ms | p99, ms | processor time of the nodes a delivery, µs | of Redis, µs | had of its share |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

- Two servers deliver ${ratioOf(middle).toFixed(2)} times what one does (in the rounds ${delivery.rounds.map((round) => ratioOf(round).toFixed(2)).join(', ')}); bar: ${TWO_NODES_MIN}. Two bare relays: ${relayRatioOf(middle).toFixed(2)} times one.
- The processor time a delivery takes, on whatever machine, is ${(middle['two servers'].processorUs / middle['server alone'].processorUs).toFixed(2)} times that on one node.

A server killed (SIGKILL) while ${KILL_USERS} users and ${KILL_ADMINS} administrators, behind the balancer of \`npm run cluster\`, each send a message a second by
the delivery protocol, with the panel's own pauses before they come back; not held. Milliseconds from the kill: until a client is at the other
server, an administrator with the open conversations read up to the end, and until its next message is acknowledged.

| killed | clients at it | back p50, ms | max | next message stored p50, ms | max |
|---|--:|--:|--:|--:|--:|
${kills.join('\n')}

- Of ${kill.acknowledged.toLocaleString('en')} acknowledged messages ${kill.lost} were lost and ${kill.twice} are there twice; of ${(KILL_USERS * KILL_ADMINS).toLocaleString('en')} conversations that administrators have, ${kill.differing} are not as they are stored.
- Bar: all back in ${BACK_MAX_MS / 1_000} s, nothing lost.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
