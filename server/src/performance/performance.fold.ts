import { dayOf } from '../lib/vietnam-day.ts';
import { BUCKETS, bucketOf } from './performance.histogram.ts';

/** The former events of a subject, as far as the next ones need them. */
export interface FoldState {
  openReports: number;
  /** Since when it has open reports, and since when somebody has looked at it; null without any. */
  openedAt: Date | null;
  lookedAt: Date | null;
  /** The reason of the report that opened it. */
  reason: string | null;
}

/** The part of a moderation event that is counted. */
export interface FoldedEvent {
  kind: string;
  at: Date;
  openReportsChange: number;
  /** The administrator who did it; null for users and the system. */
  actor: { id: string; name: string | null } | null;
  assigneeId: string | null;
  /** The reason of the report that it is about. */
  reason: string | null;
  policyKey: string | null;
  /** The decision that it names, which may be a colleague's. */
  decision: { actorId: string; policyKey: string | null } | null;
}

export const MEASURES = ['filed', 'closed', 'autoClosed', 'decisions', 'objections', 'overturned', 'undone'] as const;
export type Measure = (typeof MEASURES)[number];
export type Dimension = 'all' | 'reason' | 'policy' | 'administrator';

/** One row of the daily totals. */
export interface DayCounts extends Record<Measure, number> {
  dimension: Dimension;
  key: string;
  day: string;
  name: string | null;
  firstLook: number[];
  closing: number[];
}

/** Whose row something is counted in, beside that of all. */
interface Attribution {
  administrator?: { id: string; name: string | null } | null | undefined;
  reason?: string | null | undefined;
  policy?: string | null | undefined;
}

/** Collects what is to be added to the daily totals. */
export function createDayCounts() {
  const rows = new Map<string, DayCounts>();

  function rowOf(dimension: Dimension, key: string, day: string, name: string | null): DayCounts {
    const id = `${dimension} ${day} ${key}`;
    const row = rows.get(id) ?? {
      ...{ dimension, key, day, name },
      ...{ filed: 0, closed: 0, autoClosed: 0, decisions: 0, objections: 0, overturned: 0, undone: 0 },
      firstLook: Array<number>(BUCKETS).fill(0),
      closing: Array<number>(BUCKETS).fill(0),
    };
    row.name = name ?? row.name;
    rows.set(id, row);
    return row;
  }

  function rowsOf(at: Date, { administrator, reason, policy }: Attribution): DayCounts[] {
    const day = dayOf(at);
    return [
      rowOf('all', '', day, null),
      ...(administrator ? [rowOf('administrator', administrator.id, day, administrator.name)] : []),
      ...(reason ? [rowOf('reason', reason, day, null)] : []),
      ...(policy ? [rowOf('policy', policy, day, null)] : []),
    ];
  }

  return {
    add(at: Date, measure: Measure, count: number, to: Attribution): void {
      for (const row of rowsOf(at, to)) row[measure] += count;
    },
    addDuration(at: Date, histogram: 'firstLook' | 'closing', ms: number, to: Attribution): void {
      const place = bucketOf(ms);
      for (const row of rowsOf(at, to)) row[histogram][place] = (row[histogram][place] ?? 0) + 1;
    },
    rows: (): DayCounts[] => [...rows.values()],
  };
}
export type DayCountsCollector = ReturnType<typeof createDayCounts>;

/** Whether an administrator who does this has looked at the subject; giving it to a colleague takes no look. */
const isLook = ({ kind, actor, assigneeId }: FoldedEvent): boolean =>
  actor !== null && (kind === 'status_set' || kind === 'decided' || (kind === 'assigned' && assigneeId === actor.id));

/**
 * Counts an event of a subject.
 * @returns the state for the next event of the same subject
 */
export function foldEvent(state: FoldState, event: FoldedEvent, counts: DayCountsCollector): FoldState {
  const { kind, at, actor, reason, policyKey, decision, openReportsChange: change } = event;
  const openReports = state.openReports + change;
  const next = { ...state, openReports };
  if (state.openReports === 0 && openReports > 0) {
    Object.assign(next, { openedAt: at, lookedAt: null, reason: reason ?? state.reason });
  }

  if (kind === 'reported') counts.add(at, 'filed', 1, { reason });
  if (kind === 'auto_closed' && change < 0) counts.add(at, 'autoClosed', -change, {});
  if (kind === 'decided') counts.add(at, 'decisions', 1, { administrator: actor, policy: policyKey });
  const decider = decision && { administrator: { id: decision.actorId, name: null }, policy: decision.policyKey };
  if (kind === 'appealed') counts.add(at, 'objections', 1, decider ?? {});
  if (kind === 'appeal_overturned') counts.add(at, 'overturned', 1, decider ?? {});
  if (kind === 'decision_undone' && decider) counts.add(at, 'undone', 1, decider);

  if (next.openedAt && !next.lookedAt && isLook(event)) {
    next.lookedAt = at;
    const ms = at.getTime() - next.openedAt.getTime();
    counts.addDuration(at, 'firstLook', ms, { administrator: actor, reason: next.reason });
  }
  if (actor && change < 0 && (kind === 'status_set' || kind === 'decided')) {
    counts.add(at, 'closed', -change, { administrator: actor });
    if (openReports === 0 && state.openedAt) {
      const ms = at.getTime() - state.openedAt.getTime();
      counts.addDuration(at, 'closing', ms, { administrator: actor, reason: state.reason, policy: policyKey });
    }
  }
  return openReports > 0 ? next : { ...next, openedAt: null, lookedAt: null };
}
