import type { Services } from '../app/services.ts';
import type { Db } from '../lib/db/database.ts';
import type { TestApp } from './build-test-app.ts';
import type { SubjectRef } from './decisions.ts';
import { insertPost, insertReport, insertUser } from './factories.ts';

/** A post with a report by a user of each name. */
export async function insertPostReportedBy({ database: { db }, clock }: TestApp, names: readonly string[] = ['Mai']) {
  const author = await insertUser(db);
  const post = await insertPost(db, author.id, { title: 'Bán vé rẻ' });
  const subject: SubjectRef = { itemType: 'Post', itemId: post.id };
  const reporters: Array<{ id: string; username: string; reportId: string }> = [];
  for (const name of names) {
    const { id, username } = await insertUser(db, { username: `${name} ${post.id}` });
    const report = await insertReport(
      db,
      { ...subject, itemAuthorId: author.id },
      { reporter_id: id, created_at: clock.now() },
    );
    reporters.push({ id, username, reportId: report.id });
  }
  return { author, subject, reporters };
}

/** Sends the letters that wait, as if they were due; by another server with `services`. */
export async function sendLetters({ database, services: own }: TestApp, services: Services = own): Promise<void> {
  await database.pool.query("update pgboss.job set start_after = now() where state < 'active'");
  await services.jobs.runDue();
}

export const findMessages = (db: Db, userId: string) =>
  db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute();

export const findNotices = (db: Db, userId: string) =>
  db.selectFrom('notices').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findLetters = (db: Db, decisionId: string) =>
  db.selectFrom('letters').selectAll().where('decision_id', '=', decisionId).orderBy('id').execute();
