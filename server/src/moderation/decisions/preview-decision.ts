import { consequencesOf, penaltyOf, pointsOf } from '@hai-dang/contract/moderation/consequences.ts';
import type { DecideBody, DecisionPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { recommendFor } from '@hai-dang/contract/moderation/ladder.ts';
import type { App } from '../../lib/context.ts';
import { findUser } from '../../users/find-user.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { previewLetter } from '../letters/preview-letter.ts';
import { getSettings } from '../settings/settings.ts';
import { checkPossible, findPolicyOf } from './decision-actions.ts';
import { draftLetters, graceEndOf } from './decision-letters.ts';
import { getSubject } from './get-subject.ts';

/**
 * The consequences that a decision would have, and the letters that it would send. The version that it rests on does not count.
 * @throws {DomainError} SUBJECT_NOT_FOUND, POLICY_NOT_FOUND, POLICY_DISABLED, DECISION_IMPOSSIBLE
 */
export async function previewDecision(app: App, body: DecideBody): Promise<DecisionPreview> {
  const { db, clock } = app;
  const { subject: ref } = body;
  const subject = await getSubject(app, ref);
  const { owner: known, openReports: closed, strikes } = subject;
  const owner = known && (await findUser(db, known._id));
  checkPossible(body, owner);
  const policy = await findPolicyOf(db, body);
  const { ladder } = await getSettings(db);
  const at = clock.now();
  const penalty = owner && penaltyOf(body, owner, at);
  const points = owner && pointsOf(policy, at);
  const drafts = draftLetters({ body, owner, policy, penalty, points, closed, sendAt: graceEndOf(at) });
  const ofOwner = owner?.role === 'admin' ? null : drafts.owner;
  const reporterName = drafts.reporters ? ((await subjectReportsStore.findReporterName(db, ref)) ?? '') : '';
  return {
    letters: {
      owner: await previewLetter(db, ref, ofOwner, owner?.username ?? ''),
      reporters: await previewLetter(db, ref, drafts.reporters, reporterName),
    },
    consequences: consequencesOf(body, { ...subject, owner }, policy, at),
    recommended: recommendFor(ladder, strikes.points + (points?.count ?? 0)),
  };
}
