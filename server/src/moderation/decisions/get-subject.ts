import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findAuthorId } from '../../posts/find-content.ts';
import { findUser } from '../../users/find-user.ts';
import { decidedReportsStore } from '../closing/decided-reports.store.ts';
import { describeReports } from '../closing/subject-reports.ts';
import { getSettings } from '../settings/settings.ts';
import { NEW_SUBJECT } from '../subjects/apply-event.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { toModerationSubject } from './decisions.mapper.ts';
import { decisionsStore, NO_RECORD } from './decisions.store.ts';

const EVENTS_MAX = 50;

/**
 * A subject of moderation, with its state, its newest 50 events and the points of its owner; an
 * account also with the open reports of what it published.
 * @throws {DomainError} SUBJECT_NOT_FOUND where nothing is known of it and there is none
 */
export async function getSubject({ db, clock }: App, ref: SubjectRef): Promise<ModerationSubject> {
  const state = await subjectsStore.find(db, ref);
  const ownerId = await findOwnerId(db, ref, state);
  const [owner, record, reports, events, harmless, waiting, { ladder }, assignee, contentReports] = await Promise.all([
    ownerId === null ? null : findUser(db, ownerId),
    ownerId === null ? NO_RECORD : decisionsStore.findRecord(db, ownerId, clock.now()),
    describeReports(db, ref),
    subjectEventsStore.findNewest(db, ref, EVENTS_MAX),
    subjectEventsStore.findHarmless(db, ref),
    decidedReportsStore.countWaiting(db, ref),
    getSettings(db),
    state?.assigneeId ? subjectsStore.findAdministrator(db, state.assigneeId) : null,
    ref.itemType === 'User' ? subjectsStore.countOpenOfContent(db, ref.itemId) : undefined,
  ]);
  const known = { owner, record, reports, ladder, events, harmless, waiting, assignee, contentReports };
  return toModerationSubject(ref, state ?? NEW_SUBJECT, known);
}

/**
 * The account itself, or the author of the content; null where it is unknown.
 * @throws {DomainError} SUBJECT_NOT_FOUND where nothing is known of it and there is none
 */
export async function findOwnerId(
  on: DbOrTx,
  ref: SubjectRef,
  known: { ownerId: string | null } | undefined,
): Promise<string | null> {
  if (known && known.ownerId !== null) return known.ownerId;
  const { itemType: type, itemId: id } = ref;
  const ownerId = type === 'User' ? ((await findUser(on, id))?._id ?? null) : await findAuthorId(on, { type, id });
  if (ownerId === null && !known) throw new DomainError('SUBJECT_NOT_FOUND');
  return ownerId;
}
