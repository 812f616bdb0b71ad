import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import type {
  Appeal,
  AppealDetail,
  CreateAppealBody,
  DecideAppealBody,
  ListAppealsBody,
} from '@hai-dang/contract/moderation/appeals.schema.ts';
import { z } from 'zod';
import type { AlertsService } from '../../alerts/alerts.service.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Tx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { markAppealsRead } from '../../notifications/mark-notifications-read.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { findUser } from '../../users/find-user.ts';
import type { UsersService } from '../../users/users.service.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import { auditTargetOf, findSubjectTitle } from '../closing/subject-reports.ts';
import type { DecisionReversal } from '../decisions/decisions.reversal.ts';
import { getSubject } from '../decisions/get-subject.ts';
import { reportsEvidenceStore } from '../evidence/evidence.store.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import { noticesStore } from '../notices/notices.store.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { getSettings } from '../settings/settings.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { hasChangedSince, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { toAppeal } from './appeals.mapper.ts';
import { type AppealRow, appealsStore } from './appeals.store.ts';

const HOUR_MS = 3_600_000;
/** Counted up to here: nobody needs to know more exactly how many there are. */
const COUNT_UP_TO = 1_000;

type EndedAppeal = Awaited<ReturnType<typeof appealsStore.endOfDecision>>[number];

interface AppealsNeeds {
  app: App;
  reversal: DecisionReversal;
  users: Pick<UsersService, 'auditDenial'>;
  alerts: Pick<AlertsService, 'raise'>;
}

