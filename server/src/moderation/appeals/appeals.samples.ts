import { expect } from 'vitest';
import { insertSession } from '../../testing/factories.ts';
import { insertNotice } from '../../testing/moderation-factories.ts';
import { decisionOf, ofReport, type Samples, type SampleTarget } from '../../testing/sample.ts';

/** A decision on a reported post, whose author may object to it. */
const ofDecision = async (target: SampleTarget) => {
  const { report, authorId } = await ofReport(target);
  const itemId = report.subject_id;
  const response = await target.send('POST', '/api/admin/decisions', { body: decisionOf(itemId) });
  const { decisionId } = response.json().data;
  const createdAt = target.clock.now();
  const notice = await insertNotice(target.database.db, { userId: authorId, decisionId }, { created_at: createdAt });
  return { ownerId: authorId, itemId, decisionId, noticeId: notice.id };
};
const APPEAL_TEXT = 'Tôi chỉ chia sẻ kinh nghiệm đi Huế, không quảng cáo gì cả.';

/** An appeal that waits. */
const ofAppeal = async (target: SampleTarget) => {
  const { ownerId, itemId, noticeId } = await ofDecision(target);
  const token = await insertSession(target.database.db, ownerId, target.clock.now());
  const body = { noticeId, text: APPEAL_TEXT };
  const response = await target.send('POST', '/api/users/appeals', { token, body });
  const { version } = await target.database.db
    .selectFrom('moderation_subjects')
    .select('version')
    .where('subject_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return { params: { id: response.json().data._id }, itemId, version };
};

export const appealsSamples: Samples = {
  endpoints: {
    listNotices: async (target) => ({ ownerId: (await ofDecision(target)).ownerId }),
    createAppeal: async (target) => {
      const { ownerId, noticeId } = await ofDecision(target);
      return { body: { noticeId, text: APPEAL_TEXT }, ownerId };
    },
    listAppeals: async (target) => {
      await ofAppeal(target);
      return { body: { state: 'open', limit: 5 } };
    },
    getAppeal: async (target) => ({ params: (await ofAppeal(target)).params }),
    decideAppeal: async (target) => {
      const { params, itemId, version } = await ofAppeal(target);
      return { params, body: { outcome: 'overturn', version }, targetId: itemId };
    },
  },
  events: {
    appeals_changed: () => ({}),
  },
  again: { createAppeal: 409 },
  stale: {
    decideAppeal: {
      code: 'SUBJECT_CHANGED',
      change: async (target, { params, targetId }) => {
        await target.send('DELETE', `/api/admin/deletePost/${targetId}`);
        return (await target.send('POST', `/api/admin/appeals/${params?.['id']}`)).json().data.subject;
      },
    },
  },
  audit: {
    decideAppeal: {
      action: 'appeal.decide',
      target: 'post',
      before: null,
      after: { appealId: expect.any(String), decisionId: expect.any(String), outcome: 'overturned' },
      again: 200,
    },
  },
};
