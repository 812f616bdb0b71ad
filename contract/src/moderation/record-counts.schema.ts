import * as z from 'zod/mini';
import { USER_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema } from '../lib/fields.ts';

/** The accounts of one page of the list of users. */
export const listRecordCountsBodySchema = z.object({
  ids: z.array(idSchema).check(z.minLength(1), z.maxLength(USER_PAGE_SIZE)),
});

/** An account's record in a list: points that count now, and open reports of the account and of its content. */
const recordCountsSchema = z.object({ _id: idSchema, points: z.int(), openReports: z.int() });
export type RecordCounts = z.infer<typeof recordCountsSchema>;

export const listRecordCountsResponseSchema = successSchema(z.array(recordCountsSchema));
