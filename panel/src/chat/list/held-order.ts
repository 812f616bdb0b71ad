import type { ChatRow } from './chat-list.ts';

/**
 * The rows as they are now in the order in which they were shown. New ones come last and one that is gone stays, so that
 * nothing moves.
 */
export function inHeldOrder(shown: readonly ChatRow[], rows: readonly ChatRow[]): readonly ChatRow[] {
  const now = new Map(rows.map((row) => [row._id, row]));
  const held = shown.map((row) => now.get(row._id) ?? row);
  for (const { _id } of shown) now.delete(_id);
  return [...held, ...now.values()];
}
