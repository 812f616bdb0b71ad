import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import { momentSoonAfter } from '../factories/calendar.ts';
import type { PlannedEvent } from '../factories/moderation-events.ts';
import { makeDecision } from '../factories/report-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import { REPORTS } from '../texts/texts.ts';

/** A reportable subject: an account, a post, a travel post or a comment. */
export interface DemoSubject {
  itemType: ReportItemType;
  itemId: string;
  authorId: string;
  /** Its name in the audit log. */
  title: string;
  createdAt: number;
  /** An account that is disabled. */
  isDisabled: boolean;
  /** Whether it has a single report. Only such a text may be deleted: later reports need it to exist. */
  isReportedOnce: boolean;
}

type NewAuditEntry = Insertable<Schema['audit_entries']>;

/** The share of still open reports by age; the first match counts. */
const OPEN_SHARES = [
  { olderThanMs: 14 * DAY_MS, share: 0.06 },
  { olderThanMs: 3 * DAY_MS, share: 0.4 },
  { olderThanMs: 0, share: 0.85 },
] as const;
/** Number of reported texts that were deleted. */
const DELETED_MAX = 5;
const NOTE_SHARE = 0.45;
const MEAN_REPLY_MS = 9 * HOUR_MS;
const TARGET_TYPES = { User: 'user', Post: 'post', TravelPost: 'travel_post', Comment: 'comment' } as const;
const CONTEXT = { ip: 'local', request_id: 'demo-data' };

export interface AuditedChange {
  at: number;
  actor: NewUser;
  action: string;
  target: { type: string; id: string; name: string };
  before?: object;
  after: object;
}

/** An audit entry as the services write it. */
const toAuditEntry = (random: Random, { at, actor, action, target, before, after }: AuditedChange): NewAuditEntry => ({
  id: seededId(random, at),
  created_at: new Date(at),
  actor_id: actor.id,
  actor_name: actor.username,
  action,
  target_type: target.type,
  target_id: target.id,
  target_name: target.name,
  before: before ? JSON.stringify(before) : null,
  after: JSON.stringify(after),
  ...CONTEXT,
});

/** The administrator's work on reports: for each step an event and an audit entry. */
export function createDemoHistory({ random, now, admin }: { random: Random; now: number; admin: NewUser }) {
  const events: PlannedEvent[] = [];
  const auditEntries: NewAuditEntry[] = [];
  const deletedAt = new Map<string, Date>();
  const disabledIds = new Set<string>();
  const record = (change: Omit<AuditedChange, 'actor'>) =>
    auditEntries.push(toAuditEntry(random, { ...change, actor: admin }));

  return {
    events,
    auditEntries,
    /** The deletion times of texts, by id. */
    deletedAt,

    /** Files a report. */
    report({ itemType, itemId }: DemoSubject, reportId: string, { reporter, at }: { reporter: NewUser; at: number }) {
      const actor = { id: reporter.id };
      events.push({ id: seededId(random, at), itemType, itemId, kind: 'reported', report_id: reportId, at, actor });
    },

    /** Decides one report, or leaves it open: the newer, the likelier. */
    decide(subject: DemoSubject, reportId: string, createdAt: number) {
      const age = now - createdAt;
      const openShare = OPEN_SHARES.find(({ olderThanMs }) => age >= olderThanMs)?.share ?? 1;
      const state = { status: 'pending', version: 1, updatedAt: createdAt };
      const { itemType, itemId } = subject;
      const step = (
        event: Pick<PlannedEvent, 'kind' | 'from_status' | 'to_status' | 'target_name' | 'note'>,
      ): number => {
        const at = momentSoonAfter(random, state.updatedAt, MEAN_REPLY_MS, now);
        state.updatedAt = at;
        state.version += 1;
        events.push({
          id: seededId(random, at),
          itemType,
          itemId,
          report_id: reportId,
          at,
          actor: admin,
          ...event,
        });
        return at;
      };
      for (const { from, to } of makeDecision(random, { isOpen: random.chance(openShare) })) {
        if (to === 'resolved') takeAction(subject, reportId, step);
        const notes = to === 'pending' ? [] : REPORTS.decisionNotes[to];
        const note = random.chance(NOTE_SHARE) ? random.pick(notes) : null;
        const at = step({ kind: 'status_set', from_status: from, to_status: to, note });
        record({
          at,
          action: 'report.status',
          target: { type: 'report', id: reportId, name: subject.title },
          before: { status: from },
          after: { status: to, ...(note ? { note } : {}) },
        });
        state.status = to;
      }
      return state;
    },
  };

  /** Disables, once, an account that the data marks as disabled; deletes a few texts. */
  function takeAction(
    { itemType, itemId, authorId, title: name, isDisabled, isReportedOnce }: DemoSubject,
    reportId: string,
    step: (event: { kind: string; target_name: string }) => number,
  ): void {
    const target = { type: TARGET_TYPES[itemType], id: itemId, name };
    if (itemType === 'User') {
      if (!isDisabled || disabledIds.has(itemId)) return;
      disabledIds.add(itemId);
      const at = step({ kind: 'disabled', target_name: name });
      const after = { isDisabled: true, sessionsEnded: 1, reportId };
      record({ at, action: 'user.disable', target, before: { isDisabled: false }, after });
    } else if (isReportedOnce && deletedAt.size < DELETED_MAX) {
      const at = step({ kind: 'taken_down', target_name: name });
      const before = { author_id: authorId, content: name };
      record({ at, action: `${target.type}.delete`, target, before, after: { reportId } });
      deletedAt.set(itemId, new Date(at));
    }
  }
}
