import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { otherHolder } from '../../entities/holder.ts';

/**
 * Splits the selected rows into those that a bulk action applies to and those that other administrators handle. Where all
 * are, it applies to all, after a question that says so: they were left selected before, or chosen alone.
 */
export function splitHeld<Row extends { readonly assignee?: Assignee | null | undefined }>(
  rows: readonly Row[],
  isLeftOut: (row: Row) => boolean,
  ownId: string | undefined,
): { readonly chosen: readonly Row[]; readonly held: readonly Row[]; readonly areHeld: boolean } {
  const ready = rows.filter((row) => !isLeftOut(row));
  const held = ready.filter(({ assignee }) => otherHolder(assignee, ownId));
  return held.length === ready.length
    ? { chosen: ready, held: [], areHeld: ready.length > 0 }
    : { chosen: ready.filter((row) => !held.includes(row)), held, areHeld: false };
}
