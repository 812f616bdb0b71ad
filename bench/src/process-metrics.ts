import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const KIB_BYTES = 1024;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const INSPECTOR_ATTEMPTS = 50;
const USED_BYTES = /"usedSize":(\d+)/;
const DEBUGGER_URL = /"webSocketDebuggerUrl":\s*"(?<url>ws:[^"]+)"/;

/** Resident memory of a process. */
export async function residentBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * KIB_BYTES;
}

/** Processor time used by a process so far, all its threads together. */
export async function processorMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The fields follow the name, which may contain anything.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * TICK_MS;
}

/**
 * Runs a garbage collection in a Node process, through its inspector, which SIGUSR1 opens.
 * @returns the bytes of its heap that are used afterwards
 */
export async function collectGarbageIn(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const address = await findInspector();
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const ask = async (method: string): Promise<string> => {
    const answered = new Promise<MessageEvent>((resolve) => {
      socket.addEventListener('message', resolve, { once: true });
    });
    socket.send(JSON.stringify({ id: 1, method }));
    return String((await answered).data);
  };
  await ask('HeapProfiler.collectGarbage');
  const usage = await ask('Runtime.getHeapUsage');
  socket.close();
  return Number(USED_BYTES.exec(usage)?.[1]);
}

async function findInspector(): Promise<string> {
  for (let attempt = 0; attempt < INSPECTOR_ATTEMPTS; attempt += 1) {
    const text = await fetch(INSPECTOR).then(
      (response) => response.text(),
      () => '',
    );
    const url = DEBUGGER_URL.exec(text)?.groups?.['url'];
    if (url !== undefined) return url;
    await sleep(100);
  }
  throw new Error('the inspector did not open');
}
