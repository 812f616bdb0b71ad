import * as z from 'zod/mini';
import { AUDIT_PAGE_SIZE, PAGE_MAX_LIMIT } from '../constants.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import { dayFilterSchema, idSchema, timestampSchema } from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';

/** The actions of this server's audit log, in the order a filter offers them. */
export const AUDIT_ACTIONS = [
  'auth.login',
  'auth.login_refused',
  'auth.logout',
  'account.change_password',
  'account.confirm_password',
  'account.end_session',
  'account.end_other_sessions',
  'account.begin_second_factor',
  'account.enable_second_factor',
  'account.renew_recovery_codes',
  'account.disable_second_factor',
  'account.reset_second_factor',
  'user.create_admin',
  'administrator.invite',
  'administrator.withdraw_invitation',
  'administrator.end_sessions',
  'user.disable',
  'user.enable',
  'user.delete',
  'post.delete',
  'post.restore',
  'travel_post.delete',
  'travel_post.restore',
  'comment.delete',
  'comment.restore',
  'notification.read',
  'notification.read_all',
  'notification.delete',
  'notification.read_some',
  'notification.delete_some',
  'notification.delete_all',
  // Old entries only: what app users do is not recorded any more.
  'report.create',
  'report.status',
  'report.status_all',
  'report.policy',
  'report.delete',
  'conversation.resolve',
  'conversation.reopen',
  'conversation.assign',
  'conversation.release',
  'message.edit',
  'message.delete',
  'canned_reply.create',
  'canned_reply.update',
  'canned_reply.delete',
  'saved_view.create',
  'saved_view.update',
  'saved_view.delete',
  'decision.make',
  'decision.undo',
  'appeal.decide',
  'bulk.start',
  'bulk.stop',
  'bulk.undo',
  'policy.create',
  'policy.update',
  'policy.disable',
  'policy.enable',
  'settings.update',
  'letter_template.update',
  'performance.export',
  'webhook.create',
  'webhook.update',
  'webhook.renew_secret',
  'webhook.test',
  'webhook.delete',
  'user.export',
  'report.export',
  'content.export',
  'audit.export',
  'audit.expire',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of things that an entry may be about. */
export const AUDIT_TARGET_TYPES = [
  'user',
  'invitation',
  'post',
  'travel_post',
  'comment',
  'report',
  'notification',
  'canned_reply',
  'saved_view',
  'policy',
  'settings',
  'letter_template',
  'webhook',
  'bulk',
] as const;
export type AuditTargetType = (typeof AUDIT_TARGET_TYPES)[number];

const TEXT_FILTER_MAX_CHARS = 64;
/** Any text may be asked for: what a newer or older server has written is still there to be found. */
const textFilterSchema = z.nullish(z.string().check(z.maxLength(TEXT_FILTER_MAX_CHARS)));

export const auditFiltersSchema = z.object({
  actorId: textFilterSchema,
  action: textFilterSchema,
  targetType: textFilterSchema,
  targetId: textFilterSchema,
  /** The first and the last day, both included. */
  from: dayFilterSchema,
  to: dayFilterSchema,
});
export type AuditFilters = z.infer<typeof auditFiltersSchema>;

export const listAuditEntriesBodySchema = z.object({
  ...auditFiltersSchema.shape,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), AUDIT_PAGE_SIZE),
  cursor: z.nullish(cursorSchema),
});
export type ListAuditEntriesBody = z.infer<typeof listAuditEntriesBodySchema>;

const auditStateSchema = z.nullable(z.record(z.string(), z.unknown()));

/** One audit entry. Action, type and fields are open texts, since entries outlive the code that wrote them. */
export const auditEntrySchema = z.object({
  _id: idSchema,
  createdAt: timestampSchema,
  action: z.string(),
  /** null without a signed-in account: a failed sign-in, or the command line. */
  actor: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  target: z.nullable(z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  before: auditStateSchema,
  after: auditStateSchema,
  /** The error code of a denied change; null for one that was made. */
  reason: z.nullable(z.string()),
  address: z.string(),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const listAuditEntriesResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(auditEntrySchema),
  pagination: cursorPaginationSchema,
});

export const auditActorSchema = z.object({ id: z.string(), name: z.string() });
export type AuditActor = z.infer<typeof auditActorSchema>;

export const listAuditActorsResponseSchema = successSchema(z.array(auditActorSchema));
