import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 10;

/** Sends a signal to a process. @returns false if it has ended */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Sends a signal to a process that was started here and to all its children; with SIGKILL it waits until they have ended. */
export async function signalFamily(pid: number, name: NodeJS.Signals): Promise<void> {
  // Suspended first, so that it starts no more of them meanwhile.
  signal(pid, 'SIGSTOP');
  const children = await childrenOf(pid);
  for (const child of children) signal(child, name);
  signal(pid, name);
  // Until then they hold what a new process needs, for instance PostgreSQL's shared memory.
  if (name === 'SIGKILL') for (const child of children) while (await isRunning(child)) await sleep(POLL_MS);
}

/** Reads the fields after the name, which may contain anything: state, parent. Empty if there is no such process. */
async function statOf(pid: number | string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** False also for one that has ended and whose parent has not noticed. */
async function isRunning(pid: number): Promise<boolean> {
  const [state = ''] = await statOf(pid);
  return !['', 'Z', 'X'].includes(state);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [, parent] = await statOf(entry);
    if (Number(parent) === pid) children.push(Number(entry));
  }
  return children;
}
