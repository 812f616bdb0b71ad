import type { AuditAction, AuditTargetType } from '@hai-dang/contract/audit/audit-labels.ts';
import type { ContentType } from './posts.deletion.store.ts';

/** Longer than the panel offers to undo, so that a slow network still finds it possible. */
export const RESTORABLE_MS = 10 * 60_000;

/** One text, by what it is and its id. */
export interface ContentRef {
  readonly type: ContentType;
  readonly id: string;
}

/** Each kind's name in the audit log and its errors. */
export const KINDS = {
  Post: {
    target: 'post',
    deleted: 'post.delete',
    restored: 'post.restore',
    notFound: 'POST_NOT_FOUND',
    tooLate: 'POST_NOT_RESTORABLE',
  },
  TravelPost: {
    target: 'travel_post',
    deleted: 'travel_post.delete',
    restored: 'travel_post.restore',
    notFound: 'TRAVEL_POST_NOT_FOUND',
    tooLate: 'TRAVEL_POST_NOT_RESTORABLE',
  },
  Comment: {
    target: 'comment',
    deleted: 'comment.delete',
    restored: 'comment.restore',
    notFound: 'COMMENT_NOT_FOUND',
    tooLate: 'COMMENT_NOT_RESTORABLE',
  },
} as const satisfies Record<
  ContentType,
  { target: AuditTargetType; deleted: AuditAction; restored: AuditAction; notFound: string; tooLate: string }
>;

/** Until when a text soft-deleted at a time can be restored. */
export const restoreDeadline = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_MS);
