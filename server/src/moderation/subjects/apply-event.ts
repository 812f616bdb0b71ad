import { storedPriority } from '@hai-dang/contract/moderation/priority.ts';
import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';

/** A subject as its events say. */
export interface SubjectState {
  /** How many events it has. */
  version: number;
  reports: number;
  openReports: number;
  /** The number of open reports that nobody has looked at. */
  pendingReports: number;
  /** Different reporters of its reports. */
  reporters: number;
  /** Appeals to its decisions that wait. */
  openAppeals: number;
  /** Since when its content is taken down; null for one that is not, and for accounts. */
  takenDownAt: Date | null;
  /** Until when content that is taken down is not purged; null for the usual time. */
  keptUntil: Date | null;
  /** Since when the system hides its content until an administrator decides. */
  hiddenAt: Date | null;
  /** Since when reports that it files close themselves; null for most accounts, and for content. */
  mutedAt: Date | null;
  /** The highest severity of what is open, 1 without an open report. */
  severity: number;
  /** Other closed reports of those who have filed what is open, and of these those that were right. */
  recordClosed: number;
  recordRight: number;
  /** The time by which the open reports are to be decided, and half of the time until then; null without one. */
  dueAt: Date | null;
  halfDueAt: Date | null;
  /** Since when it is escalated: it was overdue for a day. Null for others, and for what is due later by now. */
  escalatedAt: Date | null;
  /** Its place among the open ones, the highest first; null without an open report. */
  priority: number | null;
  /** The administrator who handles it, and since when; null while nobody does, and without anything open. */
  assigneeId: string | null;
  assignedAt: Date | null;
}

/** The changes that an event makes to the counts of its subject; none where it names none. */
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
  | 'policy_named'
  | 'escalated'
  | 'decided'
  | 'decision_undone'
  | 'appealed'
  | 'appeal_upheld'
  | 'appeal_overturned'
  | 'appeal_closed'
  | 'noted'
  | 'note_removed'
  | 'tagged'
  | 'tag_removed'
  | 'assigned'
  | 'released'
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
  | 'reporter_muted'
  | 'reporter_unmuted'
  | 'letter_queued'
  | 'letter_sent';

export type EventActor =
  | { readonly type: 'administrator'; readonly id: string; readonly username: string }
  | { readonly type: 'user'; readonly id: string }
  | { readonly type: 'system' };

/** An administrator who handles a subject, as the others see them. */
export interface EventAssignee {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

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
  /** The note or tag that it is about, which has its text. */
  noteId?: string;
  /** The version of the rule that a decision or a report names. */
  policy?: { readonly key: string; readonly version: number };
  /** When a suspension, note or tag ends, until when content that is down is kept from a decision on, or when a claim expires. */
  until?: Date;
  /** To whom it is assigned. */
  assignee?: EventAssignee;
  changes?: CountChanges;
  due?: EventDue | undefined;
}

/** The due time by an event; of one that closes its subject, that until then; of 'policy_named', that from now on. */
export interface EventDue {
  /** Counts where the subject has none, or a later one. */
  dueAt?: Date | undefined;
  severity: number;
  /** Other closed reports of the reporter, and of these those that were right. */
  recordClosed: number;
  recordRight: number;
}

/** Events of former releases say nothing of it. */
const DEFAULT_DUE_MS = 24 * 3_600_000;
const NOT_DUE = {
  severity: 1,
  recordClosed: 0,
  recordRight: 0,
  dueAt: null,
  halfDueAt: null,
  escalatedAt: null,
  priority: null,
} as const;

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
  mutedAt: null,
  ...NOT_DUE,
  assigneeId: null,
  assignedAt: null,
};

/**
 * The state of a subject after an event. The state of every subject is what this gives for its events in their order, and
 * no other code changes it.
 * @throws {Error} for an event that makes a count negative: it was not made from this state
 */
