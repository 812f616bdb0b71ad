import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Short compared with the measured times, so that waiting for the next period adds little to them. */
const PERIOD_US = 10_000;
const US_A_MS = 1_000;
/** Mount points of cgroup versions 1 and 2 in Linux distributions. */
const ROOTS = { v1: '/sys/fs/cgroup/cpu', v2: '/sys/fs/cgroup' };
const RELEASE_ATTEMPTS = 20;
const RELEASE_PAUSE_MS = 50;

export interface Hold {
  /** The mechanism that limits the process, for the results page. */
  readonly means: string;
  /** Cleans up, after the process has ended. */
  release(): Promise<void>;
}

/**
 * Limits a process to a share of one processor, all its threads together, so that it is the bottleneck although other
 * processes share the machine.
 * @param share above 0, at most 1
 */
export async function holdToShare(pid: number, share: number): Promise<Hold> {
  const quotaUs = Math.round(share * PERIOD_US);
  return (await holdByGroup(pid, quotaUs).catch(() => undefined)) ?? holdBySignals(pid, quotaUs);
}

/** @returns undefined without cgroups; rejects if creating one is not permitted */
async function holdByGroup(pid: number, quotaUs: number): Promise<Hold | undefined> {
  const isFirstVersion = existsSync(path.join(ROOTS.v1, 'cpu.cfs_quota_us'));
  const root = isFirstVersion ? ROOTS.v1 : ROOTS.v2;
  if (!isFirstVersion && !existsSync(path.join(root, 'cgroup.controllers'))) return undefined;
  const group = path.join(root, `hai-dang-bench-${pid}`);
  await mkdir(group);
  try {
    if (isFirstVersion) {
      await writeFile(path.join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
      await writeFile(path.join(group, 'cpu.cfs_quota_us'), String(quotaUs));
    } else await writeFile(path.join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
    await writeFile(path.join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    await rmdir(group);
    throw error;
  }
  const release = async () => {
    // A process that has just ended stays in it for a moment.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await rmdir(group);
      } catch (error) {
        if (attempt === RELEASE_ATTEMPTS) throw error;
        await sleep(RELEASE_PAUSE_MS);
      }
    }
  };
  return { means: 'a control group of Linux', release };
}

/** Alternates between suspending and resuming it. */
function holdBySignals(pid: number, quotaUs: number): Hold {
  let isHeld = true;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
      isHeld = false;
    }
  };
  const stopped = (async () => {
    while (isHeld) {
      await sleep(quotaUs / US_A_MS);
      signal('SIGSTOP');
      await sleep((PERIOD_US - quotaUs) / US_A_MS);
      signal('SIGCONT');
    }
  })();
  return {
    means: 'SIGSTOP and SIGCONT',
    async release() {
      isHeld = false;
      await stopped;
    },
  };
}
