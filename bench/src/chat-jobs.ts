import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Answer = { result: unknown } | { error: string };

/** A process that does one job after the other. */
export interface Worker<Job> {
  readonly pid: number;
  /** @throws {Error} with what went wrong there */
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
      const answered = once(child, 'message');
      child.send(job);
      const [answer] = (await Promise.race([answered, ended])) as [Answer];
      if ('error' in answer) throw new Error(`${file}: ${answer.error}`);
      return answer.result as Result;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** In the other process: does each job and answers; ends when the parent is gone. */
export function answerJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  process.on('message', (job) => {
    work(job as Job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