/** Appeals to decisions, and reporters' requests for a second look. */
export function createAppealsService(needs: AppealsNeeds) {
  const { app, reversal, users, alerts } = needs;
  const { db, transact, publisher, clock } = app;

  async function toAppeals(rows: readonly AppealRow[]): Promise<Appeal[]> {
    const keyOf = ({ itemType, itemId }: { itemType: string; itemId: string }) => `${itemType} ${itemId}`;
    const refs = new Map(rows.map((row) => [keyOf(toSubjectRef(row)), toSubjectRef(row)]));
    const reports = rows.length === 0 ? [] : await reportsCasesStore.findNewestReports(db, [...refs.values()]);
    const byKey = new Map(reports.map((report) => [keyOf(report), report]));
    return rows.map((row) => toAppeal(row, byKey.get(keyOf(toSubjectRef(row)))));
  }

  async function findAppeal(id: string): Promise<Appeal> {
    const row = await appealsStore.findDetail(db, id);
    const [appeal] = row ? await toAppeals([row]) : [];
    if (!appeal) throw new DomainError('APPEAL_NOT_FOUND');
    return appeal;
  }

  async function getAppeal(id: string): Promise<AppealDetail> {
    const appeal = await findAppeal(id);
    const [subject, grounds, others] = await Promise.all([
      getSubject(app, appeal.subject),
      appealsStore.findGrounds(db, id),
      appeal.outcome === null ? appealsStore.countOthers(db, { _id: id, decisionId: appeal.decision._id }) : 0,
    ]);
    const kept = grounds?.evidence_id ? await reportsEvidenceStore.findById(db, grounds.evidence_id) : undefined;
    return {
      appeal,
      subject,
      evidence: kept ? { takenAt: kept.takenAt.toISOString(), content: kept.content } : null,
      letter: grounds?.letter ?? '',
      others,
    };
  }

  async function insertAppeal(tx: Tx, { noticeId, text }: CreateAppealBody, caller: Caller) {
    const notice = await noticesStore.find(tx, caller.id, noticeId);
    if (!notice) throw new DomainError('NOTICE_NOT_FOUND');
    const { decision_id: decisionId, report_id, appeal_until } = notice;
    if (appeal_until === null || decisionId === null) throw new DomainError('APPEAL_IMPOSSIBLE');
    const decision = await reversal.lock(tx, decisionId);
    const at = clock.now();
    if (await appealsStore.findOf(tx, decisionId, caller.id)) throw new DomainError('APPEAL_EXISTS');
    if (decision.undone_at) throw new DomainError('APPEAL_UNNEEDED');
    if (appeal_until <= at) throw new DomainError('APPEAL_TOO_LATE');
    const ref = toSubjectRef(decision);
    const subject = await lockSubject({ ...app, tx }, ref, decision.owner_id);
    const id = newId();
    const { appealDueHours } = await getSettings(tx);
    const dueAt = new Date(at.getTime() + appealDueHours * HOUR_MS);
    await appealsStore.insert(tx, {
      id,
      notice_id: noticeId,
      decision_id: decisionId,
      subject_type: ref.itemType,
      subject_id: ref.itemId,
      user_id: caller.id,
      kind: report_id === null ? 'owner' : 'reporter',
      text,
      created_at: at,
      due_at: dueAt,
      half_due_at: new Date((at.getTime() + dueAt.getTime()) / 2),
    });
    await appendEvent(subject, {
      kind: 'appealed',
      actor: { type: 'user', id: caller.id },
      decisionId,
      ...(report_id === null ? {} : { reportId: report_id }),
      changes: { openAppeals: 1 },
    });
    const author = await findUser(tx, caller.id);
    const title = await findSubjectTitle(tx, ref);
    await notifyAdmins(subject, {
      type: 'new_appeal',
      reportId: null,
      appealId: id,
      senderName: author?.username ?? null,
      senderAvatar: author?.avatar ?? null,
      about: { ...ref, title, owner: null, reason: null, severity: null },
    });
    await alerts.raise(tx, {
      event: 'appeal.created',
      subject: ref,
      reportId: null,
      appealId: id,
      reason: null,
      title,
    });
    afterCommit(tx, () => publisher.toAdmins(appealsChanged, {}));
    return { _id: id, createdAt: at.toISOString(), dueAt: dueAt.toISOString() };
  }

  /** Ends appeals against a decision that stays. @returns those that ended */
  async function keepDecision(
    subject: LockedSubject,
    appeal: EndedAppeal & { decision_id: string },
    {
      kind,
      note,
      answersAll,
    }: { kind: 'appeal_upheld' | 'appeal_closed'; note: string | undefined; answersAll: boolean },
    caller: Caller,
  ): Promise<readonly EndedAppeal[]> {
    const { tx } = subject;
    const { id, decision_id: decisionId } = appeal;
    const outcome = kind === 'appeal_upheld' ? ('upheld' as const) : ('closed' as const);
    const end = { outcome, at: clock.now(), by: caller, note: note ?? null };
    const ended = answersAll ? await appealsStore.endOfDecision(tx, decisionId, end) : [appeal];
    if (!answersAll) await appealsStore.end(tx, id, end);
    await markAppealsRead(
      subject,
      ended.map((each) => each.id),
    );
    const changes = { openAppeals: -ended.length };
    await appendEvent(subject, { kind, actor: administrator(caller), decisionId, note, changes });
    afterCommit(tx, () => publisher.toAdmins(appealsChanged, {}));
    return ended;
  }

  /** Queues the answer to everybody whose appeal ended: an own text to the one whom it answers, to others the template. */
  async function queueAnswers(
    subject: LockedSubject,
    appeal: EndedAppeal & { decision_id: string },
    ended: readonly EndedAppeal[],
    { kind, letter }: { kind: 'appeal_upheld' | 'appeal_overturned'; letter: string | null | undefined },
    caller: Caller,
  ): Promise<void> {
    const origin = { decisionId: appeal.decision_id, senderId: caller.id, actor: administrator(caller) };
    const answer = (some: readonly EndedAppeal[], text: string | null | undefined) => {
      const recipientIds = some.map(({ user_id }) => user_id);
      return queueLetters(subject, { kind, policy: null, text, sendAt: clock.now() }, recipientIds, origin);
    };
    const isOwn = ({ id }: EndedAppeal) => id === appeal.id;
    // Its text speaks of what is the owner's.
    const isOwner = (each: EndedAppeal) => !isOwn(each) && each.kind === 'owner';
    await answer(ended.filter(isOwn), letter);
    await answer(ended.filter(isOwner), undefined);
    await answer(
      ended.filter((each) => !isOwn(each) && !isOwner(each)),
      undefined,
    );
  }

  /** Ends an appeal, and notifies everybody whose appeal ends with it. */
  async function decide(tx: Tx, id: string, body: DecideAppealBody, caller: Caller, context: CallContext) {
    const { outcome, version } = body;
    const note = body.note || undefined;
    const found = await appealsStore.find(tx, id);
    if (!found) throw new DomainError('APPEAL_NOT_FOUND');
    const decision = await reversal.lock(tx, found.decision_id);
    const locked = await lockSubject({ ...app, tx }, toSubjectRef(decision), decision.owner_id);
    // Read again: the lock may have been waited for.
    const appeal = await appealsStore.find(tx, id);
    // Pressed again after a lost response.
    const isRepeated = appeal?.outcome === OUTCOMES[outcome] && appeal.decided_by_id === caller.id;
    if (isRepeated) return;
    if (!appeal || appeal.outcome !== null) throw new AppealDecided();
    if (await hasChangedSince(locked, version)) throw new StaleSubject();
    const author = await findUser(tx, appeal.user_id);
    const isOverturned = author !== null && outcome === 'overturn';
    let subject = locked;
    if (isOverturned) {
      const event = { kind: 'appeal_overturned' as const, note };
      const reversed = await reversal.takeBack(tx, decision, event, caller, context);
      subject = reversed.subject;
      const answer = { kind: 'appeal_overturned', letter: body.letter } as const;
      await queueAnswers(subject, appeal, reversed.ended, answer, caller);
    } else if (author === null) {
      await keepDecision(locked, appeal, { kind: 'appeal_closed', note, answersAll: false }, caller);
    } else {
      const answersAll = body.answersAll === true;
      const ended = await keepDecision(locked, appeal, { kind: 'appeal_upheld', note, answersAll }, caller);
      await queueAnswers(subject, appeal, ended, { kind: 'appeal_upheld', letter: body.letter }, caller);
    }
    await recordAudit(
      { ...app, tx, caller, request: context },
      {
        action: 'appeal.decide',
        target: await auditTargetOf(subject),
        after: {
          appealId: id,
          decisionId: decision.id,
          outcome: author === null ? 'closed' : isOverturned ? 'overturned' : 'upheld',
          ...(note ? { note } : {}),
          ...ownCaseMark(subject, caller),
        },
      },
    );
    if (isOverturned && decision.policy_key !== null) await policiesStore.countOverturned(tx, decision.policy_key);
  }

  return {
    /**
     * Objects to a decision, or asks for a second look at a rejected report. The subject is open again.
     * @throws {DomainError} NOTICE_NOT_FOUND, also for somebody else's; APPEAL_IMPOSSIBLE, APPEAL_EXISTS, APPEAL_TOO_LATE,
     *   APPEAL_UNNEEDED
     */
    async createAppeal(body: CreateAppealBody, caller: Caller) {
      try {
        return await transact((tx) => insertAppeal(tx, body, caller));
      } catch (error) {
        const constraint = violatedConstraint(error);
        if (constraint === 'appeals_notice_key' || constraint === 'appeals_once')
          throw new DomainError('APPEAL_EXISTS');
        throw error;
      }
    },

    /**
     * A page of appeals; the first page also counts the total.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listAppeals({
      state,
      assignee,
      limit,
      cursor: text,
    }: ListAppealsBody): Promise<{ appeals: Appeal[]; pagination: CursorPagination }> {
      const cursor = text ? decodeCursor(text, cursorSchema) : null;
      const by = assignee || undefined;
      // One row more than the limit shows whether there is a next page.
      const [rows, counted] = await Promise.all(
        state === 'open'
          ? [
              appealsStore.findOpen(db, by, cursor, limit + 1),
              cursor ? cursor.total : appealsStore.countOpen(db, by, COUNT_UP_TO + 1),
            ]
          : [
              appealsStore.findDecided(db, cursor, limit + 1),
              cursor ? cursor.total : appealsStore.countDecided(db, COUNT_UP_TO + 1),
            ],
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const at = state === 'open' ? last?.due_at : last?.decided_at;
      const total = Math.min(counted, COUNT_UP_TO);
      const totalRelation = counted > COUNT_UP_TO ? 'gte' : 'eq';
      const nextCursor = last && at ? encodeCursor({ at, id: last.id, total: counted }) : null;
      return { appeals: await toAppeals(shown), pagination: { total, totalRelation, nextCursor } };
    },

    /** How many wait and how many of them are overdue, counted up to `most`, and since when the first due does. */
    countWaiting: (most: number) => appealsStore.countWaiting(db, clock.now(), most),

    /** @throws {DomainError} APPEAL_NOT_FOUND */
    getAppeal,

    /**
     * Keeps a decision, or takes back all that it did, with all appeals to it that wait. Where the account that objects
     * was deleted meanwhile, the appeal is closed and the decision stays. A repeat by the same administrator changes nothing.
     * @throws {DomainError} APPEAL_NOT_FOUND; APPEAL_DECIDED with the present appeal; SUBJECT_CHANGED with the present
     *   subject, for a stale version
     */
    async decideAppeal(
      id: string,
      body: DecideAppealBody,
      caller: Caller,
      context: CallContext,
    ): Promise<AppealDetail> {
      try {
        await users.auditDenial('appeal.decide', caller, context, () =>
          transact((tx) => decide(tx, id, body, caller, context)),
        );
      } catch (error) {
        if (error instanceof AppealDecided) throw new DomainError('APPEAL_DECIDED', { appeal: await findAppeal(id) });
        if (!(error instanceof StaleSubject)) throw error;
        throw new DomainError('SUBJECT_CHANGED', { subject: (await getAppeal(id)).subject });
      }
      return getAppeal(id);
    },
  };
}
export type AppealsService = ReturnType<typeof createAppealsService>;

const cursorSchema = z.object({ at: cursorTime, id: cursorId, total: cursorInteger });

const OUTCOMES = { uphold: 'upheld', overturn: 'overturned' } as const;

/** These roll the transaction back; what is there now is read after it. */
class AppealDecided extends Error {}
class StaleSubject extends Error {}
