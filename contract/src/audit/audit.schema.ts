import * as z from 'zod/mini';
import { AUDIT_PAGE_SIZE, PAGE_MAX_LIMIT } from '../constants.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import { dayFilterSchema, idSchema, timestampSchema } from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';

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
