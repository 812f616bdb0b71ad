import * as z from 'zod/mini';
import { REPORT_LIST_MAX_LIMIT } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { filterSchema, idSchema, nullableMediaUrlSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';
import { assigneeSchema } from './assignments.schema.ts';
import { REPORT_ITEM_TYPES } from './report-fields.schema.ts';
import { REPORT_KINDS, REPORT_REASONS } from './reports.schema.ts';

/** The orders of the list of reported accounts, the default first. */
export const REPORT_ACCOUNT_SORTS = ['reports', 'priority', 'due'] as const;
export type ReportAccountSort = (typeof REPORT_ACCOUNT_SORTS)[number];

/** The filters are of the subjects that are counted: of each account those with open reports. */
export const listReportAccountsBodySchema = z.object({
  itemType: filterSchema(REPORT_ITEM_TYPES),
  reason: filterSchema(REPORT_REASONS),
  assignee: z.nullish(z.union([z.literal(''), idSchema])),
  kind: filterSchema(REPORT_KINDS),
  isOverdue: z.nullish(z.boolean()),
  sort: filterSchema(REPORT_ACCOUNT_SORTS),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(REPORT_LIST_MAX_LIMIT))),
  cursor: z.nullish(cursorSchema),
});
export type ListReportAccountsBody = z.infer<typeof listReportAccountsBodySchema>;

/** An account with open reports on itself or on its content (ours). */
export const reportAccountSchema = z.object({
  account: z.object({
    _id: idSchema,
    /** Null once the account is gone. */
    username: nullableTextSchema,
    avatar: nullableMediaUrlSchema,
    isVerified: z.boolean(),
  }),
  /** The open reports, and what they are about. */
  reports: z.int(),
  subjects: z.int(),
  /** The highest of them. */
  severity: z.int(),
  /** The earliest of them. */
  dueAt: z.nullable(timestampSchema),
  /** The administrator who handles some of it, where no other does. */
  assignee: assigneeSchema,
});
export type ReportAccount = z.infer<typeof reportAccountSchema>;

export const listReportAccountsResponseSchema = z.object({
  ...successSchema(z.array(reportAccountSchema)).shape,
  pagination: cursorPaginationSchema,
});
