import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { expect } from 'vitest';
import { inTransaction } from '../lib/context.ts';
import { newId } from '../lib/ids.ts';
import { closeInBulk } from '../moderation/closing/close-reports.ts';
import { closeNext as closeStep } from '../moderation/closing/decided-reports.ts';
import type { TestApp } from './build-test-app.ts';
import { insertPost, insertReport, insertSession, insertUser, recordReports } from './factories.ts';

interface Ref {
  itemType: 'Post';
  itemId: string;
}

/** A subject that many have reported, what administrators do with it, and the steps of the job that follows. */
export function manyReports(app: () => TestApp) {
  const db = () => app().database.db;

  /** A post that many have reported: every third report is looked at. The last ones are closed last. */
  async function reportedPost(count: number) {
    const author = await insertUser(db());
    const { id: itemId } = await insertPost(db(), author.id);
    const { id: other, ...model } = await insertReport(db(), {
      itemType: 'Post',
      itemId: `other-${itemId}`,
    });
    const rows = Array.from({ length: count }, (_, n) => ({
      ...model,
      id: `${other}-${String(n).padStart(5, '0')}`,
      reporter_id: `${other}-reporter-${n}`,
      subject_id: itemId,
      subject_owner_id: author.id,
      status: n % 3 === 2 ? 'reviewing' : 'pending',
    }));
    await db().insertInto('reports').values(rows).execute();
    const ids = rows.map(({ id }) => id);
    await recordReports(db(), ids);
    return { author, subject: { itemType: 'Post' as const, itemId }, ids };
  }

  const read = async ({ itemType, itemId }: Ref): Promise<ModerationSubject> =>
    (await app().post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
  const decide = async (subject: Ref, decision: object = { outcome: 'no_violation' }) =>
    app().post('/api/admin/decisions', { subject, actions: [], version: (await read(subject)).version, ...decision });
  const decided = async (subject: Ref, decision?: object): Promise<string> =>
    (await decide(subject, decision)).json().data.decisionId;
  const undo = (id: string) => app().post(`/api/admin/decisions/${id}/undo`);
  const detail = async (id: string | undefined) => (await app().post(`/api/reports/admin/detail/${id}`)).json().data;
  const setStatus = (id: string | undefined, body: object) => app().post(`/api/reports/admin/${id}`, body);
  /** Closes all open reports, as one step of a bulk action does. @returns what undoes it */
  async function closeAll(subject: Ref, status: 'resolved' | 'rejected'): Promise<string> {
    const change = { version: (await read(subject)).version, status, note: undefined };
    return inTransaction(app().services.app, (ctx) => closeInBulk(ctx, subject, change, app().admin));
  }
  /** Undoes that, or such an undo, as a recent action. @returns what undoes it in its turn; null where nothing was left */
  async function undoAll({ itemId }: Ref, changeId: string): Promise<string | null> {
    const events = db().selectFrom('moderation_events').select(['id', 'decision_id']).where('subject_id', '=', itemId);
    const { id } = await events.where('decision_id', '=', changeId).executeTakeFirstOrThrow();
    const response = await app().post(`/api/admin/recent-actions/${id}/undo`);
    if (response.statusCode !== 200) {
      expect(response.json().code).toBe('ACTION_CHANGED');
      return null;
    }
    return (await events.orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()).decision_id;
  }
  const closeNext = (changeId: string) =>
    inTransaction(app().services.app, (ctx) => closeStep(ctx, { changeId, publishedAt: 0 }));
  const finish = () => app().services.jobs.runDue();
  const reportsOf = ({ itemId }: Ref) =>
    db().selectFrom('reports').selectAll().where('subject_id', '=', itemId).orderBy('id').execute();
  const statusesOf = async (subject: Ref) => (await reportsOf(subject)).map(({ status }) => status);
  const countOf = async (subject: Ref, status: string) =>
    (await statusesOf(subject)).filter((each) => each === status).length;

  async function newReporter() {
    const { id } = await insertUser(db());
    const token = await insertSession(db(), id, app().clock.now());
    return async ({ itemType, itemId }: Ref) => {
      // Edited since: what was found harmless closes no report of it by itself.
      await db().updateTable('posts').set({ content: newId() }).where('id', '=', itemId).execute();
      const body = { itemType, reportedItem: itemId, reason: 'spam', description: 'Đăng đi đăng lại một quảng cáo' };
      return app().send('POST', '/api/reports/create', { token, body });
    };
  }

  /** A step of the job of a subject's first change. */
  async function step({ itemId }: Ref): Promise<void> {
    const changes = db().selectFrom('report_bulk_changes').select('id').where('subject_id', '=', itemId);
    const first = await changes.orderBy('subject_version').limit(1).executeTakeFirst();
    if (first) await closeNext(first.id);
  }

  return {
    reportedPost,
    read,
    decide,
    decided,
    undo,
    detail,
    setStatus,
    closeAll,
    undoAll,
    closeNext,
    finish,
    reportsOf,
    statusesOf,
    countOf,
    newReporter,
    step,
  };
}
