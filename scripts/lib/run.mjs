import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectEnvironment, ROOT } from './paths.mjs';

/**
 * Runs a command in the repository and streams its output.
 * @param {string[]} command
 * @param {{ env?: Record<string, string>, cwd?: string }} [options]
 * @returns {Promise<number>} its exit code
 */
export async function run([file, ...args], { env = {}, cwd = ROOT } = {}) {
  const child = spawn(file, args, { cwd, env: { ...projectEnvironment(), ...env }, stdio: 'inherit' });
  return exitCodeOf(child);
}

/**
 * Runs a command and buffers its output, for several in parallel.
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly([file, ...args]) {
  const child = spawn(file, args, { cwd: ROOT, env: projectEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await exitCodeOf(child, 'close');
  return { code, output };
}

async function exitCodeOf(child, event = 'exit') {
  try {
    const [code] = await once(child, event);
    return code ?? 1;
  } catch (error) {
    console.error(error.message);
    return 127;
  }
}

/** npm with the Node of PATH: the Node of this script may be the project's own, which `npm ci` deletes. */
export const npm = (...args) =>
  process.env.npm_execpath ? ['node', process.env.npm_execpath, ...args] : ['npm', ...args];
