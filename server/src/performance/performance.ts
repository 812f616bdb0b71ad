import { Readable } from 'node:stream';
import { PERFORMANCE_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import {
  AGE_BUCKETS_HOURS,
  DUE_BUCKETS_HOURS,
  type Performance,
  type PerformanceCounts,
  type PerformancePeriod,
} from '@hai-dang/contract/performance/performance.schema.ts';
import { recordReading } from '../audit/record-audit.ts';
import type { Clock } from '../lib/clock.ts';
import type { App, Ctx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { performanceCsv } from './performance.csv.ts';
import { createDayCounts, type Dimension, type FoldedEvent, foldEvent } from './performance.fold.ts';
import { toDuration } from './performance.histogram.ts';
import { type EventRow, type PeriodRow, performanceStore } from './performance.store.ts';

const SUBJECTS_PER_STEP = 200;
const EVENTS_PER_STEP = 2_000;
/** Steps of one run: what is there at the first start takes several runs. */
const STEPS_PER_RUN = 500;

/** How much is reported and decided, how fast, and by whom: read from daily totals that a job folds from the moderation events. */
export async function getPerformance(app: App, period: PerformancePeriod): Promise<Performance> {
  const { db } = app;
  const [rows, days, waiting, countedAt] = await Promise.all([
    performanceStore.readPeriod(db, period),
    performanceStore.readDays(db, period),
    countWaiting(app),
    performanceStore.readFoldedAt(db),
  ]);
  const of = (dimension: Dimension) => rows.filter((row) => row.dimension === dimension);
  const [all] = of('all');
  return {
    countedAt: countedAt?.toISOString() ?? null,
    waiting,
    totals: all ? toCounts(all) : NOTHING,
    days,
    reasons: of('reason').map((row) => ({ key: row.key, counts: toCounts(row) })),
    policies: of('policy').map((row) => ({
      key: row.key,
      title: row.present_name ?? row.key,
      counts: toCounts(row),
    })),
    administrators: of('administrator').map((row) => ({
      _id: row.key,
      name: row.present_name ?? row.name,
      isDeleted: row.present_name === null,
      counts: toCounts(row),
    })),
  };
}

/** The numbers of a period as CSV, recorded before the first line is sent. */
export async function exportPerformance(ctx: Ctx, period: PerformancePeriod): Promise<Readable> {
  const performance = await getPerformance(ctx, period);
  await recordReading(ctx, { action: 'performance.export', after: period });
  return Readable.from(performanceCsv(performance), { objectMode: false });
}

/**
 * Folds events that are not folded yet into the daily totals, in short transactions; of several servers one at a time does.
 * Whatever is committed late, or was there before, is folded into the day on which it happened.
 * @param signal aborts it between two of them
 */
export async function foldEvents({ transact, clock }: App, signal?: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_PER_RUN && !signal?.aborted; step += 1) {
    if (!(await transact((tx) => foldStep(tx, clock)))) return;
  }
}

/** @returns whether there may be more */
async function foldStep(tx: Tx, clock: Clock): Promise<boolean> {
  if (!(await performanceStore.lockProgress(tx))) return false;
  const subjects = await performanceStore.findUnfolded(tx, SUBJECTS_PER_STEP);
  const events = subjects.length > 0 ? await performanceStore.findEvents(tx, subjects, EVENTS_PER_STEP) : [];
  const bySubject = new Map(subjects.map((subject) => [`${subject.itemType} ${subject.itemId}`, subject]));
  const counts = createDayCounts();
  for (const row of events) {
    const id = `${row.subject_type} ${row.subject_id}`;
    const subject = bySubject.get(id);
    if (!subject) continue;
    const state = foldEvent(subject, toFoldedEvent(row), counts);
    bySubject.set(id, { ...subject, ...state, foldedVersion: row.version });
  }
  const days = counts.rows();
  if (days.length > 0) await performanceStore.addDays(tx, days);
  if (subjects.length > 0) await performanceStore.setStates(tx, [...bySubject.values()]);
  await performanceStore.setFolded(tx, clock.now());
  return events.length > 0;
}

async function countWaiting({ db, clock }: App): Promise<Performance['waiting']> {
  const now = clock.now().getTime();
  const [byDue, byAge] = await Promise.all([
    performanceStore.countByDue(
      db,
      DUE_BUCKETS_HOURS.map((hours) => new Date(now + hours * HOUR_MS)),
      PERFORMANCE_COUNTED_UP_TO,
    ),
    performanceStore.countByAge(
      db,
      AGE_BUCKETS_HOURS.map((hours) => new Date(now - hours * HOUR_MS)),
      PERFORMANCE_COUNTED_UP_TO,
    ),
  ]);
  return { byDue, byAge };
}

const toFoldedEvent = (row: EventRow): FoldedEvent => ({
  kind: row.kind,
  at: row.created_at,
  openReportsChange: row.open_reports_change,
  actor:
    row.actor_type === 'administrator' && row.actor_id !== null ? { id: row.actor_id, name: row.actor_name } : null,
  assigneeId: row.assignee_id,
  reason: row.reason,
  policyKey: row.policy_key,
  decision:
    row.decision_actor_id === null ? null : { actorId: row.decision_actor_id, policyKey: row.decision_policy_key },
});

const toCounts = ({ firstLook, closing, ...row }: PeriodRow): PerformanceCounts => ({
  filed: row.filed,
  closed: row.closed,
  autoClosed: row.autoClosed,
  decisions: row.decisions,
  objections: row.objections,
  overturned: row.overturned,
  undone: row.undone,
  firstLook: toDuration(firstLook),
  closing: toDuration(closing),
});

const NO_DURATION = toDuration([]);
const NOTHING: PerformanceCounts = {
  filed: 0,
  closed: 0,
  autoClosed: 0,
  decisions: 0,
  objections: 0,
  overturned: 0,
  undone: 0,
  firstLook: NO_DURATION,
  closing: NO_DURATION,
};
