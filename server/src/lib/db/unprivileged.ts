import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `nobody`, on every system we know of. */
const NOBODY_ID = 65534;

export type Unprivileged = {
  /** Wraps a command so that it runs without privileges. */
  wrap: (command: string, args: readonly string[]) => { command: string; args: string[] };
  /** The options for spawn and execFile. */
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
  /** The required owner of the files; null: the user of this process. */
  owner: { uid: number; gid: number } | null;
};

/**
 * How to run PostgreSQL, which rejects to run as root.
 * Root becomes nobody, who cannot pass a folder of mode 0700 such as root's home; `setpriv` leaves that one capability
 * to it. Without setpriv (or without the capability, in some containers) the user is dropped plainly, and then every
 * folder above the data must be passable for all.
 */
export async function unprivileged(): Promise<Unprivileged> {
  const options = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  if (process.getuid?.() !== 0) {
    return { wrap: (command, args) => ({ command, args: [...args] }), options, owner: null };
  }
  const owner = { uid: NOBODY_ID, gid: NOBODY_ID };
  const prefix = [
    `--reuid=${NOBODY_ID}`,
    `--regid=${NOBODY_ID}`,
    '--clear-groups',
    // Else access(2), by which initdb looks for its companions, would report no access in spite of the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ];
  const works = await run('setpriv', [...prefix, 'true'], options).then(
    () => true,
    () => false,
  );
  if (works) {
    return { wrap: (command, args) => ({ command: 'setpriv', args: [...prefix, command, ...args] }), options, owner };
  }
  return { wrap: (command, args) => ({ command, args: [...args] }), options: { ...options, ...owner }, owner };
}
