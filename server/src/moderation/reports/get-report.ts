import { REPORT_HISTORY_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { ReportSnapshot } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App, Ctx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { restoreDeadline } from '../../posts/content-kinds.ts';
import { findDeletedAt } from '../../posts/find-content.ts';
import { findUser } from '../../users/find-user.ts';
import { decisionsStore } from '../decisions/decisions.store.ts';
import { reportsListingStore } from '../queue/reports-list.store.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toFoundHarmless, toSubjectRef } from '../subjects/subjects.mapper.ts';
import { findReportedItem } from './find-reported-item.ts';
import { toCaseCounts, toDeleted, toDueOfReport, toReport, toReportEvent, toSnapshot } from './reports.mapper.ts';
import { subjectAccountId } from './reports.policy.ts';
import { type ReportDetailRow, reportsStore } from './reports.store.ts';

/**
 * One report with all that is needed to decide it (specification, section 2, Report detail): its evidence, the reported
 * subject and its author as they are now, and its history.
 * @throws {DomainError} REPORT_NOT_FOUND
 */
export async function getReport(app: Ctx, id: string): Promise<ReportDetail> {
  const { db, caller, clock } = app;
  const row = await reportsStore.findDetail(db, id);
  if (!row) throw new DomainError('REPORT_NOT_FOUND');
  const snapshot = toSnapshot(row);
  const subject = toSubjectRef(row);
  const knownAccountId = subjectAccountId(row);
  const [found, history, counts, harmless, knownAccount] = await Promise.all([
    findReportedItem(db, row),
    subjectEventsStore.findOfReport(db, subject, { reportId: id, limit: REPORT_HISTORY_LIST_LIMIT }),
    reportsListingStore.countCase(db, subject),
    subjectEventsStore.findHarmless(db, subject),
    knownAccountId ? findOwner(app, knownAccountId) : null,
  ]);
  // An imported report has no owner of its subject; the subject itself has.
  const authorId = knownAccountId ? null : found?.authorId;
  const [account, itemDeleted] = await Promise.all([
    authorId ? findOwner(app, authorId) : knownAccount,
    found ? null : describeDeletion(app, row, snapshot, counts.hidden_at !== null),
  ]);
  return {
    ...toReport(row),
    ...(found ? { reportedItem: { ...found.item } } : {}),
    snapshot,
    itemDeleted,
    account: account && {
      _id: account._id,
      username: account.username ?? '',
      isDisabled: account.isDisabled === true,
      disabledUntil: account.disabledUntil ?? null,
      isAdmin: account.role === 'admin',
      record: account.record,
    },
    ...toDueOfReport({ ...counts, status: row.status }),
    history: history.map((event) => toReportEvent(event, caller.id, clock.now())),
    historyCount: history[0]?.total ?? 0,
    case: {
      ...toCaseCounts(counts),
      openAppealId: counts.open_appeal_id,
      foundHarmless: toFoundHarmless(harmless),
      reasons: counts.reasons,
      version: counts.version,
    },
  };
}

/** The owner of a subject, with the points that count now and the warnings; null once it is deleted. */
async function findOwner({ db, clock }: App, id: string) {
  const [user, { points, warnings }] = await Promise.all([
    findUser(db, id),
    decisionsStore.findRecord(db, id, clock.now()),
  ]);
  return user && { ...user, record: { points, warnings } };
}

/** A deletion that no administrator made. */
const NOBODYS = { by: null, decision: undefined };

/** When, by whom and by which decision a subject was deleted: from its row; for a purged row or an account, from its events. */
async function describeDeletion(
  { db, clock }: App,
  row: ReportDetailRow,
  snapshot: ReportSnapshot | null,
  isHidden: boolean,
) {
  const own = toSubjectRef(row);
  const accountId = own.itemType === 'User' ? null : subjectAccountId(row);
  const account = accountId ? [{ itemType: 'User' as const, itemId: accountId }] : [];
  const refs = [own, ...account, ...parentsOf(snapshot)];
  const recorded = await subjectEventsStore.findLastDeletions(db, refs);

  async function deletionOf({ itemType, itemId }: SubjectRef) {
    const event = recorded.find((each) => each.subject_type === itemType && each.subject_id === itemId);
    const deletion = event?.kind === 'restored' ? undefined : event;
    const deletedAt = itemType === 'User' ? undefined : await findDeletedAt(db, { type: itemType, id: itemId });
    if (deletedAt === null) return [];
    if (deletedAt === undefined)
      return deletion ? [{ ...toDeleted(deletion), at: deletion.created_at, isKept: false }] : [];
    // An older event is of an earlier deletion: this one was not an administrator's.
    const isThisOne = deletion && deletion.created_at >= deletedAt;
    return [{ ...(isThisOne ? toDeleted(deletion) : NOBODYS), at: deletedAt, isKept: true }];
  }

  const [ofOwn = [], ...ofOthers] = await Promise.all(refs.map(deletionOf));
  const deletions = [...ofOwn, ...ofOthers.flat()];
  const last = deletions.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  if (!last) return { by: null, at: null, restorable: false };
  const { by, at, isKept, decision } = last;
  const isOwn = ofOwn.includes(last);
  return {
    by,
    at: at.toISOString(),
    restorable: isOwn && deletions.length === 1 && isKept && (isHidden || restoreDeadline(at) > clock.now()),
    // A comment that went with its post was not judged itself.
    ...(isOwn && decision && { decision }),
  };
}

/** The parent of a comment and its owner: the comment is deleted with either. */
function parentsOf(snapshot: ReportSnapshot | null): SubjectRef[] {
  if (snapshot?.itemType !== 'Comment') return [];
  const { parent, parentType } = snapshot.comment;
  return [
    { itemType: parentType, itemId: parent._id },
    ...(parent.author._id ? [{ itemType: 'User' as const, itemId: parent.author._id }] : []),
  ];
}
