import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './embedded-binaries.ts';
import type { Unprivileged } from './unprivileged.ts';

const run = promisify(execFile);

export const SUPERUSER = 'hai_dang';
/** Names the socket file only: the server listens on no network port. */
export const SOCKET_PORT = 5432;

/** Systems allow 104 (macOS) or 108 bytes for the path of a Unix socket. */
const MAX_SOCKET_PATH_BYTES = 100;
/** An initialisation takes seconds; what is left of one after this time was cut off by a kill. */
const ABANDONED_INIT_MS = 3_600_000;

/**
 * Makes a new database cluster at `dir` unless there is one.
 * It is made in a temporary folder and renamed, so that a kill leaves no partial cluster and of two racing processes one wins.
 * @param throwaway not forced to disk, for tests
 * @throws {Error} with what initdb said
 */
export async function ensureCluster(
  dir: string,
  { initdb }: Binaries,
  runner: Unprivileged,
  throwaway: boolean,
): Promise<void> {
  if (await exists(path.join(dir, 'PG_VERSION'))) return;
  await mkdir(path.dirname(dir), { recursive: true });
  await removeAbandoned(dir);
  const aside = `${dir}.init-${process.pid}-${Date.now()}`;
  await makePrivateDir(aside, runner);
  const { command, args } = runner.wrap(initdb, [
    ...['-D', aside, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
    // Built into PostgreSQL, so that upper, lower and sorting do not change with the machine's C library.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    ...(throwaway ? ['--no-sync'] : []),
  ]);
  try {
    await run(command, args, runner.options);
    await rename(aside, dir);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (await exists(path.join(dir, 'PG_VERSION'))) return;
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`PostgreSQL could not prepare its folder ${dir}: ${said}`, { cause: error });
  }
}

/**
 * The folder for the server's socket: the cluster itself, or a short private one where that path would be too long.
 * @throws {Error} when another user owns that folder
 */
export async function ensureSocketDir(dir: string, runner: Unprivileged): Promise<string> {
  const fits = (folder: string) =>
    Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;
  if (fits(dir)) return dir;
  const name = `hai-dang-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
  const folder = [path.join(os.tmpdir(), name), path.join('/tmp', name)].find(fits);
  if (!folder) throw new Error(`No folder is short enough for the socket of ${dir}; set TMPDIR to a short one.`);
  try {
    await makePrivateDir(folder, runner);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // In a shared folder for temporary files anyone could have made it first and would then see our connections.
  const found = await lstat(folder);
  const owner = runner.owner?.uid ?? process.getuid?.();
  const ours = found.uid === owner || found.uid === process.getuid?.();
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} does not belong to this user alone; remove it or set TMPDIR to a private folder.`);
  }
  return folder;
}

async function makePrivateDir(dir: string, { owner }: Unprivileged): Promise<void> {
  await mkdir(dir, { mode: 0o700 });
  if (owner) await chown(dir, owner.uid, owner.gid);
}

async function removeAbandoned(dir: string): Promise<void> {
  const parent = path.dirname(dir);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${path.basename(dir)}.init-`)) continue;
    const left = path.join(parent, name);
    const info = await stat(left).catch(() => null);
    if (info && Date.now() - info.mtimeMs > ABANDONED_INIT_MS) await rm(left, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
