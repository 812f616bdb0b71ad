import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';
import { timestampSchema } from '../lib/fields.ts';

const HOUR_MINUTES = 60;

/** The terms of the priority of a subject: the first three say in which step it stands, the others where within it. */
export type PriorityTermCode = 'hidden' | 'severity' | 'escalated' | 'reporters' | 'record' | 'due';

export const prioritySchema = z.object({
  /** The sum of all points. The order by it stays the same as time passes. */
  score: z.number(),
  terms: z.array(
    z.object({
      /** Unknown terms are shown raw. */
      code: z.string(),
      /** 1 for what is hidden or escalated; the severity; how many reporters; how many of the reporters' other reports were right; the hour it is due. */
      value: z.number(),
      /** The number that `value` is a part of, for the record. */
      of: z.nullable(z.int()),
      /** One point weighs as much as being due an hour sooner. A step has more of them than hours can make up for. */
      points: z.number(),
    }),
  ),
});
export type Priority = z.infer<typeof prioritySchema>;

/** When what is open is to be decided, and its place among what is open: null without an open report (ours). */
export const dueFields = {
  dueAt: z.optional(z.nullable(timestampSchema)),
  priority: z.optional(z.nullable(prioritySchema)),
};

/** Each severity is a step: no age, number or record of reporters makes up for one. */
const SEVERITY_MAX = 4;
const STEP_POINTS = 2_500_000;
/** The latest due time that counts, in hours since 1970: some time in 2243. Earlier than that, steps never meet. */
const DUE_MAX = 2_400_000;
/** Content that is hidden until somebody decides comes before all other. */
const HIDDEN_POINTS = (SEVERITY_MAX + 1) * STEP_POINTS;
/** Twice as many reporters count this much more, up to a limit. */
const DOUBLING_POINTS = 6;
const DOUBLINGS_MAX = 6;
/** The points that the record of the reporters adds or takes, at the most. */
const RECORD_POINTS = 12;
/** Closed reports, half of them right, that everybody starts with: a single mistake says little. */
const RECORD_PRIOR = 4;

/**
 * What is overdue for this long is escalated: it stands with what is one severity higher. Not what is severe: the step of the most
 * severe, child safety, is its own, and nothing joins it.
 */
export const ESCALATED_AFTER_MS = DAY_MS;
export const ESCALATED_SEVERITY_MAX = 2;
/** In the higher step it has so many points less: as many as reporters and their record make up for, so it passes nothing older. */
const ESCALATED_POINTS = STEP_POINTS - DOUBLING_POINTS * DOUBLINGS_MAX - 2 * RECORD_POINTS;

export interface PriorityFacts {
  /** 1 to 4, the highest of the reasons. */
  severity: number;
  /** Open reports: everybody has one at the most. */
  openReports: number;
  /** Other reports of those who reported it that were closed, and of these those that were right. */
  recordClosed: number;
  recordRight: number;
  dueAt: Date;
  /** Since when the content is hidden until somebody decides. */
  hiddenAt: Date | null;
  /** Since when it stands a step higher, because it was overdue for long. */
  escalatedAt: Date | null;
}

/**
 * The terms of a priority. The time left is the hour at which it is due: what is left falls for all alike, so the order
 * by the sum never changes by itself and can be stored.
 */
export function priorityOf({
  severity,
  openReports,
  recordClosed,
  recordRight,
  dueAt,
  hiddenAt,
  escalatedAt,
}: PriorityFacts): Priority {
  const step = Math.min(SEVERITY_MAX, Math.max(1, severity));
  const doublings = Math.min(DOUBLINGS_MAX, 31 - Math.clz32(Math.max(1, openReports)));
  const share = (2 * RECORD_POINTS * (recordRight + RECORD_PRIOR / 2)) / (recordClosed + RECORD_PRIOR);
  const due = Math.min(DUE_MAX, Math.max(0, Math.floor(dueAt.getTime() / MINUTE_MS) / HOUR_MINUTES));
  const terms: Array<Priority['terms'][number] & { code: PriorityTermCode }> = [
    ...(hiddenAt ? [{ code: 'hidden' as const, value: 1, of: null, points: HIDDEN_POINTS }] : []),
    { code: 'severity', value: severity, of: null, points: step * STEP_POINTS },
    ...(escalatedAt && severity <= ESCALATED_SEVERITY_MAX
      ? [{ code: 'escalated' as const, value: 1, of: null, points: ESCALATED_POINTS }]
      : []),
    { code: 'reporters', value: openReports, of: null, points: doublings * DOUBLING_POINTS },
    { code: 'record', value: recordRight, of: recordClosed, points: Math.floor(share) - RECORD_POINTS },
    { code: 'due', value: due, of: null, points: -due },
  ];
  return { score: terms.reduce((sum, { points }) => sum + points, 0), terms };
}

/** The same in minutes, as it is stored: a whole number, never negative. */
export const storedPriority = (facts: PriorityFacts): number => Math.round(priorityOf(facts).score * HOUR_MINUTES);

/** A priority as it is shown at a time. */
export interface ShownPriority {
  readonly isHidden: boolean;
  /** The severity among which it stands. */
  readonly step: number;
  /** Its points within the step, the sum of those of the terms. */
  readonly points: number;
  readonly terms: Priority['terms'];
}

/** A priority at a time: what is due in three hours has three points less than what is due now, and steps have none. */
export function priorityAt(priority: Priority, now: number): ShownPriority {
  const hours = now / (MINUTE_MS * HOUR_MINUTES);
  const terms = priority.terms.map((term) => {
    if (term.code === 'due') return { ...term, value: term.value - hours, points: term.points + hours };
    if (term.code === 'escalated') return { ...term, points: term.points - STEP_POINTS };
    return term.code === 'hidden' || term.code === 'severity' ? { ...term, points: 0 } : term;
  });
  const countOf = (code: PriorityTermCode) => terms.find((term) => term.code === code)?.value ?? 0;
  return {
    isHidden: countOf('hidden') === 1,
    step: countOf('severity') + countOf('escalated'),
    points: terms.reduce((sum, { points }) => sum + points, 0),
    terms,
  };
}
