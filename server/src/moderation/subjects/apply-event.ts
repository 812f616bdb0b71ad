import type { ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';

/** A subject as its events say. */
export interface SubjectState {
  /** How many events it has. */
  version: number;
  reports: number;
  openReports: number;
  /** Of the open ones those that nobody has looked at. */
  pendingReports: number;
  /** Different reporters of its reports. */
  reporters: number;
  /** Objections to its decisions that wait. */
  openAppeals: number;
  /** Since when its content is taken down; null for one that is not, and for accounts. */
  takenDownAt: Date | null;
  /** Until when content that is taken down is not purged; null for the usual time. */
  keptUntil: Date | null;
  /** Since when the system hides its content until an administrator decides. */
  hiddenAt: Date | null;
}

/** What an event adds to the counts of its subject; nothing where it names none. */
export interface CountChanges {
  reports?: number;
  openReports?: number;
  pendingReports?: number;
  reporters?: number;
  openAppeals?: number;
}

export type ModerationEventKind =
  | 'reported'
  | 'status_set'
  | 'report_deleted'
  | 'decided'
  | 'decision_undone'
  | 'appealed'
  | 'appeal_upheld'
  | 'appeal_overturned'
  | 'appeal_closed'
  | 'auto_closed'
  | 'auto_hidden'
  | 'taken_down'
  | 'restored'
  | 'warned'
  | 'suspended'
  | 'unsuspended'
  | 'disabled'
  | 'enabled'
  | 'deleted'
  | 'letter_queued'
  | 'letter_sent';

export type EventActor =
  | { readonly type: 'administrator'; readonly id: string; readonly username: string }
  | { readonly type: 'user'; readonly id: string }
  | { readonly type: 'system' };

/** Something that happened to a subject. */
export interface ModerationEvent {
  kind: ModerationEventKind;
  actor: EventActor;
  at: Date;
  /** The report that it is about, or that led to it; without one it is about all open reports, or about none. */
  reportId?: string;
  /** The same for all that one press did. */
  decisionId?: string;
  fromStatus?: ReportStatus;
  toStatus?: ReportStatus;
  /** The account or content as the administrators saw it. */
  targetName?: string;
  note?: string | undefined;
  /** The version of the rule that a decision names. */
  policy?: { readonly key: string; readonly version: number };
  /** When a suspension ends, or until when content that is taken down is kept. */
  until?: Date;
  changes?: CountChanges;
}

/** A subject to which nothing has happened. */
export const NEW_SUBJECT: SubjectState = {
  version: 0,
  reports: 0,
  openReports: 0,
  pendingReports: 0,
  reporters: 0,
  openAppeals: 0,
  takenDownAt: null,
  keptUntil: null,
  hiddenAt: null,
};

/**
 * The state of a subject after an event. The state of every subject is what this gives for its events in their order, and
 * no other code changes it.
 * @throws {Error} for an event that makes a count negative: it was not made from this state
 */
export function applyEvent(
  state: SubjectState,
  { kind, at, until, changes = {} }: Pick<ModerationEvent, 'kind' | 'at' | 'until' | 'changes'>,
): SubjectState {
  const next = {
    version: state.version + 1,
    reports: state.reports + (changes.reports ?? 0),
    openReports: state.openReports + (changes.openReports ?? 0),
    pendingReports: state.pendingReports + (changes.pendingReports ?? 0),
    reporters: state.reporters + (changes.reporters ?? 0),
    openAppeals: state.openAppeals + (changes.openAppeals ?? 0),
    ...visibilityAfter(state, { kind, at, until: until ?? null }),
  };
  const isPossible =
    next.pendingReports >= 0 &&
    next.openReports >= next.pendingReports &&
    next.reports >= next.openReports &&
    next.reporters >= 0 &&
    next.openAppeals >= 0;
  if (!isPossible) throw new Error(`a moderation event (${kind}) does not fit the state of its subject`);
  return next;
}

/** Content is visible, hidden or taken down: never two of them. */
function visibilityAfter(
  { takenDownAt, keptUntil, hiddenAt }: SubjectState,
  { kind, at, until }: { kind: ModerationEventKind; at: Date; until: Date | null },
): Pick<SubjectState, 'takenDownAt' | 'keptUntil' | 'hiddenAt'> {
  if (kind === 'taken_down') return { takenDownAt: at, keptUntil: until, hiddenAt: null };
  if (kind === 'auto_hidden') return { takenDownAt: null, keptUntil: null, hiddenAt: at };
  return kind === 'restored'
    ? { takenDownAt: null, keptUntil: null, hiddenAt: null }
    : { takenDownAt, keptUntil, hiddenAt };
}
