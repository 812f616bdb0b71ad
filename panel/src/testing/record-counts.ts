import { listRecordCounts } from '@hai-dang/contract/moderation/record-counts.endpoints.ts';
import type { RecordCounts } from '@hai-dang/contract/moderation/record-counts.schema.ts';
import { respondTo } from './responses.ts';

/** Gives the accounts of a list their points and open reports: none, unless stated by id. @returns the ids of each call */
export function respondWithCounts(counts: Readonly<Record<string, Partial<RecordCounts>>> = {}): string[][] {
  const asked: string[][] = [];
  respondTo(listRecordCounts, ({ body: { ids } }) => {
    asked.push(ids);
    return { success: true, data: ids.map((_id) => ({ _id, points: 0, openReports: 0, ...counts[_id] })) };
  });
  return asked;
}
