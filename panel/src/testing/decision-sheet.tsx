import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import { consequencesOf } from '@hai-dang/contract/moderation/consequences.ts';
import { decideSubject, getSubject, previewDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { page } from 'vitest/browser';
import { type DecisionRequest, decisionSheet } from '../moderation/decisions/decisions.overlays.ts';
import { renderPanel } from './render-panel.tsx';
import { reportedPost } from './reported-post.ts';
import { ErrorResponse, respondTo } from './responses.ts';
import { samplePolicy, sampleSubject } from './samples.ts';

/** The most severe first, as the server lists them. */
export const RULES = [
  samplePolicy({ key: 'child_safety', title: 'An toàn trẻ em', points: 9, defaultActions: ['takedown', 'disable'] }),
  samplePolicy({ key: 'scam', title: 'Lừa đảo', points: 5, defaultActions: ['takedown'] }),
  samplePolicy({ key: 'impersonation', title: 'Mạo danh', defaultActions: ['suspend'], suspendDays: 7 }),
  samplePolicy({ points: 1, defaultActions: ['takedown', 'warn'] }),
  samplePolicy({ key: 'other', title: 'Vi phạm khác', defaultActions: ['warn'] }),
];
/** Decisions before the undo of which no time is over. */
const UNDO_UNTIL = '2100-01-01T00:00:00.000Z';

export const sheet = page.getByRole('dialog', { name: 'Ra quyết định' });
export const rule = (name: RegExp | string) => sheet.getByRole('radio', { name });
export const action = (name: string) => sheet.getByRole('checkbox', { name, exact: true });
export const note = sheet.getByLabelText('Ghi chú nội bộ');
/** The last button: what the decision does names it. */
export const decideButton = sheet.getByRole('button').last();

/**
 * Responds to the calls of the sheet of a subject, of which the newest report is `report`. Like the server it rejects a decision
 * on another version of the subject or by a rule that is not in use, and tells the consequences of any other.
 * @param subject gives it as it is now
 * @param rules gives those in use now
 * @returns the decisions that were made, without their keys
 */
export function respondToSheet(subject: () => ModerationSubject, rules = () => RULES): DecideBody[] {
  const sent: DecideBody[] = [];
  respondTo(getSubject, () => ({ success: true, data: subject() }));
  respondTo(listPolicies, () => ({ success: true, data: rules() }));
  respondTo(getReport, () => ({ success: true, data: reportedPost() }));
  respondTo(assignSubject, () => ({ success: true, data: subject() }));
  respondTo(previewDecision, () => ({
    success: true,
    data: { letters: { owner: null, reporters: null }, consequences: [], recommended: null },
  }));
  respondTo(decideSubject, ({ body: { clientKey, ...body } }) => {
    if (body.version !== subject().version) {
      throw new ErrorResponse('SUBJECT_CHANGED', { details: { subject: subject() } });
    }
    const policy = rules().find(({ key }) => key === body.policy);
    if (body.policy && !policy) throw new ErrorResponse('POLICY_DISABLED');
    sent.push(body);
    const consequences = consequencesOf(body, subject(), policy, new Date());
    return {
      success: true,
      data: { decisionId: 'decision', undoUntil: UNDO_UNTIL, consequences, subject: subject() },
    };
  });
  return sent;
}

/** Opens the sheet of Lan's post, or of another subject, which has been on the screen long enough to be decided. */
export async function openSheet(request: Partial<DecisionRequest> = {}) {
  const rendered = await renderPanel(null);
  decisionSheet.open({ subject: sampleSubject().subject, name: 'Bán tour giá rẻ', isSeen: true, ...request });
  return rendered;
}