export function applyEvent(
  state: SubjectState,
  {
    kind,
    at,
    until,
    assignee,
    changes = {},
    due,
  }: Pick<ModerationEvent, 'kind' | 'at' | 'until' | 'changes' | 'due'> & { assignee?: Pick<EventAssignee, 'id'> },
): SubjectState {
  const openReports = state.openReports + (changes.openReports ?? 0);
  const visibility = visibilityAfter(state, { kind, at, until: until ?? null });
  const next = {
    version: state.version + 1,
    reports: state.reports + (changes.reports ?? 0),
    openReports,
    pendingReports: state.pendingReports + (changes.pendingReports ?? 0),
    reporters: state.reporters + (changes.reporters ?? 0),
    openAppeals: state.openAppeals + (changes.openAppeals ?? 0),
    ...visibility,
    mutedAt: mutedAfter(state, { kind, at }),
    ...dueAfter({ ...state, ...visibility }, openReports, { kind, at, due }),
    ...assignmentAfter(state, { kind, at, assigneeId: assignee?.id }),
  };
  const isPossible =
    next.pendingReports >= 0 &&
    next.openReports >= next.pendingReports &&
    next.reports >= next.openReports &&
    next.reporters >= 0 &&
    next.openAppeals >= 0;
  if (!isPossible) throw new Error(`a moderation event (${kind}) does not fit the state of its subject`);
  const isOpen = next.openReports + next.openAppeals > 0;
  return kind === 'assigned' || isOpen ? next : { ...next, ...UNASSIGNED };
}

const UNASSIGNED = { assigneeId: null, assignedAt: null };

function assignmentAfter(
  { assigneeId, assignedAt }: SubjectState,
  event: { kind: ModerationEventKind; at: Date; assigneeId: string | undefined },
): Pick<SubjectState, 'assigneeId' | 'assignedAt'> {
  if (event.kind === 'assigned' && event.assigneeId) return { assigneeId: event.assigneeId, assignedAt: event.at };
  return event.kind === 'released' || event.kind === 'decided' ? UNASSIGNED : { assigneeId, assignedAt };
}

function mutedAfter({ mutedAt }: SubjectState, { kind, at }: { kind: ModerationEventKind; at: Date }): Date | null {
  if (kind === 'reporter_muted') return at;
  return kind === 'reporter_unmuted' ? null : mutedAt;
}

/** Content is visible, hidden or taken down: never two of them. */
function visibilityAfter(
  { takenDownAt, keptUntil, hiddenAt }: SubjectState,
  { kind, at, until }: { kind: ModerationEventKind; at: Date; until: Date | null },
): Pick<SubjectState, 'takenDownAt' | 'keptUntil' | 'hiddenAt'> {
  if (kind === 'taken_down') return { takenDownAt: at, keptUntil: until, hiddenAt: null };
  if (kind === 'auto_hidden') return { takenDownAt: null, keptUntil: null, hiddenAt: at };
  if (kind === 'decided' && takenDownAt && until) return { takenDownAt, keptUntil: until, hiddenAt };
  return kind === 'restored'
    ? { takenDownAt: null, keptUntil: null, hiddenAt: null }
    : { takenDownAt, keptUntil, hiddenAt };
}

/**
 * The due time is the earliest that an event has given since the subject was opened; what is closed has none. Another rule of a
 * report sets it, and the severity, to what they are for all that is open: milder and later, too.
 */
function dueAfter(
  state: SubjectState,
  openReports: number,
  { kind, at, due }: Pick<ModerationEvent, 'kind' | 'at' | 'due'>,
): DueState {
  if (openReports <= 0) return NOT_DUE;
  const given = due?.dueAt ?? new Date(at.getTime() + DEFAULT_DUE_MS);
  const former = state.dueAt;
  const isSet = kind === 'policy_named' && due !== undefined;
  const isGiven =
    former === null || (due?.dueAt !== undefined && (isSet ? given.getTime() !== former.getTime() : given < former));
  const dueAt = isGiven ? given : former;
  const isLater = former !== null && dueAt > former;
  const facts = {
    escalatedAt: kind === 'escalated' ? at : isLater ? null : state.escalatedAt,
    severity: isSet ? due.severity : Math.max(state.severity, due?.severity ?? 1),
    recordClosed: state.recordClosed + (due?.recordClosed ?? 0),
    recordRight: state.recordRight + (due?.recordRight ?? 0),
    dueAt,
  };
  return {
    ...facts,
    halfDueAt: isGiven ? new Date(Math.floor((at.getTime() + dueAt.getTime()) / 2)) : state.halfDueAt,
    priority: storedPriority({ ...facts, openReports, hiddenAt: state.hiddenAt }),
  };
}

type DueState = Pick<SubjectState, keyof typeof NOT_DUE>;
