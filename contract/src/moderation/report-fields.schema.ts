import * as z from 'zod/mini';

/** The kinds of things that can be reported (specification, section 3). */
export const REPORT_ITEM_TYPES = ['User', 'Post', 'TravelPost', 'Comment'] as const;
export type ReportItemType = (typeof REPORT_ITEM_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewing', 'resolved', 'rejected'] as const;
export const reportStatusSchema = z.enum(REPORT_STATUSES);
export type ReportStatus = z.infer<typeof reportStatusSchema>;
/** The statuses of reports that still wait for a decision. */
export const OPEN_REPORT_STATUSES = ['pending', 'reviewing'] as const satisfies readonly ReportStatus[];
/** By what a list is filtered: one status, or all that are open. */
export const REPORT_STATUS_FILTERS = [...REPORT_STATUSES, 'open'] as const;
export type ReportStatusFilter = (typeof REPORT_STATUS_FILTERS)[number];
