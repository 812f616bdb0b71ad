import { expect } from 'vitest';
import type { ExpectedEntries } from './expected-entry.ts';

/** The entry of each endpoint of moderation that changes something. */
export const moderationAuditExpectations: ExpectedEntries = {
  createPolicy: {
    action: 'policy.create',
    target: 'policy',
    before: null,
    after: {
      title: expect.any(String),
      text: 'Không đăng lại bài của người khác.',
      severity: 1,
      points: 1,
      expiresDays: 90,
      defaultActions: ['warn'],
      suspendDays: null,
      isEnabled: true,
    },
    again: 409,
  },
  updatePolicy: {
    action: 'policy.update',
    target: 'policy',
    before: expect.objectContaining({ points: 2, isEnabled: true }),
    after: expect.objectContaining({ points: 3, isEnabled: true }),
    again: 409,
  },
  disablePolicy: {
    action: 'policy.disable',
    target: 'policy',
    before: expect.objectContaining({ points: 2, isEnabled: true }),
    after: expect.objectContaining({ points: 2, isEnabled: false }),
    again: 200,
  },
  updateSettings: {
    action: 'settings.update',
    target: 'settings',
    before: expect.objectContaining({ appealDueHours: expect.any(Number), isSealingOn: true }),
    after: expect.objectContaining({
      appealDueHours: expect.any(Number),
      ladder: [{ points: 4, action: 'disable', suspendDays: null }],
    }),
    again: 409,
  },
  setLetterTemplate: {
    action: 'letter_template.update',
    target: 'letter_template',
    before: { kind: 'warn', text: null },
    after: { kind: 'warn', text: 'Chào {tên}, xin đọc lại quy tắc {quy tắc}.' },
    again: 409,
  },
  startBulk: {
    action: 'bulk.start',
    target: 'bulk',
    before: null,
    after: { action: { kind: 'suspend', days: 7 }, target: 'users', total: 1, policy: 'spam' },
    again: null,
  },
  stopBulk: {
    action: 'bulk.stop',
    target: 'bulk',
    before: null,
    after: { total: 1, done: 0, skipped: 0, failed: 0 },
    again: 200,
  },
  undoBulk: { action: 'bulk.undo', target: 'bulk', before: null, after: { done: 0 }, again: 200 },
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
    after: { decisionId: expect.any(String) },
    again: 200,
  },
  undoRecentAction: {
    action: 'report.status',
    target: 'report',
    before: { status: 'resolved' },
    after: { status: 'pending' },
    again: 409,
  },
  decideAppeal: {
    action: 'appeal.decide',
    target: 'post',
    before: null,
    after: { appealId: expect.any(String), decisionId: expect.any(String), outcome: 'overturned' },
    again: 200,
  },
};
