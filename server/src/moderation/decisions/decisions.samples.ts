import { expect } from 'vitest';
import { decisionOf, ofReport, type Samples } from '../../testing/sample.ts';

export const decisionsSamples: Samples = {
  endpoints: {
    previewDecision: async (target) => {
      const { subject_id: itemId } = (await ofReport(target)).report;
      return { body: decisionOf(itemId) };
    },
    getSubject: async (target) => {
      const { subject_id: itemId } = (await ofReport(target)).report;
      return { params: { itemType: 'Post', itemId } };
    },
    decideSubject: async (target) => {
      const { subject_id: itemId } = (await ofReport(target)).report;
      return { body: decisionOf(itemId), targetId: itemId };
    },
    undoDecision: async (target) => {
      const { subject_id: itemId } = (await ofReport(target)).report;
      const response = await target.send('POST', '/api/admin/decisions', { body: decisionOf(itemId) });
      const { decisionId: id } = response.json().data;
      return { params: { id }, body: { reason: 'Nhầm bài viết' }, targetId: itemId };
    },
  },
  keyed: {
    decideSubject: {
      others: async (target) => [
        { subject: { itemType: 'Post', itemId: (await ofReport(target)).report.subject_id } },
        { outcome: 'no_violation', actions: [] },
        { actions: ['takedown'] },
        { policy: 'scam' },
      ],
      code: 'DECISION_KEY_REUSED',
      marks: ['isRepeated', 'consequences'],
    },
  },
  stale: {
    decideSubject: { code: 'SUBJECT_CHANGED', body: { actions: ['takedown'] } },
  },
  audit: {
    decideSubject: {
      action: 'decision.make',
      target: 'post',
      before: null,
      after: {
        decisionId: expect.any(String),
        outcome: 'violation',
        actions: ['warn'],
        closed: 1,
        policy: 'spam',
        policyVersion: 1,
      },
      again: 409,
    },
    undoDecision: {
      action: 'decision.undo',
      target: 'post',
      before: null,
      after: { decisionId: expect.any(String), reason: 'Nhầm bài viết' },
      again: 200,
    },
  },
};
