import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';
import { idSchema } from '../lib/fields.ts';
import { REPORT_ITEM_TYPES, reportStatusSchema } from './report-fields.schema.ts';

/** The reported subject. The events carry ids and states only; the rest is fetched over HTTP. */
const itemFields = { itemType: z.enum(REPORT_ITEM_TYPES), itemId: idSchema };

export const reportAdded = defineEvent({
  name: 'report_added',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A report has been filed',
  payload: z.object({
    reportId: idSchema,
    ...itemFields,
    /** The owner of the subject and the reporter: a list may be filtered by either. */
    accountId: z.nullable(idSchema),
    reporterId: z.nullable(idSchema),
  }),
});

export const reportChanged = defineEvent({
  name: 'report_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: "A report's status or history has changed",
  payload: z.object({
    reportId: idSchema,
    /** A client that has this version or a later one knows the change already. */
    version: z.int(),
    status: reportStatusSchema,
    ...itemFields,
  }),
});

export const reportRemoved = defineEvent({
  name: 'report_removed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A report has been deleted',
  payload: z.object({ reportId: idSchema, ...itemFields }),
});

export const casesChanged = defineEvent({
  name: 'cases_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'Many reports of one subject have changed at once, or what it is: visible or not, disabled or not',
  payload: z.object(itemFields),
});
