import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureArrival } from './measure-arrival.ts';
import { measureChat } from './measure-chat.ts';
import { measureCluster } from './measure-cluster.ts';
import { measureConversations } from './measure-conversations.ts';
import { measureDecisions } from './measure-decisions.ts';
import { measureDeletion } from './measure-deletion.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureLetters } from './measure-letters.ts';
import { measurePanel } from './measure-panel.ts';
import { measurePeer } from './measure-peer.ts';
import { measureScale } from './measure-scale.ts';
import { measureServer } from './measure-server.ts';
import { measureSoak } from './measure-soak.ts';
import { measureStart } from './measure-start.ts';
import { measureTimeline } from './measure-timeline.ts';
import { replacePart } from './report.ts';

const RESULTS_FILE = path.resolve(import.meta.dirname, '../results.md');
const PARTS = {
  server: measureServer,
  peer: measurePeer,
  arrival: measureArrival,
  chat: measureChat,
  cluster: measureCluster,
  growth: measureGrowth,
  deletion: measureDeletion,
  decisions: measureDecisions,
  letters: measureLetters,
  timeline: measureTimeline,
  start: measureStart,
  panel: measurePanel,
  conversations: measureConversations,
  scale: measureScale,
  soak: measureSoak,
};

/** `--only server`, or another of the names above, runs one measurement. */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.entries(PARTS).filter(([name]) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(`--only takes one of: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

const missed: string[] = [];
for (const [, measure] of chosen) {
  const result = await measure();
  await writeFile(RESULTS_FILE, await replacePart(RESULTS_FILE, result.part));
  missed.push(...result.missed);
}
console.log(missed.length === 0 ? 'Every bar was met.' : `Missed:\n${missed.map((line) => `  ${line}`).join('\n')}`);
console.log(`Written to ${path.relative(process.cwd(), RESULTS_FILE)}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
