import type { AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AssignmentNotificationType } from '@hai-dang/contract/notifications/notifications.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { notifyAdmin } from '../../notifications/notify-admins.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import type { DecisionsService } from '../decisions/decisions.service.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import type { EventAssignee } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { assignmentsStore } from './assignments.store.ts';
import type { SubjectViewersService } from './subject-viewers.service.ts';

/** How long a claim by looking holds after its administrator has stopped looking. */
const CLAIM_MS = 10 * 60_000;
const RELEASED_PER_STEP = 50;

interface AssignmentsNeeds {
  app: App;
  viewers: Pick<SubjectViewersService, 'listViewed'>;
  decisions: Pick<DecisionsService, 'getSubject'>;
}

/** Which administrator handles a subject, so that work is not done twice. */
export function createAssignmentsService(needs: AssignmentsNeeds) {
  const { app, viewers, decisions } = needs;
  const { db, transact, clock } = app;

  const inTime = () => new Date(clock.now().getTime() + CLAIM_MS);

  async function notify(
    subject: LockedSubject,
    recipient: EventAssignee,
    type: AssignmentNotificationType,
    caller: EventAssignee,
  ): Promise<void> {
    const { tx, ref } = subject;
    const [newest] = await reportsCasesStore.findNewestReports(tx, [ref]);
    const did = type === 'report_assigned' ? 'đã giao cho bạn' : 'đã nhận thay bạn';
    await notifyAdmin(subject, recipient.id, {
      type,
      reportId: newest?.reportId ?? null,
      senderName: caller.username,
      senderAvatar: caller.avatarUrl,
      message: `${caller.username} ${did}: ${newest?.title ?? ref.itemId}`,
    });
  }

  async function assign(
    subject: LockedSubject,
    { assigneeId, takeOver = false, isAutomatic = false }: AssignSubjectBody,
    { id: callerId }: Caller,
  ): Promise<void> {
    const { tx, ref, state } = subject;
    const caller = await subjectsStore.findAdministrator(tx, callerId);
    if (!caller) throw new DomainError('SESSION_EXPIRED');
    // Somebody who is disabled or gone handles nothing any more.
    const holder = state.assigneeId === null ? undefined : await subjectsStore.findAdministrator(tx, state.assigneeId);
    const isTaken = holder !== undefined && holder.id !== callerId;
    const isClaim = isAutomatic && assigneeId === callerId;
    const isClosed = state.openReports + state.openAppeals === 0;
    // Who only looks has asked for nothing.
    if (isClaim && (isTaken || isClosed)) return;
    if (isTaken && holder.id !== assigneeId && !takeOver) throw new AssignedToOther();
    const actor = administrator(caller);

    if (assigneeId === null) {
      if (state.assigneeId === null) return;
      await appendEvent(subject, { kind: 'released', actor });
      if (isTaken) await notify(subject, holder, 'report_taken_over', caller);
      return;
    }
    if (isClosed) throw new DomainError('SUBJECT_CLOSED');
    if (holder?.id === assigneeId) {
      // What was claimed by looking stays once it is claimed on purpose.
      if (!isAutomatic) await assignmentsStore.deleteClaim(tx, ref);
      return;
    }
    const assignee = await subjectsStore.findAdministrator(tx, assigneeId);
    if (!assignee) throw new DomainError('ASSIGNEE_NOT_FOUND');
    const expiresAt = inTime();
    const targetName = assignee.username;
    await appendEvent(subject, {
      kind: 'assigned',
      actor,
      assignee,
      targetName,
      ...(isClaim ? { until: expiresAt } : {}),
    });
    const { assignedAt } = subject.state;
    if (isClaim && assignedAt) await assignmentsStore.setClaim(tx, ref, { assigneeId, assignedAt, expiresAt });
    else await assignmentsStore.deleteClaim(tx, ref);
    if (assignee.id !== callerId) await notify(subject, assignee, 'report_assigned', caller);
    if (isTaken) await notify(subject, holder, 'report_taken_over', caller);
  }

  /** Gives a subject back whose claim is over, unless it was renewed or somebody else has the subject by now. */
  async function expireClaim(tx: Tx, ref: SubjectRef): Promise<void> {
    const subject = await lockSubject({ ...app, tx }, ref, null);
    const claim = await assignmentsStore.findClaim(tx, ref);
    if (!claim || claim.expiresAt > clock.now()) return;
    await assignmentsStore.deleteClaim(tx, ref);
    const { assigneeId, assignedAt } = subject.state;
    const isPresent = assigneeId === claim.assigneeId && assignedAt?.getTime() === claim.assignedAt.getTime();
    if (isPresent) await appendEvent(subject, { kind: 'released', actor: { type: 'system' }, until: claim.expiresAt });
  }

  /** Gives a subject back whose administrator is disabled or gone. */
  async function releaseAbandoned(tx: Tx, ref: SubjectRef): Promise<void> {
    const subject = await lockSubject({ ...app, tx }, ref, null);
    const { assigneeId } = subject.state;
    if (assigneeId === null || (await subjectsStore.findAdministrator(tx, assigneeId))) return;
    await appendEvent(subject, { kind: 'released', actor: { type: 'system' } });
  }

  /** Releases what `find` finds; a subject that fails does not hold the others. @returns the failures */
  async function releaseEach(
    find: (step: { skip: number; most: number }) => ReturnType<typeof assignmentsStore.findExpired>,
    release: (tx: Tx, ref: SubjectRef) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      // Skip the subjects that failed: they would be found first again.
      const rows = await find({ skip: failures.length, most: RELEASED_PER_STEP });
      hasMore = rows.length === RELEASED_PER_STEP;
      for (const row of rows) {
        if (signal?.aborted) break;
        await transact((tx) => release(tx, toSubjectRef(row))).catch((error: unknown) => void failures.push(error));
      }
    }
    return failures;
  }

  return {
    /** How many subjects an administrator handles, counted up to `most`, and since when the first of them. */
    countAssigned: (adminId: string, most: number) => assignmentsStore.countAssigned(db, adminId, most),

    /**
     * Claims a subject, gives it to a colleague, or gives it back; notifies whom it is given to or taken from. Idempotent.
     * @throws {DomainError} SUBJECT_NOT_FOUND; SUBJECT_CLOSED where nothing is open; SUBJECT_ASSIGNED with the present
     *   subject, where somebody else has it; ASSIGNEE_NOT_FOUND
     */
    async assignSubject(ref: SubjectRef, body: AssignSubjectBody, caller: Caller): Promise<ModerationSubject> {
      const wanted = { ...body, assigneeId: body.assigneeId === 'me' ? caller.id : body.assigneeId };
      if (!(await subjectsStore.find(db, ref))) {
        // Throws where there is no such content, either; otherwise nothing has happened to it.
        const subject = await decisions.getSubject(ref);
        if (wanted.assigneeId === null) return subject;
        throw new DomainError('SUBJECT_CLOSED');
      }
      try {
        await transact(async (tx) => assign(await lockSubject({ ...app, tx }, ref, null), wanted, caller));
      } catch (error) {
        if (!(error instanceof AssignedToOther)) throw error;
        throw new DomainError('SUBJECT_ASSIGNED', { subject: await decisions.getSubject(ref) });
      }
      return decisions.getSubject(ref);
    },

    /**
     * Takes back that a subject was assigned or released by an event, unless that has changed since: who had it before has it again.
     * @throws {DomainError} ACTION_CHANGED; ASSIGNEE_NOT_FOUND where who had it before cannot work any more
     */
    undoAssignment: (ref: SubjectRef, version: number, caller: Caller): Promise<void> =>
      transact(async (tx) => {
        const subject = await lockSubject({ ...app, tx }, ref, null);
        const kinds = ['assigned', 'released', 'decided'] as const;
        const last = await subjectEventsStore.findLastUpTo(tx, ref, { kinds, version: subject.state.version });
        const isOpen = subject.state.openReports + subject.state.openAppeals > 0;
        if (last?.version !== version || !isOpen) throw new DomainError('ACTION_CHANGED');
        const former = await subjectEventsStore.findLastUpTo(tx, ref, { kinds, version: version - 1 });
        const assigneeId = former?.kind === 'assigned' ? former.assignee_id : null;
        await assign(subject, { assigneeId, takeOver: true }, caller);
      }),

    /**
     * Gives back what nobody handles any more: claims of those who have not looked at the subject for ten minutes, and subjects of administrators who are disabled or gone.
     * Each in a transaction of its own; another server may do the same meanwhile.
     * @param signal aborts it between two of them
     */
    async releaseIdle(signal?: AbortSignal): Promise<void> {
      const viewed = (await viewers.listViewed()).flatMap(({ itemType, itemId, viewers: all }) =>
        all.map(({ _id: adminId }) => ({ itemType, itemId, adminId })),
      );
      await assignmentsStore.extendClaims(db, viewed, inTime());
      const failures = [
        ...(await releaseEach((step) => assignmentsStore.findExpired(db, clock.now(), step), expireClaim, signal)),
        ...(await releaseEach((step) => assignmentsStore.findAbandoned(db, step), releaseAbandoned, signal)),
      ];
      if (failures.length > 0) throw failures[0];
    },
  };
}
export type AssignmentsService = ReturnType<typeof createAssignmentsService>;

/** Rolls the transaction back; the present subject is read after it. */
class AssignedToOther extends Error {}
