import type { AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Database } from '../lib/db/database.ts';
import { remindOfDue } from '../moderation/reminders/remind-of-due.ts';
import type { TestApp } from './build-test-app.ts';
import { insertPost, insertSession, insertUser } from './factories.ts';

/** Files a report of a new post. @returns its id, and that of the post */
export async function fileReport(
  { send, database: { db }, clock }: TestApp,
  title: string,
  reason = 'spam',
): Promise<{ reportId: string; itemId: string }> {
  const [author, reporter] = [await insertUser(db), await insertUser(db)];
  const { id: itemId } = await insertPost(db, author.id, { title });
  const token = await insertSession(db, reporter.id, clock.now());
  const body = { itemType: 'Post', reportedItem: itemId, reason, description: 'Bài này làm phiền tôi' };
  const response = await send('POST', '/api/reports/create', { token, body });
  if (response.statusCode !== 201) throw new Error(response.body);
  return { reportId: response.json().data._id, itemId };
}

/** Lets so much time pass that all reports of now are overdue, and reminds of them. */
export async function makeOverdue({ services, clock }: TestApp, hours = 25): Promise<void> {
  clock.advance(hours * HOUR_MS);
  await remindOfDue(services.app);
}

/** Sets which e-mails an administrator wants, and when none. */
export async function setEmailPreferences(
  { database: { db } }: TestApp,
  adminId: string,
  {
    kinds,
    quiet = [null, null],
    isChildSafetyLoud = true,
  }: { kinds: AlertKind[]; quiet?: [from: number | null, until: number | null]; isChildSafetyLoud?: boolean },
): Promise<void> {
  const columns = {
    email_kinds: kinds,
    quiet_from_minute: quiet[0],
    quiet_until_minute: quiet[1],
    is_child_safety_loud: isChildSafetyLoud,
    updated_at: new Date(),
  };
  await db
    .insertInto('administrator_preferences')
    .values({ user_id: adminId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/**
 * Lets updates of a column fail, as when the server is killed before it has stored them.
 * @returns ends it
 */
export async function failUpdates({ pool }: Pick<Database, 'pool'>, table: string, column: string) {
  await pool.query(
    `create function fail_update() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  await pool.query(
    `create trigger fail_update before update of ${column} on ${table} for each row execute function fail_update()`,
  );
  return async (): Promise<void> => {
    await pool.query('drop function fail_update cascade');
  };
}
