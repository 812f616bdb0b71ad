import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../app/config.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Manifest } from './backup.manifest.ts';

/**
 * The folder that the command line names.
 * @param option such as 'to', for `--to <folder>`
 * @throws {Error} with `usage` when it names none, or anything else
 */
export function readFolder(option: string, usage: string): string {
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

export function createSteps(): (step: string) => void {
  const startedAt = performance.now();
  return (step) => console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${step}`);
}

export function summary({ takenAt, tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en');
  const counts = `as of ${takenAt}: ${tables.length} tables with ${rows} rows, ${images.count} pictures`;
  return images.missing === 0
    ? counts
    : `${counts}; ${images.missing} more are named and were not there (images.missing)`;
}

/** Runs a command, and tells a failure in one line and by the exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof ConfigError) console.error(`The settings cannot be used:\n${error.message}`);
    else if (error instanceof DomainError) console.error('The pictures cannot be reached, or their disk is full.');
    else console.error(error instanceof Error ? error.message : error);
  }
}
