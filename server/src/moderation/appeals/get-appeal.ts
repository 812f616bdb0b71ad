import type { Appeal, AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { getSubject } from '../decisions/get-subject.ts';
import { reportsEvidenceStore } from '../evidence/evidence.store.ts';
import { previewLetter } from '../letters/preview-letter.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { appealedBulkStore } from './appealed-bulk.store.ts';
import { toAppeal } from './appeals.mapper.ts';
import { type AppealRow, appealsStore } from './appeals.store.ts';

/**
 * An appeal with all that is needed to decide it.
 * @throws {DomainError} APPEAL_NOT_FOUND
 */
export async function getAppeal(app: App, id: string): Promise<AppealDetail> {
  const { db, clock } = app;
  const appeal = await findAppeal(db, id);
  const [subject, grounds, others, answers] = await Promise.all([
    getSubject(app, appeal.subject),
    appealsStore.findGrounds(db, id),
    appeal.outcome === null ? appealsStore.countOthers(db, { _id: id, decisionId: appeal.decision._id }) : 0,
    previewAnswers(db, appeal, clock.now()),
  ]);
  const kept = grounds?.evidence_id ? await reportsEvidenceStore.findById(db, grounds.evidence_id) : undefined;
  return {
    appeal,
    subject,
    evidence: kept ? { takenAt: kept.takenAt.toISOString(), content: kept.content } : null,
    letter: grounds?.letter ?? '',
    others,
    ofSameBulk: appeal.outcome === null ? await countOfSameBulk(db, appeal) : 0,
    answers,
  };
}

/** The letters to who objects, one for each conclusion; null once it is decided, or the account is gone. */
async function previewAnswers(db: Db, appeal: Appeal, sendAt: Date): Promise<AppealDetail['answers']> {
  const { subject, author, outcome } = appeal;
  if (!author || outcome !== null) return null;
  const preview = (kind: 'appeal_upheld' | 'appeal_overturned') =>
    previewLetter(db, subject, { kind, recipientId: author._id, policy: null, sendAt }, author.username);
  const [uphold, overturn] = await Promise.all([preview('appeal_upheld'), preview('appeal_overturned')]);
  return uphold && overturn && { uphold, overturn };
}

/** How many other decisions go with the one that is objected to. */
async function countOfSameBulk(db: Db, { _id, decision }: Appeal): Promise<number> {
  const bulk = await appealedBulkStore.find(db, _id);
  return bulk ? appealedBulkStore.countStanding(db, bulk, decision._id) : 0;
}

/** @throws {DomainError} APPEAL_NOT_FOUND */
export async function findAppeal(db: Db, id: string): Promise<Appeal> {
  const row = await appealsStore.findDetail(db, id);
  const [appeal] = row ? await describeAppeals(db, [row]) : [];
  if (!appeal) throw new DomainError('APPEAL_NOT_FOUND');
  return appeal;
}

/** Appeals as they cross the wire, each with the newest report of its subject. */
export async function describeAppeals(db: Db, rows: readonly AppealRow[]): Promise<Appeal[]> {
  const keyOf = ({ itemType, itemId }: { itemType: string; itemId: string }) => `${itemType} ${itemId}`;
  const refs = new Map(rows.map((row) => [keyOf(toSubjectRef(row)), toSubjectRef(row)]));
  const reports = rows.length === 0 ? [] : await subjectReportsStore.findNewestReports(db, [...refs.values()]);
  const byKey = new Map(reports.map((report) => [keyOf(report), report]));
  return rows.map((row) => toAppeal(row, byKey.get(keyOf(toSubjectRef(row)))));
}
