import { ESCALATED_AFTER_MS, ESCALATED_SEVERITY_MAX } from '@hai-dang/contract/moderation/priority.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { appendEvent } from './append-event.ts';
import { lockSubject } from './lock-subject.ts';
import { toSubjectRef } from './subjects.mapper.ts';
import { subjectsStore } from './subjects.store.ts';

const SUBJECTS_PER_STEP = 100;

/**
 * Escalates the open subjects that are overdue for long by the time of the database, once for each due time. Each in a transaction
 * of its own; another server may do the same meanwhile. A subject that fails does not hold the others.
 * @param signal aborts it between two of them
 * @throws the first failure, when every subject has been tried
 */
export async function escalateOverdue(app: App, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const dueBefore = new Date((await app.dbNow()).getTime() - ESCALATED_AFTER_MS);
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    // Skip the subjects that failed: they would be found first again.
    const step = { skip: failures.length, most: SUBJECTS_PER_STEP };
    const rows = await subjectsStore.findToEscalate(app.db, dueBefore, step);
    hasMore = rows.length === SUBJECTS_PER_STEP;
    for (const row of rows) {
      if (signal?.aborted) break;
      const escalated = inTransaction(app, (ctx) => escalate(ctx, toSubjectRef(row), dueBefore));
      await escalated.catch((error: unknown) => void failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Escalates a subject, unless it was closed, became due later or was escalated meanwhile. */
async function escalate(ctx: AppTx, ref: SubjectRef, dueBefore: Date): Promise<void> {
  const subject = await lockSubject(ctx, ref, null);
  const { dueAt, escalatedAt, severity } = subject.state;
  if (!dueAt || dueAt > dueBefore || escalatedAt || severity > ESCALATED_SEVERITY_MAX) return;
  await appendEvent(subject, { kind: 'escalated', actor: { type: 'system' } });
}
