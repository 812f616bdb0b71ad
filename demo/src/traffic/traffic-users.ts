import { sql } from 'kysely';
import { findDemoLogins } from '../../../server/src/app/demo-logins.ts';
import type { Db } from '../../../server/src/lib/db/database.ts';
import { findReportableSubjects, type ReportableSubject } from '../user/reportable-subjects.ts';

/** A demo user, and the subjects that they may report. */
export interface DemoUser {
  email: string;
  password: string;
  subjects: ReportableSubject[];
}

/**
 * The demo users who were seen last, without the one whose login is printed.
 * @returns none without demo data
 */
export async function findDemoUsers(db: Db, count: number): Promise<DemoUser[]> {
  const logins = await findDemoLogins(db);
  if (!logins) return [];
  const { email: printedEmail, password } = logins.user;
  // All demo users have one password, and the same hash of it.
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('users as printed', 'printed.password_hash', 'u.password_hash')
    .select(['u.id', 'u.email'])
    .where('printed.email', '=', printedEmail)
    .where('u.email', '<>', printedEmail)
    .where('u.role', '=', sql.lit('user'))
    .where('u.is_disabled', '=', false)
    .orderBy('u.last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('u.id')
    .limit(count)
    .execute();
  const users: DemoUser[] = [];
  for (const { id, email } of rows) {
    users.push({ email, password, subjects: await findReportableSubjects(db, id) });
  }
  return users;
}
