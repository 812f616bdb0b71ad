import { BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
import { type ErrorCode, errorMessages } from '@hai-dang/contract/errors.ts';
import {
  BULK_STATES,
  BULK_STOP_REASONS,
  type Bulk,
  type BulkAction,
  type BulkItem,
  bulkActionSchema,
} from '@hai-dang/contract/moderation/bulk.schema.ts';
import * as z from 'zod/mini';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import type { BulkRow, bulkStore } from './bulk.store.ts';

const stateSchema = z.enum(BULK_STATES);
const stopReasonSchema = z.nullable(z.enum(BULK_STOP_REASONS));
const leftAloneSchema = z.enum(['skipped', 'failed', 'kept']);

/** Returns the action on each subject. */
export const toAction = ({ action }: Pick<BulkRow, 'action'>): BulkAction => bulkActionSchema.parse(action);

/** Until when it can be undone as one; null where it cannot. */
export function undoableUntil(
  { state, undo_state, done, ended_at }: Pick<BulkRow, 'state' | 'undo_state' | 'done' | 'ended_at'>,
  now: Date,
): Date | null {
  if (state === 'running' || undo_state !== null || done === 0 || ended_at === null) return null;
  const until = new Date(ended_at.getTime() + BULK_UNDO_MS);
  return until > now ? until : null;
}

/** An action on many subjects as it crosses the wire. */
export const toBulk = (row: BulkRow, now: Date): Bulk => ({
  _id: row.id,
  action: toAction(row),
  policy: row.policy_key === null ? null : { key: row.policy_key, title: row.policy_title ?? row.policy_key },
  total: row.total,
  done: row.done,
  skipped: row.skipped,
  failed: row.failed,
  state: stateSchema.parse(row.state),
  stopReason: stopReasonSchema.parse(row.stop_reason),
  startedBy: { _id: row.started_by, username: row.started_by_name },
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  undo: {
    until: undoableUntil(row, now)?.toISOString() ?? null,
    state: row.undo_state === 'running' || row.undo_state === 'done' ? row.undo_state : 'none',
    by: row.undone_by_name === null ? null : { _id: row.undone_by, username: row.undone_by_name },
    done: row.undone,
    skipped: row.kept,
  },
});

const ACTION_NAMES = {
  suspend: 'Tạm khóa',
  disable: 'Vô hiệu hóa',
  tag: 'Gắn nhãn',
  takedown: 'Gỡ nội dung',
  no_violation: 'Không vi phạm',
  close_reports: 'Đóng báo cáo',
  clean_up: 'Xử lý đợt spam',
} as const satisfies Record<BulkAction['kind'], string>;

/** How the audit log calls it. */
export const bulkName = (row: Pick<BulkRow, 'action' | 'total'>): string =>
  `${ACTION_NAMES[toAction(row).kind]} (${row.total})`;

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorMessages, code);

/** A subject that was left alone, and why. */
export function toBulkItem(row: Awaited<ReturnType<typeof bulkStore.findLeftAlone>>[number]): BulkItem {
  const code = row.reason !== null && isErrorCode(row.reason) ? row.reason : 'INTERNAL_ERROR';
  return {
    subject: toSubjectRef(row),
    name: row.username,
    state: leftAloneSchema.parse(row.state),
    reason: { code, message: errorMessages[code] },
  };
}
