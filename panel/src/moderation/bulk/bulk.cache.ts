import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf } from '../../lib/endpoint-query.ts';

const STATES = { running: 0, stopped: 1, done: 1 } as const;
const UNDO_STATES = { none: 0, running: 1, done: 2 } as const;

/** How far an action has come, by what only grows. */
const progressOf = ({ undo, state, done, skipped, failed }: Bulk): readonly number[] => [
  UNDO_STATES[undo.state],
  undo.done + undo.skipped,
  STATES[state],
  done + skipped + failed,
];

/** Whether one state of an action is older than another: a response and an event may overtake each other. */
function isOlder(one: Bulk, other: Bulk): boolean {
  const [before, after] = [progressOf(one), progressOf(other)];
  const at = before.findIndex((value, index) => value !== after[index]);
  return at !== -1 && (before[at] ?? 0) < (after[at] ?? 0);
}

/** The list with an action as it is now, newest first. */
export function withBulk(bulks: Bulk[], bulk: Bulk): Bulk[] {
  const known = bulks.find(({ _id }) => _id === bulk._id);
  if (!known) return [bulk, ...bulks];
  return isOlder(bulk, known) ? bulks : bulks.map((one) => (one === known ? bulk : one));
}

type Bulks = EndpointResponse<typeof listBulks>;
const NONE: Bulks = { success: true, data: [], pagination: { nextCursor: null } };

/** Shows an action as it is now. */
export function showBulk(client: QueryClient, bulk: Bulk): void {
  client.setQueryData(queryOf(listBulks).queryKey, (bulks = NONE) => ({ ...bulks, data: withBulk(bulks.data, bulk) }));
}
