import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ScenarioContext, Skipped } from '../scenario.ts';

/** A folder that is deleted at the end of the scenario. */
export async function openFolder(context: ScenarioContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-scan-'));
  context.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs a Debian program to its end; its home is `folder`, so that it reads and leaves no files elsewhere.
 * @returns its output
 * @throws {Skipped} if it is not installed
 */
export async function runScanner(
  context: ScenarioContext,
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  context.defer(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  try {
    await once(child, 'close');
  } catch {
    throw new Skipped(`there is no ${program} (apt-get install ${program})`);
  }
  return said;
}
