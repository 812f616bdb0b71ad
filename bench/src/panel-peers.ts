import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const PANEL = path.resolve(import.meta.dirname, '../../panel');
const KB_BYTES = 1_000;

/** What a browser downloads of scripts, gzipped, in KB. */
export interface ScriptFigures {
  login: number;
  firstScreen: number;
  everything: number;
}

/** An entry of the panel's size limits, which know from the build what each screen needs. */
interface SizeEntry {
  name: string;
  path: string | string[];
}

const ENTRIES: Record<keyof ScriptFigures, string> = {
  login: 'login: scripts',
  firstScreen: 'first screen after login: scripts in all',
  everything: 'every script but Firebase',
};

/** Of the built panel. @throws {Error} when it is not built */
export async function scriptFigures(): Promise<ScriptFigures> {
  const entries: SizeEntry[] = (await import(path.join(PANEL, 'size-limit.config.js'))).default;
  const kbOf = async (wanted: string): Promise<number> => {
    const files = entries.find(({ name }) => name === wanted)?.path;
    if (files === undefined) throw new Error(`the size limits have no “${wanted}”`);
    let bytes = 0;
    for (const file of [files].flat()) bytes += gzipSync(await readFile(path.join(PANEL, file))).length;
    return bytes / KB_BYTES;
  };
  return {
    login: await kbOf(ENTRIES.login),
    firstScreen: await kbOf(ENTRIES.firstScreen),
    everything: await kbOf(ENTRIES.everything),
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

/** Measured before, on a like machine. */
const PEERS: readonly Peer[] = [
  { name: 'shadcn-admin', firstScreenKb: 204, performance: 87, lcpMs: 3_148, tbtMs: 158 },
  { name: "react-admin's example", firstScreenKb: 537, performance: 63, lcpMs: 4_274, tbtMs: 569 },
];

/** Our figures with those of other panels below them, for the page of results. */
export function peersTable(scripts: ScriptFigures, users: Omit<Peer, 'name' | 'firstScreenKb'>): string {
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
