import { sql } from 'kysely';
import { parseConfig } from '../../../server/src/app/config.ts';
import { findDemoLogins } from '../../../server/src/app/demo-logins.ts';
import { type Db, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { type DemoItem, findDemoItems } from '../user/reportable-items.ts';

/** A demo user, and what he may report. */
export interface DemoPerson {
  email: string;
  password: string;
  items: DemoItem[];
}

/**
 * Looks up demo users where the server keeps them, for no call lists them: those who were there last, but for the one
 * whose login is printed.
 * @returns none where there is no demo data
 */
export async function lookUpDemoPeople(count: number): Promise<DemoPerson[]> {
  const { databaseUrl, dataDir, pool } = parseConfig(process.env);
  const logger = createLogger({ level: 'fatal' });
  const database = await openDatabase({ ...pool, databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    return await findDemoPeople(database.db, count);
  } finally {
    await database.close();
  }
}

async function findDemoPeople(db: Db, count: number): Promise<DemoPerson[]> {
  const logins = await findDemoLogins(db);
  if (!logins) return [];
  const { email, password } = logins.user;
  // They all have the password of the one, and the very same hash of it.
  const people = await db
    .selectFrom('users as u')
    .innerJoin('users as printed', 'printed.password_hash', 'u.password_hash')
    .select(['u.id', 'u.email'])
    .where('printed.email', '=', email)
    .where('u.email', '<>', email)
    .where('u.role', '=', sql.lit('user'))
    .where('u.is_disabled', '=', false)
    .orderBy('u.last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('u.id')
    .limit(count)
    .execute();
  const found: DemoPerson[] = [];
  for (const person of people) {
    found.push({ email: person.email, password, items: await findDemoItems(db, person.id) });
  }
  return found;
}
