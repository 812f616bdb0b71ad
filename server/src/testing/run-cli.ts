import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const CLI_DIR = path.resolve(import.meta.dirname, '../cli');

export interface CliResult {
  code: number;
  output: string;
  errors: string;
}

/** Runs a command of src/cli as a child process, with these environment variables only. */
export async function runCli(
  file: string,
  args: readonly string[],
  settings: Record<string, string>,
  input = '',
): Promise<CliResult> {
  const child = spawn(process.execPath, [path.join(CLI_DIR, file), ...args], {
    env: { PATH: process.env['PATH'], ...settings },
  });
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output, errors };
}
