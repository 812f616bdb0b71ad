import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const PANEL = path.resolve(import.meta.dirname, '../../panel');
const KB_BYTES = 1_000;

/** The downloaded scripts, gzipped, in KB. */
export interface ScriptMetrics {
  login: number;
  firstScreen: number;
  everything: number;
}

/** Measures the scripts of the built panel. @throws {Error} if it is not built */
export async function scriptMetrics(): Promise<ScriptMetrics> {
  const config: { WEIGHED: Record<keyof ScriptMetrics, Iterable<string>> } = await import(
    path.join(PANEL, 'size-limit.config.js')
  );
  const kbOf = async (files: Iterable<string>): Promise<number> => {
    let bytes = 0;
    for (const file of files) bytes += gzipSync(await readFile(path.join(PANEL, 'dist', file))).length;
    return bytes / KB_BYTES;
  };
  return {
    login: await kbOf(config.WEIGHED.login),
    firstScreen: await kbOf(config.WEIGHED.firstScreen),
    everything: await kbOf(config.WEIGHED.everything),
  };
}

interface Peer {
  name: string;
  /** Scripts of its first screen, gzipped. */
  firstScreenKb: number;
  /** Lighthouse, mobile; simulated. */
  performance: number;
  lcpMs: number;
  tbtMs: number;
}

/** Measured earlier, on a similar machine. */
const PEERS: readonly Peer[] = [
  { name: 'shadcn-admin', firstScreenKb: 204, performance: 87, lcpMs: 3_148, tbtMs: 158 },
  { name: "react-admin's example", firstScreenKb: 537, performance: 63, lcpMs: 4_274, tbtMs: 569 },
];

/** Our values and those of other panels below them, for the results page. */
export function peersTable(scripts: ScriptMetrics, users: Omit<Peer, 'name' | 'firstScreenKb'>): string {
  const ours: Peer = { name: 'Hải Đăng, the users', firstScreenKb: scripts.firstScreen, ...users };
  const rows = [ours, ...PEERS].map(({ name, firstScreenKb, performance, lcpMs, tbtMs }) => {
    const times = [lcpMs, tbtMs].map(Math.round);
    return `| ${[name, Math.round(firstScreenKb), performance, ...times].join(' | ')} |`;
  });
  const [login, everything] = [scripts.login, scripts.everything].map(Math.round);
  return `Beside other panels, whose figures were measured before, on a like machine:

| | scripts of the first screen, KB gzipped | performance, mobile | LCP, simulated, ms | TBT, ms |
|---|--:|--:|--:|--:|
${rows.join('\n')}

The sign-in takes ${login} KB of scripts, all screens together ${everything} KB (without Firebase, which few set up).`;
}
