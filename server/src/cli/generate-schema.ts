import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, getDialect } from 'kysely-codegen';
import pg from 'pg';
import { JOB_SCHEMA } from '../lib/db/job-schema.ts';
import { databaseUrl, startTestServer } from '../testing/database-server.ts';

const SCHEMA_FILE = path.resolve(import.meta.dirname, '../lib/db/schema.generated.ts');

/** The types of the tables, as the migrations make them in an empty database. */
async function generateSchema(): Promise<string> {
  const { server, stop } = await startTestServer();
  const pool = new pg.Pool({ connectionString: databaseUrl(server.adminUrl, server.templateName) });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const tables = await generate({
      db,
      dialect: getDialect('postgres', { dateParser: 'string' }),
      // This is how database.ts reads it.
      typeMapping: { int8: 'number' },
      // The tables of the job library are its own.
      excludePattern: `{*.migrations,${JOB_SCHEMA}.*}`,
      outFile: null,
    });
    // PostgreSQL does not say of a view's columns what it says of the table's: which may be null, which have a default.
    return tables.replace(/export interface Users \{[^}]*\}/, 'export type Users = Accounts;');
  } finally {
    await db.destroy();
    await stop();
  }
}

const generated = await generateSchema();
if (!process.argv.includes('--verify')) {
  await writeFile(SCHEMA_FILE, generated);
} else if (generated !== (await readFile(SCHEMA_FILE, 'utf8'))) {
  console.error('server/src/lib/db/schema.generated.ts does not match server/migrations: run "npm run db:types".');
  process.exitCode = 1;
}
