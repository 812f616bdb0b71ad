import type { RecordCounts } from '@hai-dang/contract/moderation/record-counts.schema.ts';
import type { App } from '../../lib/context.ts';
import { recordStore } from './record.store.ts';

/** The records of a page of the list of users; an id without an account has nothing. */
export const listRecordCounts = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<RecordCounts[]> => recordStore.findCounts(db, ids, clock.now());
