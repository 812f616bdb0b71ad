import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type JobResult = { result: unknown } | { error: string };

/** A child process that runs one job after the other. */
export interface Worker<Job> {
  readonly pid: number;
  /** @throws {Error} with the error of the child process */
  ask<Result>(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

export function startWorker<Job extends object>(file: string): Worker<Job> {
  const child: ChildProcess = fork(file);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} did not start`);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended`);
  });
  ended.catch(() => undefined);
  return {
    pid,
    async ask<Result>(job: Job) {
      const finished = once(child, 'message');
      child.send(job);
      const [response] = (await Promise.race([finished, ended])) as [JobResult];
      if ('error' in response) throw new Error(`${file}: ${response.error}`);
      return response.result as Result;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** In the child process: runs each job and responds; exits with its parent. */
export function handleJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  process.on('message', (job) => {
    work(job as Job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
