import { readdir, readFile } from 'node:fs/promises';

/** Sends a signal to a process. @returns false if it has ended */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Sends a signal to a process that was started here and to all its descendants. */
export async function signalFamily(pid: number, name: NodeJS.Signals): Promise<void> {
  // Suspended first, so that it starts no more of them meanwhile.
  signal(pid, 'SIGSTOP');
  const children = await childrenOf(pid);
  for (const child of children) signal(child, name);
  signal(pid, name);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // After the name, which may contain anything: state, parent.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (Number(parent) === pid) children.push(Number(entry));
  }
  return children;
}
