import { readdir, readFile } from 'node:fs/promises';

export const MIGRATIONS_DIR = new URL('../../../migrations/', import.meta.url);
/** The first line of a file whose statements run one by one, each by itself. */
const WITHOUT_TRANSACTION = /^-- Without a transaction\b/;

export interface MigrationFile {
  name: string;
  text: string;
  /** Null: the text is one transaction. Else these run one after the other outside of any, and again after a failure. */
  steps: string[] | null;
}

/** All migrations of a folder, by default those of this version, in their order. */
export async function readMigrations(dir: URL = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, dir), 'utf8');
      return { name: file.replace(/\.sql$/, ''), text, steps: WITHOUT_TRANSACTION.test(text) ? toSteps(text) : null };
    }),
  );
}

/** The names of the migrations that this version has, in their order. */
export const migrationNames = async (): Promise<string[]> => (await readMigrations()).map(({ name }) => name);

/** Statements end with a semicolon at the end of a line; comments are lines of their own. */
const toSteps = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
