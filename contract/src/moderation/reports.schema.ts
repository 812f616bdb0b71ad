import * as z from 'zod/mini';
import {
  REPORT_DESCRIPTION_MAX_CHARS,
  REPORT_DESCRIPTION_MIN_CHARS,
  REPORT_LIST_MAX_LIMIT,
  REPORT_NOTE_MAX_CHARS,
  SEARCH_TERM_MAX_CHARS,
} from '../constants.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import {
  clientKeySchema,
  dayFilterSchema,
  filterSchema,
  idSchema,
  nullableMediaUrlSchema,
  nullableTextSchema,
  optionalPrivateMediaUrlSchema,
  timestampSchema,
  wellFormed,
} from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';
import { commentDetailSchema, postSchema, travelPostSchema } from '../posts/posts.schema.ts';
import { assigneeSchema } from './assignments.schema.ts';
import { dueFields } from './priority.ts';

import { REPORT_ITEM_TYPES, REPORT_STATUS_FILTERS, reportStatusSchema } from './report-fields.schema.ts';
import { reportSnapshotSchema, snapshotPersonSchema } from './report-snapshots.schema.ts';

export const REPORT_REASONS = [
  'spam',
  'harassment',
  'inappropriate_content',
  'violence',
  'hate_speech',
  'false_information',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** A reporter or author, with the fields that a list needs. */
export const reportPersonSchema = z.object({
  _id: idSchema,
  username: z.string(),
  email: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
});
export type ReportPerson = z.infer<typeof reportPersonSchema>;

/** A reported account as the report shows it. */
export const reportedUserSchema = z.object({
  ...reportPersonSchema.shape,
  /** Null where it is not known. */
  createdAt: z.nullable(timestampSchema),
  /** Account disabled (ours). */
  vohieuhoa: z.boolean(),
  xacMinhDanhTinh: z.boolean(),
  bio: nullableTextSchema,
});
export type ReportedUser = z.infer<typeof reportedUserSchema>;

/** A comment with its parent, if that still exists. */
export const reportedCommentSchema = z.object({
  ...commentDetailSchema.shape,
  parent: z.nullable(z.union([postSchema, travelPostSchema])),
});
export type ReportedComment = z.infer<typeof reportedCommentSchema>;

/**
 * The reported subject itself, an id where it no longer exists or was not loaded. Which of the four it is, `itemType`
 * says; its fields are read with that type's own schema.
 */
export const reportedItemSchema = z.union([z.string(), z.looseObject({ _id: idSchema })]);

/** `itemType`, `reason` and `status` are read leniently: a value that another backend has is shown as it is. */
const reportFields = {
  _id: idSchema,
  /** An id where the account no longer exists or was not loaded; '' where it is unknown. */
  reporter: z.union([z.string(), reportPersonSchema]),
  itemType: z.string(),
  reportedItem: reportedItemSchema,
  reason: z.string(),
  /** The rule that the reporter or an administrator names beside the reason, as it is called now (ours). */
  policy: z.optional(z.object({ key: z.string(), title: z.string() })),
  description: nullableTextSchema,
  status: z.string(),
  createdAt: timestampSchema,
  /** Raised by every change (extension); 0 from a backend without versions. */
  version: z.int(),
  /** The owner of the subject; null where it is unknown (extension). */
  accountId: z.nullable(idSchema),
  ...dueFields,
};

/** A report (specification, section 3). */
export const reportSchema = z.object(reportFields);
export type Report = z.infer<typeof reportSchema>;

/** The reported subject as it was then, in a list (ours). */
export const reportSubjectSchema = z.object({
  /** The subject's title or first words, or the account's name; null without evidence. */
  title: nullableTextSchema,
  owner: z.object({ id: z.nullable(idSchema), name: nullableTextSchema }),
  /** The first image of a post, or the account's avatar: URL of a copy. */
  image: optionalPrivateMediaUrlSchema,
  /** The number of reports of the subject. */
  reports: z.int(),
  /** Whether the system hides it until somebody decides. */
  isHidden: z.optional(z.boolean()),
  /** Whether an appeal waits on it. */
  hasOpenAppeal: z.optional(z.boolean()),
});
export type ReportSubject = z.infer<typeof reportSubjectSchema>;

/** A report in a list; a backend without evidence sends no `subject`. */
export const listedReportSchema = z.object({
  ...reportFields,
  subject: z.optional(reportSubjectSchema),
  /** Who handles the subject. */
  assignee: z.optional(assigneeSchema),
});
export type ListedReport = z.infer<typeof listedReportSchema>;

/** The actions that an administrator can take from a report, beside setting its status. */
export const REPORT_ACTIONS = ['disable_account', 'enable_account', 'delete_content', 'restore_content'] as const;
export type ReportAction = (typeof REPORT_ACTIONS)[number];

/** One line of a report's history, newest first (ours). */
export const reportEventSchema = z.object({
  _id: idSchema,
  createdAt: timestampSchema,
  actor: z.nullable(z.object({ _id: z.nullable(idSchema), username: z.string() })),
  /** 'status', 'decision_undone', 'policy_named', or one of the actions. Unknown ones are shown raw. */
  kind: z.string(),
  /** Null where all open reports of the subject were set to one status. */
  from: nullableTextSchema,
  to: nullableTextSchema,
  /** Whom or what an action was done to; the rule that is named, null for none. */
  targetName: nullableTextSchema,
  note: nullableTextSchema,
  /** Set where one call changed all open reports of the same subject. */
  batchId: z.nullable(idSchema),
  /** Set where it is a decision, which can be undone, and whether that needs a reason of the caller's. */
  decision: z.optional(z.nullable(z.object({ _id: idSchema, isUndone: z.boolean(), needsReason: z.boolean() }))),
});
export type ReportEvent = z.infer<typeof reportEventSchema>;

/** All reports of one subject, in numbers (ours). */
export const reportCaseCountsSchema = z.object({
  reports: z.int(),
  /** Different reporters. */
  reporters: z.int(),
  /** Open reports, and of them those that are still pending. */
  open: z.int(),
  pending: z.int(),
  /** Closed reports whose own status still follows. */
  closing: z.optional(z.int()),
  /** Reports whose own status still follows since they were opened again. */
  updating: z.optional(z.int()),
  /** Appeals to decisions on it that wait. */
  openAppeals: z.optional(z.int()),
  /** Since when the system hides the content until somebody decides; null where it does not. */
  hiddenAt: z.nullable(timestampSchema),
  /** Who handles the subject. */
  assignee: z.optional(assigneeSchema),
});
export type ReportCaseCounts = z.infer<typeof reportCaseCountsSchema>;

/** When and by whom a subject was found harmless; null unless its last decision says so (ours). */
export const foundHarmlessSchema = z.nullable(z.object({ at: timestampSchema, by: z.string() }));
export type FoundHarmless = NonNullable<z.infer<typeof foundHarmlessSchema>>;

/** A report with all that a decision needs. The fields after `version` are extensions. */
export const reportDetailSchema = z.object({
  ...reportFields,
  snapshot: z.nullable(reportSnapshotSchema),
  /** Set once the reported subject is deleted: by whom and when, as far as is known. */
  itemDeleted: z.nullable(
    z.object({
      by: z.nullable(z.string()),
      at: z.nullable(timestampSchema),
      restorable: z.boolean(),
      /** The decision that took it down, and the rule as it was called then. */
      decision: z.optional(z.object({ _id: idSchema, policy: nullableTextSchema })),
    }),
  ),
  /** The reported account, or the author of the reported content; null once it is deleted. */
  account: z.nullable(
    z.object({
      _id: idSchema,
      username: z.string(),
      isDisabled: z.boolean(),
      /** When a suspension ends; null for an account that is not disabled, or without an end. */
      disabledUntil: z.optional(z.nullable(timestampSchema)),
      isAdmin: z.boolean(),
      /** The points that count now, and the warnings. */
      record: z.optional(z.object({ points: z.int(), warnings: z.int() })),
    }),
  ),
  /** Null from a backend without evidence, which has not loaded the reporter and the subject either. */
  history: z.nullable(z.array(reportEventSchema)),
  historyCount: z.int(),
  case: z.nullable(
    z.object({
      ...reportCaseCountsSchema.shape,
      /** The appeal that waits on it; of several, the one that is due first. */
      openAppealId: z.optional(z.nullable(idSchema)),
      foundHarmless: foundHarmlessSchema,
      /** How many of the reports give each reason, the most frequent first. */
      reasons: z.optional(z.array(z.object({ reason: z.string(), reports: z.int() }))),
      /** The version of the subject, on which a decision rests. */
      version: z.optional(z.int()),
    }),
  ),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

/** The kinds of work that wait on a subject: reports alone, or an appeal too. */
export const REPORT_KINDS = ['report', 'appeal'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

const reportFilterFields = {
  status: filterSchema(REPORT_STATUS_FILTERS),
  itemType: filterSchema(REPORT_ITEM_TYPES),
  reason: filterSchema(REPORT_REASONS),
  /** Who handles the subject: an administrator's id, 'me', or 'none' for open reports that nobody handles; '' for any. */
  assignee: z.nullish(z.union([z.literal(''), idSchema])),
  /** Lists only reports of subjects on which an appeal waits ('appeal'), or on which none does ('report'). */
  kind: filterSchema(REPORT_KINDS),
  /** True lists only open reports that should have been decided by now. */
  isOverdue: z.nullish(z.boolean()),
  /** Occurs in the description, in what is reported, or in the name of its owner or of the reporter. */
  q: z.nullish(z.string().check(z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài'))),
  /** The first and the last day of filing, both included. */
  from: dayFilterSchema,
  to: dayFilterSchema,
};
const pageFields = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(REPORT_LIST_MAX_LIMIT))),
  cursor: z.nullish(cursorSchema),
};

/** The orders of the list of reports, the default first. By priority it has the open ones alone. */
export const REPORT_SORTS = ['newest', 'oldest', 'priority'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** The list without a page. */
export const exportReportsBodySchema = z.object({
  ...reportFilterFields,
  sort: filterSchema(REPORT_SORTS),
  /** The subject whose reports are listed; needs `itemType`. */
  itemId: z.nullish(idSchema),
  /** The account whose reports, and those of what it has written, are listed. */
  accountId: z.nullish(idSchema),
  /** The account whose filed reports are listed. */
  reporterId: z.nullish(idSchema),
});
export type ExportReportsBody = z.infer<typeof exportReportsBodySchema>;

/** All fields are ours: a legacy panel sends `{}` and gets the newest 1 000. */
export const listReportsBodySchema = z.object({ ...exportReportsBodySchema.shape, ...pageFields });
export type ListReportsBody = z.infer<typeof listReportsBodySchema>;

/** How many reports each status has under the other filters; sent with a list's first page. */
export const reportStatusCountsSchema = z.object({
  pending: z.int(),
  reviewing: z.int(),
  resolved: z.int(),
  rejected: z.int(),
});
export type ReportStatusCounts = z.infer<typeof reportStatusCountsSchema>;

export const listReportsResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(listedReportSchema),
  /** Null where `data` is the whole list, from a backend that cannot group it either. */
  pagination: z.nullable(cursorPaginationSchema),
  counts: z.optional(reportStatusCountsSchema),
});
export type ListReportsResponse = z.infer<typeof listReportsResponseSchema>;

/**
 * The orders of the list grouped by subject, the default first: by its newest or its oldest report that passes the
 * filters, or by what the subject itself has. By priority and by due time it has the open ones alone.
 */
export const REPORT_CASE_SORTS = ['newest', 'oldest', 'reports', 'priority', 'due'] as const;
export type ReportCaseSort = (typeof REPORT_CASE_SORTS)[number];

/** The grouped list without a page. */
export const exportReportCasesBodySchema = z.object({
  ...reportFilterFields,
  sort: filterSchema(REPORT_CASE_SORTS),
});
export type ExportReportCasesBody = z.infer<typeof exportReportCasesBodySchema>;

export const listReportCasesBodySchema = z.object({ ...exportReportCasesBodySchema.shape, ...pageFields });
export type ListReportCasesBody = z.infer<typeof listReportCasesBodySchema>;

/** All reports of one subject as a row of the grouped list. */
export const reportCaseSchema = z.object({
  itemType: z.enum(REPORT_ITEM_TYPES),
  itemId: idSchema,
  ...reportCaseCountsSchema.shape,
  ...dueFields,
  /** The newest that passes the filters: it is opened for the whole. */
  newest: reportSchema,
  /** The subject's first words, or the account's name, as reported. */
  title: z.string(),
  author: z.nullable(snapshotPersonSchema),
  /** The first image of a post, or the account's avatar: URL of a copy. */
  image: optionalPrivateMediaUrlSchema,
  /** The version of the subject, on which a decision rests. */
  version: z.optional(z.int()),
});
export type ReportCase = z.infer<typeof reportCaseSchema>;

export const listReportCasesResponseSchema = z.object({
  success: succeededSchema,
  data: z.array(reportCaseSchema),
  pagination: cursorPaginationSchema,
  counts: z.optional(reportStatusCountsSchema),
});
export type ListReportCasesResponse = z.infer<typeof listReportCasesResponseSchema>;

const noteSchema = z.optional(
  z.string().check(wellFormed, z.trim(), z.maxLength(REPORT_NOTE_MAX_CHARS, 'Ghi chú quá dài (tối đa 1.000 ký tự)')),
);
const versionSchema = z.optional(z.int().check(z.minimum(1)));

export const setReportStatusBodySchema = z.object({
  status: reportStatusSchema,
  /** The version that the decision rests on; without it the last one wins, as with legacy panels. */
  version: versionSchema,
  note: noteSchema,
});
export type SetReportStatusBody = z.infer<typeof setReportStatusBodySchema>;

export const setReportPolicyBodySchema = z.object({
  /** The key of a rule that may be applied; null for none. */
  policy: z.nullable(idSchema),
  version: versionSchema,
});
export type SetReportPolicyBody = z.infer<typeof setReportPolicyBodySchema>;

/** A report is deleted whatever has become of it where the version is absent, as in a legacy panel's call. */
export const deleteReportBodySchema = z.object({ version: versionSchema });
export type DeleteReportBody = z.infer<typeof deleteReportBodySchema>;

export const reportResponseSchema = successSchema(reportSchema);
export const reportDetailResponseSchema = successSchema(reportDetailSchema);

export const createReportBodySchema = z.object({
  /** The key of this filing (ours). */
  clientKey: z.nullish(clientKeySchema),
  reportedItem: idSchema,
  itemType: z.enum(REPORT_ITEM_TYPES, 'Loại nội dung bị báo cáo không hợp lệ'),
  reason: z.enum(REPORT_REASONS, 'Lý do báo cáo không hợp lệ'),
  /** The key of a rule that it violates, too; one that is unknown or switched off counts as none (ours). */
  policy: z.nullish(z.union([z.literal(''), idSchema])),
  description: z
    .string('Vui lòng mô tả lý do báo cáo')
    .check(
      wellFormed,
      z.trim(),
      z.minLength(REPORT_DESCRIPTION_MIN_CHARS, 'Mô tả phải có ít nhất 10 ký tự'),
      z.maxLength(REPORT_DESCRIPTION_MAX_CHARS, 'Mô tả không được quá 500 ký tự'),
    ),
});
export type CreateReportBody = z.infer<typeof createReportBodySchema>;
