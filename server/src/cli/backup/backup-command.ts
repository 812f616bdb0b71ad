import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '../../app/config.ts';
import { openImageStore } from '../../app/open-image-store.ts';
import { type Database, openDatabase } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { ImageStore } from '../../lib/images/image-store.ts';
import { createLogger } from '../../lib/logger.ts';
import type { Manifest } from './backup.manifest.ts';

/**
 * The folder that the command line names.
 * @throws {Error} with `usage` when it names none, or anything else
 */
function readFolder(option: string, usage: string): string {
  let folder: string | undefined;
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } });
    folder = typeof values[option] === 'string' ? values[option] : undefined;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  if (!folder) throw new Error(usage);
  // npm runs commands in the project's folder, wherever it is called.
  return path.resolve(process.env['INIT_CWD'] ?? '', folder);
}

function createSteps(): (step: string) => void {
  const startedAt = performance.now();
  return (step) => console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${step}`);
}

export function summary({ takenAt, tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en');
  const counts = `as of ${takenAt}: ${tables.length} tables with ${rows} rows, ${images.count} images`;
  return images.missing === 0
    ? counts
    : `${counts}; ${images.missing} more are named and were not there (images.missing)`;
}

interface CommandLine {
  /** Such as 'to', for `--to <folder>`. */
  option: string;
  usage: string;
}

/** The data that a command works with. */
interface Data {
  folder: string;
  connection: Database['connection'];
  images: ImageStore;
  onStep: (step: string) => void;
}

/** Runs a command on the server's database and images; a failure is one line and the exit code. */
export async function runCommand({ option, usage }: CommandLine, work: (data: Data) => Promise<void>): Promise<void> {
  try {
    const folder = readFolder(option, usage);
    const config = parseConfig(process.env);
    const logger = createLogger({ level: 'warn' });
    const { images } = await openImageStore(config, logger);
    const { databaseUrl, dataDir, pool } = config;
    const database = await openDatabase({ ...pool, databaseUrl, dataDir, logger, maxConnections: 1 });
    try {
      await work({ folder, connection: database.connection, images, onStep: createSteps() });
    } finally {
      await database.close();
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof DomainError) console.error('The images cannot be reached, or their disk is full.');
    else console.error(error instanceof Error ? error.message : error);
  }
}
